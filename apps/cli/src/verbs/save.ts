import { Option, type Command } from 'commander';
import type { NumberOrLatest } from '@palimpsest/domain';
import { dryRunOption, jsonOption, messageOption, requestIdOption, revisionOrLatest } from '../terminal/arguments.ts';
import type { Draft } from '../drafts/draft.ts';
import { mergeTarget } from '../drafts/merge-target.ts';
import { readJson, readText } from '../drafts/read-file.ts';
import { sendSave, type SendOptions } from '../drafts/send-save.ts';
import { WrongUse } from '../terminal/wrong-use.ts';

interface Options extends SendOptions {
  readonly base?: NumberOrLatest;
  readonly part?: string;
  readonly on?: string;
  readonly skill?: string;
  readonly description?: string;
}

const AFTER = `
FILE is what "show --json" printed, edited: its revision is the base. Or a change or a replace that names its base_revision,
as the HTTP interface takes them. Or a bare configuration, {"sections", "skills", "overrides"}: it replaces all, and needs
--base. With --part or --skill it is plain text. A save from an older revision is refused, and the file is never touched.`;

export function addSave(program: Command): void {
  program
    .command('save')
    .description('save a configuration, a change, or the text of one entry')
    .argument('<file>', 'the draft; "-" reads standard input')
    .option('--base <n>', 'the revision that the draft was made from, or "latest"', revisionOrLatest)
    .option('--part <key>', 'the file is the text of this part or section')
    .option('--on <digest>', 'with --part: the default that the text was written against, or "current"')
    .addOption(new Option('--skill <name>', 'the file is the body of this team skill').conflicts('part'))
    .option('--description <text>', 'with --skill: when agents should load it')
    .addOption(messageOption())
    .addOption(requestIdOption())
    .option('--merge-to <file>', 'where the save is stale, write the merge to this new file')
    .addOption(dryRunOption())
    .addOption(jsonOption())
    .addHelpText('after', AFTER)
    .action(save);
}

async function save(file: string, options: Options): Promise<void> {
  const target = options.mergeTo === undefined ? null : mergeTarget(options.mergeTo);
  // They bring the schemas of the domain, which other verbs can do without.
  const { baseOf, draftOf } = await import('../drafts/draft.ts');
  const draft = (await entryDraft(file, options)) ?? draftOf(await readJson(file), file);
  const base = baseOf(draft, options.base);
  await sendSave([draft.method, '/v1/configuration'], draft.body, base, options, target);
}

/** The draft of one entry, whose text is the file; null where the file is a draft itself. */
async function entryDraft(file: string, { part, on, skill, description }: Options): Promise<Draft | null> {
  if (on !== undefined && part === undefined) throw new WrongUse('--on goes with --part');
  if (description !== undefined && skill === undefined) throw new WrongUse('--description goes with --skill');
  const { partDraft, skillDraft } = await import('../drafts/part-draft.ts');
  if (part !== undefined) return partDraft(part, await readText(file), on);
  if (skill !== undefined) return skillDraft(skill, await readText(file), description);
  return null;
}
