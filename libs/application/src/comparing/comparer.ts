import {
  conflictingWhole,
  diffTexts,
  mergeTexts,
  replacedWhole,
  type TextDiff,
  type TextMerge,
} from '@palimpsest/domain';
import { JobThread, type JobLimits } from './job-thread.ts';
import { unpackDiff, unpackMerge } from './packed.ts';
import type { Compared, Comparison } from './worker.ts';

/** UTF-16 units, over all texts of a comparison, that take some milliseconds at most: fewer are not worth a worker. */
const SMALL = 4_000;
const LIMITS: JobLimits = { time: 5_000, waiting: 100, memory: 512 };
/** The compiled program, also where this file runs from its source. */
const PROGRAM = new URL('../../dist/comparing/worker.js', import.meta.url);

/** Compares and merges texts off the thread that serves prompts, but for small ones; always answers, if need be coarsely. */
export class Comparer {
  readonly #thread: JobThread<Comparison, Compared>;

  constructor(limits: Partial<JobLimits> = {}, program = PROGRAM) {
    this.#thread = new JobThread(program, { ...LIMITS, ...limits });
  }

  async diff(from: string, to: string): Promise<TextDiff> {
    if (from.length + to.length < SMALL) return diffTexts(from, to);
    const answer = await this.#thread.run({ kind: 'diff', from, to });
    return answer?.kind === 'diff' ? unpackDiff(answer.diff) : replacedWhole(from, to);
  }

  async merge(base: string, current: string, draft: string): Promise<TextMerge> {
    const units = base.length + current.length + draft.length;
    // Where a side changed nothing there is nothing to compare, and no coarse answer would be right.
    if (units < SMALL || base === current || base === draft || current === draft)
      return mergeTexts(base, current, draft);
    const answer = await this.#thread.run({ kind: 'merge', base, current, draft });
    return answer?.kind === 'merge' ? unpackMerge(answer.merge) : conflictingWhole(base, current, draft);
  }

  /** Ends the worker thread; comparisons that still run or come later are answered coarsely. */
  async close(): Promise<void> {
    await this.#thread.close();
  }
}
