import {
  evolveSession,
  release as releaseOf,
  unknownSession,
  wasGiven,
  type CatalogueState,
  type Digest,
  type EventOf,
  type Policy,
  type RevisionUsed,
  type SessionState,
} from '@palimpsest/domain';
import { mustHold } from './broken.ts';

type Used = EventOf<'RevisionUsed'>;

/** What uses refer to, checked before. */
export interface UsesContext {
  /** `usage-<team>:`, to which a Session's id is added. */
  readonly prefix: string;
  /** The position of version n at n - 1. */
  readonly versions: readonly bigint[];
  readonly catalogue: CatalogueState;
  readonly policies: ReadonlyMap<Digest, Policy>;
  /** Makes the prompt again and answers its digest; null: prompts are not checked. Throws where it cannot be made. */
  readonly remake: ((use: RevisionUsed) => Promise<Digest>) | null;
}
export interface UsesCount {
  sessions: number;
  uses: number;
  prompts: number;
}

/**
 * Checks every use: its Session's role and numbers, that it was recorded once, what it refers to, and the prompt that was given
 * (U2, U3, U5, P8). Times are left alone: of uses that an older build recorded, they are what its clock said.
 */
export async function verifyUses(
  events: AsyncIterable<Used>,
  context: UsesContext,
  count: UsesCount = { sessions: 0, uses: 0, prompts: 0 },
): Promise<UsesCount> {
  const sessions = new Map<string, SessionState>();
  for await (const event of events) {
    const { session } = event.data;
    const known = sessions.get(session) ?? unknownSession;
    checkUse(event, known, context);
    sessions.set(session, evolveSession(known, [event.data]));
    count.uses += 1;
    count.sessions = sessions.size;
    if (context.remake === null || event.data.skill !== null) continue;
    await checkPrompt(event, context.remake);
    count.prompts += 1;
  }
  return count;
}

function checkUse(event: Used, known: SessionState, context: UsesContext): void {
  const { session, use, role, revision, release, policy, skill, prompt_digest } = event.data;
  const must: (condition: boolean, message: string) => asserts condition = (condition, message) => {
    mustHold(condition, 'uses', event, `use ${String(use)} of Session ${session}: ${message}`);
  };
  must(event.stream === context.prefix + session, 'it is in the stream of another Session');
  must(use === known.uses + 1, `use ${String(known.uses + 1)} is due: numbers have no holes`);
  must(
    known.role === null || role === known.role,
    `its role ${role} is not that of the Session, ${String(known.role)}`,
  );
  must(!wasGiven(known, event.data), 'the Session was given the same before');
  const version = context.versions[revision - 1];
  must(revision === 0 || version !== undefined, `the log has no version ${String(revision)}`);
  must(version === undefined || version < event.position, `it lies before its version ${String(revision)}`);
  const under = releaseOf(context.catalogue, release);
  must(under !== undefined, `the log has no release ${String(release)}`);
  must(BigInt(under.position) < event.position, `it lies before its release ${String(release)}`);
  must((skill === null) === (prompt_digest !== null), 'it is neither a prompt nor a skill');
  must((policy !== null) === (role === 'orchestrator' && skill === null), 'its policy does not fit its role');
  must(policy === null || context.policies.has(policy), `the log has no policy ${String(policy)}`);
}

async function checkPrompt(event: Used, remake: (use: RevisionUsed) => Promise<Digest>): Promise<void> {
  const { session, use, prompt_digest } = event.data;
  const which = `use ${String(use)} of Session ${session}`;
  const made = await remake(event.data).catch((error: unknown) => {
    mustHold(
      !(error instanceof Error && error.name === 'UnknownFormat'),
      'prompts',
      event,
      `${which}: ${String(error)}`,
    );
    throw error;
  });
  mustHold(
    made === prompt_digest,
    'prompts',
    event,
    `${which}: its prompt cannot be made again with the recorded digest`,
  );
}
