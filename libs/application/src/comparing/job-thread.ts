import { Worker } from 'node:worker_threads';

interface Waiting<Job, Answer> {
  readonly job: Job;
  readonly resolve: (answer: Answer | null) => void;
  readonly reject: (error: Error) => void;
  /** Runs out while the job waits for those before it. */
  readonly patience: NodeJS.Timeout;
}

export interface JobLimits {
  /** Milliseconds that one job may run, from when the worker is given it. */
  readonly time: number;
  /** Jobs that may wait; one more is not done. */
  readonly waiting: number;
  /** Milliseconds that a job may wait for those before it. */
  readonly patience: number;
  /** Megabytes of the worker's heap. */
  readonly memory: number;
}

/**
 * One worker thread that does jobs one after another: started by the first, replaced after one that ran too long. It keeps the
 * process alive only while a job runs.
 */
export class JobThread<Job, Answer> {
  readonly #program: URL;
  readonly #limits: JobLimits;
  readonly #queue: Waiting<Job, Answer>[] = [];
  #running: Waiting<Job, Answer> | null = null;
  #timer: NodeJS.Timeout | undefined;
  #worker: Worker | null = null;
  #closed = false;

  constructor(program: URL, limits: JobLimits) {
    this.#program = program;
    this.#limits = limits;
  }

  /**
   * The worker's answer; null where it has none: out of time or memory, too many jobs before it, or closed. Rejects with what the
   * worker's program threw.
   */
  run(job: Job): Promise<Answer | null> {
    if (this.#closed || this.#queue.length >= this.#limits.waiting) return Promise.resolve(null);
    return new Promise((resolve, reject) => {
      const patience = setTimeout(() => {
        this.#giveUp(waiting);
      }, this.#limits.patience);
      const waiting = { job, resolve, reject, patience };
      this.#queue.push(waiting);
      this.#next();
    });
  }

  /** Ends the worker. What runs or waits has no answer (null), so that nobody waits for ever. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of [...this.#queue]) this.#giveUp(waiting);
    await this.#drop();
  }

  #giveUp(waiting: Waiting<Job, Answer>): void {
    clearTimeout(waiting.patience);
    this.#queue.splice(this.#queue.indexOf(waiting), 1);
    waiting.resolve(null);
  }

  #next(): void {
    if (this.#running !== null) return;
    const next = this.#queue.shift();
    if (next === undefined) {
      this.#worker?.unref();
      return;
    }
    clearTimeout(next.patience);
    this.#running = next;
    this.#worker ??= this.#start();
    this.#worker.ref();
    this.#worker.postMessage(next.job);
    this.#timer = setTimeout(() => void this.#drop(), this.#limits.time);
  }

  #start(): Worker {
    // No flags of this process: a condition or loader for sources would not suit the compiled program.
    const worker = new Worker(this.#program, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#limits.memory },
    });
    worker.on('message', (answer: Answer) => {
      if (worker === this.#worker) this.#settle(answer);
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      if (worker !== this.#worker) return;
      const spent = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      void this.#drop(spent ? undefined : error);
    });
    return worker;
  }

  /** Ends this worker, and leaves its job without an answer; the next job starts another. */
  async #drop(error?: Error): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#settle(null, error);
    await worker?.terminate();
  }

  #settle(answer: Answer | null, error?: Error): void {
    clearTimeout(this.#timer);
    const running = this.#running;
    this.#running = null;
    if (error === undefined) running?.resolve(answer);
    else running?.reject(error);
    this.#next();
  }
}
