import fc from 'fast-check';
import type { NewEvent } from '@palimpsest/domain';
import { asSchema1, event, minute, policy, used, version } from './events.ts';
import type { TeamLog } from './team-log.ts';

/** One step of a random history: what happens next, in which team. Numbers are made to fit when it is played. */
const step = fc.record({
  kind: fc.constantFrom('version', 'use', 'older use', 'skill', 'policy', 'unknown'),
  team: fc.constantFrom('a', 'a', 'a', 'ab'),
  session: fc.constantFrom('s1', 's2', 's:3', 's-4'),
  worker: fc.boolean(),
  number: fc.integer({ min: 1, max: 4 }),
});
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
export const histories = fc.array(step, { maxLength: 40 });
export const longHistories = fc.array(step, { minLength: 10_000, maxLength: 10_000, size: 'max' });

/** Plays steps on logs, one after another; each player remembers how far each stream is. */
export class Player {
  readonly #counts = new Map<string, number>();
  readonly #roles = new Map<string, 'orchestrator' | 'worker'>();
  constructor(readonly log: TeamLog) {}

  async play(steps: readonly Step[]): Promise<void> {
    for (const each of steps) {
      const [stream, made] = this.#make(each);
      await this.log.add(stream, made);
    }
  }

  #make({ kind, team, session, worker, number }: Step): [string, NewEvent] {
    if (kind === 'version') {
      const stream = `prompts-${team}`;
      const revision = this.#next(stream);
      const changed = ['runtime/work', 'team/delivery', 'team/skill/x'].slice(0, number);
      const request = number === 2 ? { request_id: `${team}${String(revision)}` } : {};
      return [stream, version({ revision, changed, origin: worker ? 'tool' : 'panel', actor: session, ...request })];
    }
    if (kind === 'policy') return [`policies-${team}`, policy(String(this.#next(`policies-${team}`)))];
    const stream = `usage-${team}:${session}`;
    if (kind === 'unknown') return [[`prompts-${team}`, `policies-${team}`][number - 1] ?? stream, unknown()];
    const role = this.#roles.get(stream) ?? (worker ? 'worker' : 'orchestrator');
    this.#roles.set(stream, role);
    const skill = kind === 'skill' ? 'feishu' : null;
    const made = used({ session, use: this.#next(stream), role, revision: number, release: 1 + (number % 2), skill });
    return [stream, kind === 'older use' ? asSchema1(made) : made];
  }

  #next(stream: string): number {
    const next = (this.#counts.get(stream) ?? 0) + 1;
    this.#counts.set(stream, next);
    return next;
  }
}

const unknown = (): NewEvent => ({ ...event('PolicyUsed', { at: minute(0) }), type: 'FromTheFuture' });
