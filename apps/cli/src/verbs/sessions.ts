import type { Command } from 'commander';
import type { NumberOrLatest, Preview, Role, Session } from '@palimpsest/domain';
import { when } from '../text/age.ts';
import { get, step } from '../talking/api.ts';
import {
  jsonOption,
  limitOption,
  releaseOrLatest,
  revisionOrLatest,
  roleOption,
  wholeNumber,
} from '../terminal/arguments.ts';
import { note, print, printJson, printText } from '../terminal/output.ts';
import { list } from '../talking/pages.ts';
import { promptNote, promptParts } from '../text/prompt-text.ts';
import { facts, table } from '../text/table.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

interface Options {
  readonly use?: number;
  readonly parts?: true;
  readonly revision?: NumberOrLatest;
  readonly release?: NumberOrLatest;
  readonly role?: Role;
  readonly limit?: number;
  readonly json?: true;
}

export function addSessions(program: Command): void {
  program
    .command('sessions')
    .description('list the Sessions, show what one used, or print a prompt that it was given')
    .argument('[id]', 'a Session')
    .option('--use <n>', 'print the prompt of this use, made again from the record', wholeNumber(1))
    .option('--parts', 'with --use: print where each part stands instead of the prompt')
    .option('--revision <n>', 'only Sessions that used this revision, or "latest"', revisionOrLatest)
    .option('--release <n>', 'only Sessions that used this release, or "latest"', releaseOrLatest)
    .addOption(roleOption('only Sessions of this role'))
    .addOption(limitOption())
    .addOption(jsonOption())
    .action(sessions);
}

async function sessions(id: string | undefined, { use, parts, json, ...filter }: Options): Promise<void> {
  if (id === undefined) {
    if (use !== undefined) throw new WrongUse('--use needs the id of a Session');
    await listSessions(filter, json);
    return;
  }
  if (Object.keys(filter).length > 0) throw new WrongUse('a Session is one: leave out what narrows the list');
  const path = `/v1/sessions/${step(id, 'Session id')}`;
  if (use === undefined) {
    const { body, text } = await get<Session>(path);
    print(json ? text : sessionText(body));
    return;
  }
  const { body, text } = await get<Preview>(`${path}/uses/${String(use)}/prompt`);
  if (json) print(text);
  else {
    note(promptNote(body));
    if (parts) print(promptParts(body));
    else printText(body.prompt);
  }
}

async function listSessions(
  { limit, ...filter }: Pick<Options, 'limit' | 'revision' | 'release' | 'role'>,
  json?: true,
) {
  const found = await list<Session>('/v1/sessions', filter, limit);
  if (json) {
    printJson(found);
    return;
  }
  const rows = found.items.map(({ session, role, uses }) => {
    const last = uses.at(-1);
    return [
      session,
      role,
      String(uses.length),
      String(last?.revision),
      String(last?.release),
      when(last?.first_used ?? null),
    ];
  });
  print(
    rows.length === 0 ? 'No Session.' : table(['session', 'role', 'uses', 'last revision', 'release', 'since'], rows),
  );
}

function sessionText({ session, role, uses }: Session): string {
  const rows = uses.map(({ use, revision, release, skill, first_used, prompt_digest }) => {
    const what = skill === null ? 'prompt' : `skill ${skill}`;
    return [String(use), what, String(revision), String(release), when(first_used), prompt_digest ?? ''];
  });
  const head = facts([
    ['session', session],
    ['role', role],
  ]);
  return `${head}\n\n${table(['use', 'what', 'revision', 'release', 'first used', 'digest of the prompt'], rows)}`;
}
