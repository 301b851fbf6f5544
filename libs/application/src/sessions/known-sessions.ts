import { Inject, Injectable } from '@nestjs/common';
import { Refusal, type RevisionUsed, type Role } from '@palimpsest/domain';
import { Uses } from './uses.ts';

/** Which Sessions are known, and in which role: decided here alone. One is known by its first recorded use (U5). */
@Injectable()
export class KnownSessions {
  constructor(@Inject(Uses) private readonly uses: Uses) {}

  /** Throws `unknown_session`. */
  async roleOf(session: string): Promise<Role> {
    return known(session, await this.uses.roleOf(session));
  }

  /** The Session's role and all its recorded uses, first to last (U3). Throws `unknown_session`. */
  async usesOf(session: string): Promise<{ readonly role: Role; readonly uses: readonly RevisionUsed[] }> {
    const uses = await this.uses.of(session);
    return { role: known(session, uses[0]?.role ?? null), uses };
  }
}

function known(session: string, role: Role | null): Role {
  if (role !== null) return role;
  throw new Refusal('unknown_session', `Session ${session} was never given a prompt`);
}
