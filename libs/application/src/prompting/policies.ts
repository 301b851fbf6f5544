import { Inject, Injectable } from '@nestjs/common';
import {
  digestOfJson,
  readFor,
  typesFor,
  type Digest,
  type Policy,
  type RecordedCaller,
  streamsOf,
} from '@palimpsest/domain';
import { CLOCK, DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { runCommand } from '../run-command.ts';
import { Projector, ViewPaused } from '../views/projector.ts';

/** How many places are remembered: those that were recorded or asked for last. */
const REMEMBERED = 1_000;

/** The policies that prompts were made with, each recorded once, in the team's own stream (U2). */
@Injectable()
export class Policies {
  readonly #stream: string;
  /** Digest → revision of the stream. */
  readonly #places = new Map<Digest, bigint>();
  readonly #recording = new Map<Digest, Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT) deployment: Deployment,
    @Inject(Projector) private readonly projector: Projector,
  ) {
    this.#stream = streamsOf(deployment.team).policies;
  }

  /** After it resolves, the policy is durable in the log, once. */
  async record(digest: Digest, policy: Policy, caller: RecordedCaller): Promise<void> {
    if (this.#places.has(digest)) return;
    const running = this.#recording.get(digest) ?? this.#inTurn(() => this.#append(digest, policy, caller));
    this.#recording.set(digest, running);
    await running.finally(() => this.#recording.delete(digest));
  }

  /** A recorded policy; null where the log has none of that digest, or its digest does not hold. */
  async get(digest: Digest): Promise<Policy | null> {
    const from = await this.#placeOf(digest);
    if (from === null) return null;
    for await (const stored of this.log.read(this.#stream, { from, count: 1 })) {
      const event = readFor('policies', stored);
      if (event !== null && digestOfJson(event.data.policy) === digest) return event.data.policy;
    }
    return null;
  }

  /** One after another: new policies all go to one stream, where those at once would only stand in each other's way. */
  #inTurn(run: () => Promise<void>): Promise<void> {
    const turn = this.#last.then(run);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  async #append(digest: Digest, policy: Policy, caller: RecordedCaller): Promise<void> {
    const load = async () => {
      // The head first: the place, asked for afterwards, is then known of every policy up to it.
      const head = await this.log.head(this.#stream);
      return { head, place: await this.#placeOf(digest) };
    };
    const written = await runCommand(this.log, this.#stream, load, ({ place }) => {
      if (place !== null) return null;
      const timestamp = new Date(this.clock.now()).toISOString();
      return { type: 'PolicyUsed' as const, data: { digest, policy, timestamp, caller } };
    });
    if (written?.appended.revision != null) this.#remember(digest, written.appended.revision);
  }

  /** Null: no policy of that digest was in the log at the time of the call. */
  async #placeOf(digest: Digest): Promise<bigint | null> {
    const place = this.#places.get(digest) ?? (await this.#find(digest));
    if (place !== null) this.#remember(digest, place);
    return place;
  }

  /** The read model tells where it lies; while that is paused the stream itself does, so that no prompt is refused for it. */
  async #find(digest: Digest): Promise<bigint | null> {
    try {
      return await this.projector.read('policies', ({ policies }) => policies.place(digest));
    } catch (error) {
      if (!(error instanceof ViewPaused)) throw error;
      return this.#search(digest);
    }
  }

  /** By the digest alone: an event that cannot be read, which may be what paused the read model, stands in no way here. */
  async #search(digest: Digest): Promise<bigint | null> {
    const types: readonly string[] = typesFor('policies');
    for await (const { type, data, revision } of this.log.read(this.#stream))
      if (types.includes(type) && data['digest'] === digest) return revision;
    return null;
  }

  #remember(digest: Digest, place: bigint): void {
    this.#places.delete(digest);
    this.#places.set(digest, place);
    const [oldest] = this.#places.keys();
    if (this.#places.size > REMEMBERED && oldest !== undefined) this.#places.delete(oldest);
  }
}
