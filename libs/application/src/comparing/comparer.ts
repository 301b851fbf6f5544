import { coarsely, exactly } from '@palimpsest/domain';
import { comparisons, type Answer, type Given, type Kind } from './comparisons.ts';
import { JobThread, type JobLimits } from './job-thread.ts';
import { JsonBytes, type Json } from './json-bytes.ts';
import type { Job } from './worker.ts';

/** A job with less text than this, in all, takes a millisecond or two at most: it is not worth a worker. */
const SMALL = 1_000;
const LIMITS: JobLimits = { time: 5_000, waiting: 100, patience: 10_000, memory: 512 };
/** The part of a job's time after which its worker looks for no more detail, and leaves the rest coarse. */
const DETAIL = 0.6;
/** The compiled program, also where this file runs from its source. */
const PROGRAM = new URL('../../dist/comparing/worker.js', import.meta.url);

/**
 * Compares and merges off the thread that serves prompts: all that a request needs as one job, but for a small one. It always
 * answers, if need be coarsely: where the time is over or too many wait, another thread answers without looking for detail.
 */
export class Comparer {
  readonly #detailed: JobThread<Job, Uint8Array>;
  readonly #coarse: JobThread<Job, Uint8Array>;
  readonly #time: number;

  constructor(given: Partial<JobLimits> = {}, program = PROGRAM) {
    const limits = { ...LIMITS, ...given };
    this.#time = limits.time * DETAIL;
    this.#detailed = new JobThread(program, limits);
    this.#coarse = new JobThread(program, limits);
  }

  async compare<K extends Kind>(kind: K, given: Given<K>): Promise<Json<Answer<K>>> {
    const { pack, size, compare } = comparisons[kind];
    const packed = pack(given);
    if (size(packed) < SMALL) return compare(packed, exactly);
    const job = (time: number) => ({ kind, packed, time }) as Job;
    const bytes = (await this.#detailed.run(job(this.#time))) ?? (await this.#coarse.run(job(0)));
    return bytes === null ? compare(packed, coarsely) : new JsonBytes(bytes);
  }

  /** Ends the threads; what still runs or comes later is answered coarsely. */
  async close(): Promise<void> {
    await Promise.all([this.#detailed.close(), this.#coarse.close()]);
  }
}
