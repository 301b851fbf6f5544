import type { StaleDetails, VersionListed } from '@palimpsest/domain';
import { when } from '../text/age.ts';
import { Explained, problemLines } from '../talking/failure.ts';
import type { MergeTarget } from './merge-target.ts';
import { list } from '../talking/pages.ts';
import { ProblemAnswer, type ToldProblem } from '../talking/problem.ts';
import { beginning } from '../text/beginning.ts';
import { by, keysText, kindText } from '../text/version-text.ts';

/** How many of the versions that came between are told. */
const TOLD = 20;

/**
 * Says of a stale refusal who changed what since, what conflicts, and where the merge is (S11). Any other error is thrown as
 * it is. The draft is left as it was.
 */
export async function explainStale(error: unknown, base: number, target: MergeTarget | null): Promise<never> {
  if (!(error instanceof ProblemAnswer) || error.document.code !== 'stale_revision') throw error;
  const { document } = error;
  const { current, conflicts, merged } = document as ToldProblem & StaleDetails;
  const { revision } = current;
  const lines = [...problemLines(document), ...(await since(base, revision))];
  for (const { key, hunks } of conflicts) {
    lines.push(`  conflict in ${key}:`);
    for (const { base: then, current: now, draft } of hunks)
      lines.push(...side('was', then), ...side('is', now), ...side('draft', draft));
  }
  throw new Explained([...lines, ...mergeLines(merged, revision, conflicts.length, target)], error);
}

async function since(base: number, current: number): Promise<string[]> {
  const missed = current - base;
  if (missed <= 0) return [];
  const listed = await list<VersionListed>('/v1/versions', {}, Math.min(missed, TOLD)).catch((error: unknown) => {
    // A list that is paused must not stand in place of the refusal.
    if (error instanceof ProblemAnswer) return null;
    throw error;
  });
  if (listed === null) return ['  what came between cannot be listed now'];
  const told = listed.items.filter(({ revision }) => revision > base && revision <= current);
  const lines = told.reverse().map((version) => {
    const message = version.message === null ? '' : `: ${beginning(version.message)}`;
    const changed = version.changed.length === 0 ? 'nothing changed' : keysText(version.changed);
    return `  revision ${String(version.revision)}, ${by(version)}, ${when(version.timestamp)}, ${kindText(version)}, ${changed}${message}`;
  });
  return missed > TOLD ? [`  ${String(missed - TOLD)} earlier revisions, and then:`, ...lines] : lines;
}

/** A side of a hunk, a line each; where it holds nothing, that is said. */
function side(name: string, lines: readonly string[]): string[] {
  const shown = lines.length === 0 ? ['(nothing)'] : lines.length > 12 ? [...lines.slice(0, 11), '…'] : lines;
  return shown.map((line, index) => `    ${(index === 0 ? name : '').padEnd(6)}| ${line.replaceAll('\r', '')}`);
}

function mergeLines(merged: unknown, revision: number, conflicts: number, target: MergeTarget | null): string[] {
  if (merged === null) return [];
  const entries = `${String(conflicts)} ${conflicts === 1 ? 'entry' : 'entries'}`;
  const left =
    conflicts === 0
      ? ''
      : `; it has the current text of ${entries} in conflict: take over what you need from your draft`;
  if (target === null)
    return [`  your draft is as it was; --merge-to FILE writes its merge with revision ${String(revision)}${left}`];
  const failure = target.write(merged, revision);
  if (failure !== null)
    return [`  your draft is as it was; its merge cannot be written to ${target.file} (${failure})`];
  return [`  your draft is as it was; its merge is in ${target.file}${left}`, `  then: palimpsest save ${target.file}`];
}
