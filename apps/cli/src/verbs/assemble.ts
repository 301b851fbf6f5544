import type { Command } from 'commander';
import type { NumberOrLatest, Preview, Role } from '@palimpsest/domain';
import { call, step } from '../talking/api.ts';
import { jsonOption, releaseOrLatest, revisionOrLatest, roleOption } from '../terminal/arguments.ts';
import { note, print, printText } from '../terminal/output.ts';
import { readVariables } from '../drafts/prompt-inputs.ts';
import { promptNote, promptParts } from '../text/prompt-text.ts';
import { readJson } from '../drafts/read-file.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

interface Options {
  readonly role: Role;
  readonly variables: string[];
  readonly policy?: string;
  readonly ticket?: string;
  readonly revision?: NumberOrLatest;
  readonly release?: NumberOrLatest;
  readonly session?: string;
  readonly parts?: true;
  readonly json?: true;
}

export function addAssemble(program: Command): void {
  program
    .command('assemble')
    .description('assemble a prompt: a preview, which records nothing, or with --session the prompt of that Session')
    .addOption(roleOption('whose prompt').makeOptionMandatory())
    .option('--variables <given...>', 'name=value, or a file of JSON', [])
    .option('--policy <file>', 'the policy, for an orchestrator')
    .option('--ticket <file>', 'the Ticket, for a worker')
    .option('--revision <n>', 'preview an earlier version, or "latest"', revisionOrLatest)
    .option('--release <n>', 'preview under another release of the defaults, or "latest"', releaseOrLatest)
    .option('--session <id>', 'give it to this Session, which is recorded')
    .option('--parts', 'print where each part stands instead of the prompt')
    .addOption(jsonOption())
    .action(assemble);
}

async function assemble(options: Options): Promise<void> {
  const { role, session, revision, release } = options;
  if (session !== undefined && (revision ?? release) !== undefined)
    throw new WrongUse(
      'a Session always gets the latest: leave --revision and --release out, or --session for a preview',
    );
  const body = {
    role,
    variables: await readVariables(options.variables),
    ...(options.policy === undefined ? {} : { policy: await readJson(options.policy) }),
    ...(options.ticket === undefined ? {} : { ticket: await readJson(options.ticket) }),
    ...(revision === undefined ? {} : { revision }),
    ...(release === undefined ? {} : { release }),
  };
  const path = session === undefined ? '/v1/preview' : `/v1/sessions/${step(session, 'Session id')}/prompt`;
  const { body: answer, text } = await call<Preview>('POST', path, body);
  if (options.json) {
    print(text);
    return;
  }
  note(promptNote(answer));
  if (options.parts) print(promptParts(answer));
  else printText(answer.prompt);
}
