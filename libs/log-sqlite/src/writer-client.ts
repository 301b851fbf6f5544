import { Worker } from 'node:worker_threads';
import { LogConflict, LogError } from '@palimpsest/application';
import type { Appended, CheckedEvent, ExpectedRevision } from '@palimpsest/application';
import { unavailable } from './failure.ts';
import { toLogError } from './to-log-error.ts';
import type { AppendAnswer, AppendRequest, FromWriter, ToWriter, WriterData } from './protocol.ts';

interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  /** Milliseconds on the monotonic clock. */
  readonly deadline: number;
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: LogError) => void;
}

/** The compiled file of the thread, which is beside this one's folder whether this runs from `src` or from `dist`. */
const WRITER = new URL('../dist/writer.js', import.meta.url);

/** So many appends cross without waiting for more: the writer begins while this thread goes on. */
const MOST_AT_ONCE = 64;

/** This thread's end of the writer: hands appends over, and settles them in the same order. */
export class WriterClient {
  private readonly worker: Worker;
  private readonly bell = new Int32Array(new SharedArrayBuffer(4));
  private readonly waiting: Waiting[] = [];
  private outbox: AppendRequest[] = [];
  private timer: NodeJS.Timeout | undefined;
  private ended: LogError | undefined;
  private readonly exited: Promise<void>;

  /** Resolves when the file is open; rejects with what `toFailure` tells. `limit`: milliseconds that an append may take. */
  static async start(data: Omit<WriterData, 'bell'>, limit: number): Promise<WriterClient> {
    const client = new WriterClient(data, limit);
    await client.ready;
    // An append under way keeps the process alive, an open log does not.
    client.worker.unref();
    return client;
  }

  private readonly ready: Promise<void>;

  private constructor(
    private readonly data: Omit<WriterData, 'bell'>,
    private readonly limit: number,
  ) {
    // Some flags of a process are refused by its threads, and this one needs none.
    this.worker = new Worker(WRITER, {
      workerData: { ...data, bell: this.bell } satisfies WriterData,
      name: 'event log writer',
      execArgv: [],
    });
    this.ready = new Promise((resolve, reject) => {
      this.worker.on('message', (message: FromWriter) => {
        if (message === 'ready') resolve();
        else if ('code' in message) reject(toLogError(message));
        else this.settle(message);
      });
      this.worker.on('error', (error) => {
        reject(this.end(error));
      });
    });
    this.exited = new Promise((resolve) => {
      this.worker.on('exit', () => {
        this.end();
        resolve();
      });
    });
  }

  append(stream: string, events: readonly CheckedEvent[], expected: ExpectedRevision): Promise<Appended> {
    return new Promise((resolve, reject) => {
      if (this.ended) {
        reject(this.ended);
        return;
      }
      if (this.waiting.length === 0) this.worker.ref();
      this.waiting.push({ stream, expected, deadline: performance.now() + this.limit, resolve, reject });
      this.timer ??= setTimeout(() => {
        this.expire();
      }, this.limit);
      // All that is appended before this thread waits again crosses at once.
      if (this.outbox.length === 0)
        process.nextTick(() => {
          this.flush();
        });
      const outgoing = this.outbox.push({
        stream,
        expected: expected === 'no_stream' ? null : expected,
        events: events.map(({ id, type, schema, json }) => [id, type, schema, json] as const),
      });
      if (outgoing >= MOST_AT_ONCE) this.flush();
    });
  }

  /** Waits for the appends under way; the file is closed when it resolves. */
  async close(): Promise<void> {
    this.flush();
    this.worker.ref();
    this.post('close');
    await this.exited;
  }

  private flush(): void {
    if (this.outbox.length === 0) return;
    this.post(this.outbox);
    this.outbox = [];
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
    Atomics.add(this.bell, 0, 1);
    Atomics.notify(this.bell, 0);
  }

  private settle(answers: readonly AppendAnswer[]): void {
    for (const answer of answers) {
      const { stream, expected, resolve, reject } = this.waiting.shift() as Waiting;
      if (!('code' in answer)) resolve(answer);
      else if (answer.actual === undefined) reject(toLogError(answer));
      else reject(new LogConflict(stream, expected, answer.actual));
    }
    if (this.waiting.length > 0) return;
    this.worker.unref();
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Answers those who waited too long. Their place in the order stays, and a late answer finds them settled. */
  private expire(): void {
    const now = performance.now();
    const error = toLogError(
      unavailable(this.data.file, 'the append took too long and may yet be written: try again with the same event ids'),
    );
    for (const { deadline, reject } of this.waiting) if (deadline <= now) reject(error);
    const next = this.waiting.find(({ deadline }) => deadline > now);
    this.timer = next
      ? setTimeout(() => {
          this.expire();
        }, next.deadline - now)
      : undefined;
  }

  private end(cause?: unknown): LogError {
    this.ended ??= new LogError('store_unavailable', `the writer of ${this.data.file} ended: start again`, { cause });
    clearTimeout(this.timer);
    for (const { reject } of this.waiting.splice(0)) reject(this.ended);
    return this.ended;
  }
}
