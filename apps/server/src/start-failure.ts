import { TokensFileError } from '@palimpsest/access';
import { CatalogueError, LogError } from '@palimpsest/application';
import { UnknownArguments } from './arguments.ts';
import { SettingsError, type Settings } from './settings.ts';
import { OutputError } from './standard-output.ts';

/** Why the server does not start, with the remedy: a sentence, or a line for each fault. Never a stack trace. */
export function startFailure(error: unknown, settings?: Settings): string {
  if (error instanceof SettingsError || error instanceof UnknownArguments) return error.message;
  if (error instanceof OutputError) return error.message;
  if (error instanceof CatalogueError) return `${error.message} (PALIMPSEST_BUILTINS)`;
  if (error instanceof LogError) return error.message;
  if (error instanceof TokensFileError) return `${error.message} (PALIMPSEST_TOKENS)`;
  if (!(error instanceof Error)) return 'it failed for an unknown reason';
  if ('syscall' in error && error.syscall === 'listen') return listenFailure(error as NodeJS.ErrnoException, settings);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  return sentence(code, settings) ?? `it failed inside: ${error.name}: ${error.message}`;
}

function sentence(code: string, settings: Settings | undefined): string | null {
  const folder = `the data folder ${settings?.data ?? ''} (PALIMPSEST_DATA)`;
  if (code.startsWith('SQLITE_READONLY') || code.startsWith('SQLITE_CANTOPEN'))
    return `${folder} cannot be written; make it writable, or name another`;
  if (code.startsWith('SQLITE_FULL')) return `the disk of ${folder} is full; make room, or name another`;
  if (code.startsWith('SQLITE_'))
    return `${folder} holds a file of read models that cannot be used (${code}); delete views.sqlite`;
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
    case 'EEXIST':
      return `${folder} is not a folder and cannot be made; name another`;
    case 'ENOSPC':
      return `the disk of ${folder} is full; make room, or name another`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${folder} cannot be written; make it writable, or name another`;
    default:
      return null;
  }
}

function listenFailure(error: NodeJS.ErrnoException, settings: Settings | undefined): string {
  const address = `${settings?.host ?? ''}:${String(settings?.port ?? '')}`;
  if (error.code === 'EADDRINUSE')
    return `the address ${address} is taken; stop what listens there, or set PALIMPSEST_PORT (0 takes a free one)`;
  if (error.code === 'EACCES') return `${address} needs more rights; set PALIMPSEST_PORT to one above 1023`;
  return `it cannot listen on ${address} (${error.code ?? error.name}); set PALIMPSEST_HOST and PALIMPSEST_PORT`;
}
