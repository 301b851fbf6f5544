import { InvalidArgumentError, Option, type Command } from 'commander';
import type { TokenListed, TokenRole } from '@palimpsest/access';
import { Failed } from '../talking/failure.ts';
import { jsonOption, wholeNumber } from '../terminal/arguments.ts';
import { print, printJson } from '../terminal/output.ts';
import { WrongUse } from '../terminal/wrong-use.ts';
import { when } from '../text/age.ts';
import { shown } from '../text/shown.ts';
import { createdText, tokensText, type TokenNow } from '../text/tokens-text.ts';

interface Options {
  readonly file?: string;
  readonly json?: true;
}
interface CreateOptions extends Options {
  readonly name: string;
  readonly role: TokenRole;
  readonly expires?: number;
}
type Access = typeof import('@palimpsest/access');

const MOST_DAYS = 3_650;
/** Named for the help, which loads nothing; the type keeps them those of `@palimpsest/access`. */
const roles = { editor: 'editor', orchestrator: 'orchestrator', host: 'host', auditor: 'auditor', admin: 'admin' };
const ROLES = Object.values(roles satisfies { [R in TokenRole]: string }).join(', ');

export function addToken(program: Command): void {
  const token = program.command('token').description('make, list and revoke access tokens').helpCommand(false);
  token
    .command('create')
    .description('make a token and print it, this once; the first one makes the file')
    .requiredOption('--name <name>', 'who has it: the actor of what it saves')
    .requiredOption('--role <role>', `what it may do: ${ROLES}`, tokenRole)
    .addOption(daysOption())
    .addOption(fileOption())
    .addOption(jsonOption())
    .action(create);
  token
    .command('list')
    .description('list the tokens, oldest first; none of them is shown')
    .addOption(fileOption())
    .addOption(jsonOption())
    .action(list);
  token
    .command('revoke')
    .description('end a token, and all that was made with it')
    .argument('<id>', 'its id, as the list has it')
    .addOption(fileOption())
    .addOption(jsonOption())
    .action(revoke);
}

const fileOption = () => new Option('--file <file>', 'the tokens file, instead of that of PALIMPSEST_TOKENS');
const daysOption = () =>
  new Option(
    '--expires <days>',
    `after how many days it ends, 1 to ${String(MOST_DAYS)}; never if not given`,
  ).argParser(wholeNumber(1, MOST_DAYS));

function tokenRole(given: string): TokenRole {
  if (Object.hasOwn(roles, given)) return given as TokenRole;
  throw new InvalidArgumentError(
    given === 'worker'
      ? 'A worker is bound to one Session: its host gets a token for that Session with POST /v1/sessions.'
      : `Allowed choices are ${ROLES}.`,
  );
}

async function create({ name, role, expires, json, ...options }: CreateOptions): Promise<void> {
  const access = await import('@palimpsest/access');
  const fault = access.actorNameSchema.safeParse(name).error?.issues[0];
  if (fault !== undefined) throw new WrongUse(`--name ${fault.message}`);
  const making = access.createToken(fileOf(options), { name, role, days: expires ?? null }, Date.now());
  const { token, listed } = await making.catch((error: unknown) => told(access, error));
  if (json) printJson({ ...listed, token });
  else {
    print(token);
    process.stderr.write(`${createdText(listed)}\n`);
  }
}

async function list({ json, ...options }: Options): Promise<void> {
  const access = await import('@palimpsest/access');
  const found = await access.listTokens(fileOf(options)).catch((error: unknown) => told(access, error));
  const items = found.map((token) => now(access, token));
  if (json) printJson({ items, next_cursor: null });
  else print(items.length === 0 ? 'No token.' : tokensText(items));
}

async function revoke(id: string, { json, ...options }: Options): Promise<void> {
  const access = await import('@palimpsest/access');
  const [file, time] = [fileOf(options), Date.now()];
  const found = await access.revokeToken(file, id, time).catch((error: unknown) => told(access, error));
  if (found === null) throw new Failed(`${file} has no token ${shown(id)}; "palimpsest token list" lists them`);
  if (json) printJson(now(access, found));
  else if (found.revoked === new Date(time).toISOString())
    print(`Token ${id} of ${shown(found.name)} is revoked: servers with this file refuse it within two seconds.`);
  else print(`Token ${id} of ${shown(found.name)} was revoked before, ${when(found.revoked)}.`);
}

const now = ({ tokenState }: Access, token: TokenListed): TokenNow => ({
  ...token,
  state: tokenState(token, Date.now()),
});

/** The server's own setting, so that a token is made where the server looks for it. */
function fileOf({ file }: Options): string {
  const found = file ?? process.env['PALIMPSEST_TOKENS'] ?? '';
  if (found !== '') return found;
  throw new WrongUse('name the tokens file: set PALIMPSEST_TOKENS as the server has it, or give --file FILE');
}

function told({ TokensFileError }: Access, error: unknown): never {
  throw error instanceof TokensFileError ? new Failed(error.message) : error;
}
