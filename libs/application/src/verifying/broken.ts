import type { LogError } from '../ports/event-log.ts';
import { UnreadableEvent, type StoredEvent } from '@palimpsest/domain';

/** What is checked of a log, in this order (A4). */
export type Check = 'storage' | 'events' | 'releases' | 'versions' | 'policies' | 'uses' | 'prompts' | 'views';

/** The first thing that does not hold: what, and where in the log. Revision and position are decimal strings. Holds no text. */
export interface VerifyFault {
  readonly check: Check;
  readonly stream: string | null;
  readonly revision: string | null;
  readonly position: string | null;
  readonly message: string;
}

/** Thrown by the checks at the first thing that does not hold. */
export class Broken extends Error {
  constructor(readonly fault: VerifyFault) {
    super(fault.message);
    this.name = 'Broken';
  }
}

type Place = Pick<StoredEvent, 'stream' | 'revision' | 'position'>;

/** Throws `Broken` at the event unless the condition holds. */
export function mustHold(condition: boolean, check: Check, event: Place, message: string): asserts condition {
  if (!condition) throw new Broken(faultAt(check, event, message));
}

export function faultAt(check: Check, { stream, revision, position }: Place, message: string): VerifyFault {
  return { check, stream, revision: String(revision), position: String(position), message };
}

/** The finding that an error of reading is, or null: then nothing was found, and the log cannot be looked through. */
export function faultOf(error: unknown): VerifyFault | null {
  if (error instanceof Broken) return error.fault;
  if (error instanceof UnreadableEvent) return faultAt('events', error.event, error.message);
  const { code, message } = error as Partial<LogError>;
  if (code !== 'log_damaged') return null;
  return { check: 'storage', stream: null, revision: null, position: null, message: message ?? '' };
}
