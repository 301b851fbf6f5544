import { Inject, Injectable } from '@nestjs/common';
import { Refusal, roleSchema, type RevisionUsed, type Role } from '@palimpsest/domain';
import type { Caller } from '../caller.ts';
import { Uses } from './uses.ts';

/**
 * Which Sessions are known, and in which role: decided here alone. One is known by its first recorded use (U5), and to the
 * holder of its own token, which a host asked for with its role, before that.
 */
@Injectable()
export class KnownSessions {
  constructor(@Inject(Uses) private readonly uses: Uses) {}

  /** Throws `unknown_session`. */
  async roleOf(session: string, caller: Pick<Caller, 'session' | 'role'>): Promise<Role> {
    const registered = caller.session === session ? roleSchema.safeParse(caller.role).data : undefined;
    return known(session, (await this.uses.roleOf(session)) ?? registered ?? null);
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
