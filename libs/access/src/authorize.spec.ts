import { describe, expect, it } from '@jest/globals';
import { Refusal } from '@palimpsest/domain';
import { authorize } from './authorize.ts';
import { localCaller, type Identity } from './caller.ts';
import { reachOf, rights, rolesWith } from './rights.ts';
import { accessRoles, type AccessRole } from './roles.ts';

const caller = (role: AccessRole, session: string | null = null): Identity => ({ ...localCaller, role, session });
function refusal(act: () => void): Refusal | null {
  try {
    act();
    return null;
  } catch (error) {
    return error as Refusal;
  }
}

describe('who may do what (X1)', () => {
  it('lets an admin do all, an auditor write nothing, and only an admin rebuild', () => {
    for (const right of rights) expect(reachOf(right, 'admin')).toBe('any');
    for (const right of ['save', 'load_skill', 'prompt', 'register', 'rebuild'] as const)
      expect(reachOf(right, 'auditor')).toBeNull();
    expect(rolesWith('rebuild')).toEqual(['admin']);
  });

  it('gives a worker nothing beyond its own Session but who it is (X3)', () => {
    const beyond = rights.filter((right) => reachOf(right, 'worker') === 'any');
    expect(beyond).toEqual(['identity', 'public']);
  });

  it.each(accessRoles)('answers %s for every right, and names the roles that have it where it has not', (role) => {
    for (const right of rights) {
      const refused = refusal(() => {
        authorize(right, caller(role), undefined);
      });
      expect(refused === null).toBe(reachOf(right, role) === 'any');
      if (refused !== null) {
        expect(refused.code).toBe('forbidden');
        expect(refused.details['roles']).not.toHaveLength(0);
      }
    }
  });

  it('lets a worker do under its own Session what it may, and nothing under another, in the same words whether it exists (X3)', () => {
    for (const right of ['prompt', 'session', 'skills', 'load_skill'] as const) {
      expect(
        refusal(() => {
          authorize(right, caller('worker', 's1'), 's1');
        }),
      ).toBeNull();
      const others = ['s2', 'S1', 's1 ', 's1/', '', undefined].map((asked) =>
        refusal(() => {
          authorize(right, caller('worker', 's1'), asked);
        }),
      );
      expect(new Set(others.map((each) => JSON.stringify([each?.code, each?.message, each?.details]))).size).toBe(1);
      expect(others[0]?.code).toBe('forbidden');
    }
  });

  it('refuses a bound right to a caller without a Session, also where none is asked for', () => {
    expect(
      refusal(() => {
        authorize('prompt', caller('orchestrator'), undefined);
      })?.code,
    ).toBe('forbidden');
    expect(
      refusal(() => {
        authorize('prompt', caller('host'), 'any');
      }),
    ).toBeNull();
  });
});
