import { Inject, Injectable } from '@nestjs/common';
import {
  checkRole,
  decideUse,
  evolveSession,
  readFor,
  unknownSession,
  wasGiven,
  type RevisionUsed,
  type Role,
  type SessionState,
  type UseMade,
  streamsOf,
} from '@palimpsest/domain';
import { CLOCK, DEPLOYMENT, EVENT_LOG, type Deployment } from '../deployment.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLog } from '../ports/event-log.ts';
import type { Present } from '../present/latest.ts';
import { runCommand } from '../run-command.ts';

type SessionHead = SessionState & { readonly head: bigint | null };

/** The version and the release that are given, as far as a use's time depends on them. */
type Given = {
  readonly version: Pick<Present['version'], 'timestamp'>;
  readonly release: Pick<Present['release'], 'timestamp'>;
};

/** How many Sessions, and how many uses of theirs, each of the two generations remembers. */
const GENERATION = { sessions: 20_000, uses: 200_000 };

/** What each Session was given, on record before its prompt is returned (U2). A known use writes and reads nothing. */
@Injectable()
export class Uses {
  readonly #streamOf: (session: string) => string;
  #young = new Map<string, SessionHead>();
  #old = new Map<string, SessionHead>();
  #youngUses = 0;

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
    checkRole(await this.#read(use.session), use);
  }

  /**
   * Records the use of what is present unless the Session had the same before. When it resolves, it is durable. Throws
   * `role_mismatch` (U5).
   */
  async record(use: UseMade, { version, release }: Given): Promise<void> {
    if (this.isKnown(use)) return;
    const times = { now: this.clock.now(), saved: version.timestamp, released: release.timestamp };
    let read: SessionHead | undefined;
    const load = async () => (read = await this.#read(use.session));
    const written = await runCommand(this.log, this.#streamOf(use.session), load, (state) => {
      const data = decideUse(state, use, times);
      return data === null ? null : { type: 'RevisionUsed' as const, data };
    });
    if (written !== null && read !== undefined)
      this.#remember(use.session, {
        ...evolveSession(read, [written.event.data]),
        head: written.appended.revision,
      });
  }

  /** The role that a Session's first recorded use set; null where there is none (U5). It never changes once it is known. */
  async roleOf(session: string): Promise<Role | null> {
    return (this.#recall(session) ?? (await this.#read(session))).role;
  }

  /** All uses of a Session, first to last (U3); empty for a Session that the log does not know. */
  async of(session: string): Promise<RevisionUsed[]> {
    return (await this.#usesAfter(session, null)).uses;
  }

  async #read(session: string): Promise<SessionHead> {
    const known = this.#recall(session);
    const { uses, head } = await this.#usesAfter(session, known?.head ?? null);
    if (known !== undefined && uses.length === 0) return { ...known, head };
    const read = { ...evolveSession(known ?? unknownSession, uses), head };
    if (head !== null) this.#remember(session, read);
    return read;
  }

  /** The uses behind that revision of the Session's stream, and where it ends. */
  async #usesAfter(session: string, after: bigint | null) {
    const uses: RevisionUsed[] = [];
    let head = after;
    for await (const stored of this.log.read(this.#streamOf(session), { from: after === null ? 0n : after + 1n })) {
      const event = readFor('session', stored);
      if (event !== null) uses.push(event.data);
      head = stored.revision;
    }
    return { uses, head };
  }

  #recall(session: string): SessionHead | undefined {
    const young = this.#young.get(session);
    if (young !== undefined) return young;
    const old = this.#old.get(session);
    if (old !== undefined) this.#remember(session, old);
    return old;
  }

  #remember(session: string, state: SessionHead): void {
    this.#youngUses += state.uses - (this.#young.get(session)?.uses ?? 0);
    this.#young.set(session, state);
    if (this.#young.size <= GENERATION.sessions && this.#youngUses <= GENERATION.uses) return;
    this.#old = this.#young;
    this.#young = new Map();
    this.#youngUses = 0;
  }
}
