import { Inject, Injectable } from '@nestjs/common';
import {
  decideUse,
  evolveSession,
  readEvent,
  isUnknown,
  REVISION_USED,
  unknownSession,
  wasGiven,
  type RevisionUsed,
  type SessionState,
  streamsOf,
} from '@palimpsest/domain';
import { CLOCK, DEPLOYMENT, EVENT_LOG, type Deployment } from './deployment.ts';
import type { Clock } from './ports/clock.ts';
import type { EventLog } from './ports/event-log.ts';
import { runCommand } from './run-command.ts';

type SessionHead = SessionState & { readonly head: bigint | null };
/** A use to be recorded; number and time are given here. */
export type UseMade = Omit<RevisionUsed, 'use' | 'timestamp'>;

/** How many Sessions each of the two generations remembers. */
const GENERATION = 20_000;

/** What each Session was given, on record before its prompt is returned (U2). A known use writes and reads nothing. */
@Injectable()
export class Uses {
  readonly #streamOf: (session: string) => string;
  #young = new Map<string, SessionHead>();
  #old = new Map<string, SessionHead>();

  constructor(
    @Inject(EVENT_LOG) private readonly log: EventLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(DEPLOYMENT) deployment: Deployment,
  ) {
    const { usage } = streamsOf(deployment.team);
    this.#streamOf = (session) => usage + session;
  }

  /** Whether this very use is on record, as far as memory knows: then nothing needs to be done. */
  isKnown(use: UseMade): boolean {
    const known = this.#recall(use.session);
    return known?.role === use.role && wasGiven(known, use);
  }

  /** Throws `role_mismatch` before anything is written for a use that will be refused (U5: a refused request sets nothing). */
  async checkRole(use: UseMade): Promise<void> {
    decideUse(await this.#read(use.session), { ...use, timestamp: new Date(0).toISOString() });
  }

  /** Records the use unless the Session had the same before. When it resolves, it is durable. Throws `role_mismatch` (U5). */
  async record(use: UseMade): Promise<void> {
    if (this.isKnown(use)) return;
    const timestamp = new Date(this.clock.now()).toISOString();
    let read: SessionHead | undefined;
    const load = async () => (read = await this.#read(use.session));
    const written = await runCommand(this.log, this.#streamOf(use.session), load, (state) => {
      const data = decideUse(state, { ...use, timestamp });
      return data === null ? null : { type: REVISION_USED, data };
    });
    if (written !== null && read !== undefined)
      this.#remember(use.session, {
        ...evolveSession(read, written.event.data as RevisionUsed),
        head: written.appended.revision,
      });
  }

  /** All uses of a Session, first to last (U3); empty for a Session that the log does not know. */
  async of(session: string): Promise<RevisionUsed[]> {
    const uses: RevisionUsed[] = [];
    for await (const stored of this.log.read(this.#streamOf(session))) {
      const event = readEvent(stored);
      if (!isUnknown(event) && event.type === REVISION_USED) uses.push(event.data);
    }
    return uses;
  }

  async #read(session: string): Promise<SessionHead> {
    const known = this.#recall(session);
    let state: SessionState = known ?? unknownSession;
    let head = known?.head ?? null;
    for await (const stored of this.log.read(this.#streamOf(session), { from: head === null ? 0n : head + 1n })) {
      const event = readEvent(stored);
      if (!isUnknown(event) && event.type === REVISION_USED) state = evolveSession(state, event.data);
      head = stored.revision;
    }
    const read = { ...state, head };
    if (head !== null) this.#remember(session, read);
    return read;
  }

  #recall(session: string): SessionHead | undefined {
    const young = this.#young.get(session);
    if (young !== undefined) return young;
    const old = this.#old.get(session);
    if (old !== undefined) this.#remember(session, old);
    return old;
  }

  #remember(session: string, state: SessionHead): void {
    this.#young.set(session, state);
    if (this.#young.size <= GENERATION) return;
    this.#old = this.#young;
    this.#young = new Map();
  }
}
