import type { Command } from 'commander';
import type { VerifyCounts, VerifyFault, ViewName } from '@palimpsest/application';
import { jsonOption } from '../terminal/arguments.ts';
import { Failed } from '../talking/failure.ts';
import { print, printJson } from '../terminal/output.ts';
import { Progress } from '../terminal/progress.ts';
import { facts } from '../text/table.ts';
import { number } from '../text/version-text.ts';

interface Options {
  readonly prompts: boolean;
  readonly json?: true;
}
/** What is printed: everything that holds, and the first thing that does not. */
interface Report {
  readonly stored: number | null;
  readonly counts: VerifyCounts | null;
  /** Rows of the read models that equal a fresh fold; null where they are made anew at the next start. */
  readonly rows: Readonly<Record<ViewName, number | null>> | null;
  readonly fault: VerifyFault | null;
}

export function addVerify(program: Command): void {
  program
    .command('verify')
    .description('check the whole log, from checksums to every recorded prompt; a server may go on meanwhile')
    .option('--no-prompts', 'do not make each recorded prompt again')
    .addOption(jsonOption())
    .action(verify);
}

async function verify({ prompts, json }: Options): Promise<void> {
  const progress = new Progress();
  const report = await check(prompts, progress).finally(() => {
    progress.clear();
  });
  if (json) printJson(report);
  else if (report.fault === null) print(await reportText(report));
  if (report.fault !== null) throw new Failed(faultText(report.fault));
}

/** From the outside to the inside, so that what is named first is the cause of what else would fail. */
async function check(prompts: boolean, progress: Progress): Promise<Report> {
  const { checkStoredLog, openExistingStore, readSettings } = await import('@palimpsest/server');
  const { verifyLog } = await import('@palimpsest/application');
  const settings = readSettings(process.env);
  const told = (what: string) => (events: number) => {
    progress.show(`${what}: ${number(events)} events …`);
  };
  const stored = await checkStoredLog(settings, told('checksums'));
  const report: Report = { stored: stored.events, counts: null, rows: null, fault: null };
  if (stored.damage !== null) return { ...report, fault: storageFault(stored.damage) };
  const log = await openExistingStore(settings);
  try {
    const { counts, fault } = await verifyLog(log, { team: settings.team, prompts, onProgress: told('contents') });
    if (fault !== null) return { ...report, counts, fault };
    progress.show('read models …');
    return { ...report, counts, ...(await checkViews(log, settings)) };
  } finally {
    await log.close();
  }
}

type Server = typeof import('@palimpsest/server');
type Log = Awaited<ReturnType<Server['openExistingStore']>>;

async function checkViews(
  log: Log,
  settings: ReturnType<Server['readSettings']>,
): Promise<Pick<Report, 'rows' | 'fault'>> {
  const { copyViews } = await import('@palimpsest/server');
  const { verifyViews } = await import('@palimpsest/application');
  const copy = copyViews(settings);
  if (copy === null) return { rows: null, fault: null };
  try {
    if (copy.views !== null) return await verifyViews(log, copy.views, settings.team);
    const message = `${copy.damage ?? ''}; delete it while no server runs, the next start makes it anew`;
    return { rows: null, fault: { check: 'views', stream: null, revision: null, position: null, message } };
  } finally {
    copy.close();
  }
}

type Damage = NonNullable<Awaited<ReturnType<Server['checkStoredLog']>>['damage']>;

function storageFault({ stream, revision, position, message }: Damage): VerifyFault {
  const text = (value: bigint | null) => (value === null ? null : String(value));
  return { check: 'storage', stream, revision: text(revision), position: text(position), message };
}

function faultText({ check: which, stream, revision, position, message }: VerifyFault): string {
  const place = [
    ...(stream === null ? [] : [`stream ${stream}`]),
    ...(revision === null ? [] : [`revision ${revision}`]),
    ...(position === null ? [] : [`position ${position}`]),
  ];
  return `the check of ${which} fails: ${message}${place.length === 0 ? '' : ` (${place.join(', ')})`}`;
}

async function reportText({ stored, counts, rows }: Report): Promise<string> {
  if (counts === null) return '';
  const { viewNames } = await import('@palimpsest/application');
  const rowsText = viewNames.map((view) => `${view} ${String(rows?.[view] ?? 'not made yet')}`);
  const unknown = counts.unknown === 0 ? '' : `, ${number(counts.unknown)} of types that this build does not know`;
  const pairs: [string, string][] = [
    ['checksums', `${number(stored ?? 0)} events of the log`],
    ['events', `${number(counts.events)} of the team${unknown}`],
    ['releases', `${number(counts.releases)}, with ${number(counts.defaults)} texts`],
    ['versions', `${number(counts.versions)}, with ${number(counts.texts)} texts`],
    ['policies', number(counts.policies)],
    ['sessions', `${number(counts.sessions)}, with ${number(counts.uses)} uses`],
    ['prompts', `${number(counts.prompts)} made again`],
    ['read models', rowsText.join(', ')],
  ];
  return `${facts(pairs)}\n\nAll of it holds.`;
}
