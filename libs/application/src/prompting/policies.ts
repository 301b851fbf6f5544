import { Inject, Injectable } from '@nestjs/common';
import { digestOfJson, readFor, type Digest, type Policy, streamsOf } from '@palimpsest/domain';
import { CLOCK, DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import { runCommand } from '../run-command.ts';

/** The policies that prompts were made with, each recorded once, in the team's own stream (U2). */
@Injectable()
export class Policies {
  readonly #stream: string;
  /** Digest → revision of the stream. */
  readonly #places = new Map<Digest, bigint>();
  readonly #recording = new Map<Digest, Promise<unknown>>();
  #head: bigint | null = null;

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT) deployment: Deployment,
  ) {
    this.#stream = streamsOf(deployment.team).policies;
  }

  /** After it resolves, the policy is durable in the log, once. */
  async record(digest: Digest, policy: Policy): Promise<void> {
    if (this.#places.has(digest)) return;
    const running = this.#recording.get(digest) ?? this.#append(digest, policy);
    this.#recording.set(digest, running);
    await running.finally(() => this.#recording.delete(digest));
  }

  async #append(digest: Digest, policy: Policy): Promise<void> {
    const written = await runCommand(
      this.log,
      this.#stream,
      () => this.#fold(),
      () => {
        if (this.#places.has(digest)) return null;
        const timestamp = new Date(this.clock.now()).toISOString();
        return { type: 'PolicyUsed' as const, data: { digest, policy, timestamp } };
      },
    );
    if (written?.appended.revision != null) this.#places.set(digest, written.appended.revision);
  }

  /** A recorded policy; null where the log has none of that digest, or its digest does not hold. */
  async get(digest: Digest): Promise<Policy | null> {
    await this.#fold();
    const from = this.#places.get(digest);
    if (from === undefined) return null;
    for await (const stored of this.log.read(this.#stream, { from, count: 1 })) {
      const event = readFor('policies', stored);
      if (event !== null && digestOfJson(event.data.policy) === digest) return event.data.policy;
    }
    return null;
  }

  async #fold(): Promise<{ head: bigint | null }> {
    const from = this.#head === null ? 0n : this.#head + 1n;
    for await (const stored of this.log.read(this.#stream, { from })) {
      const event = readFor('policies', stored);
      if (event !== null) this.#places.set(event.data.digest, stored.revision);
      if (this.#head === null || stored.revision > this.#head) this.#head = stored.revision;
    }
    return { head: this.#head };
  }
}
