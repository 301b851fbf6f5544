import { describe, expect, it } from '@jest/globals';
import { bases, codes, deciding, faultsIn, holding, releases, stored } from '../../test/saving.ts';
import { Refusal } from '../faults.ts';
import { nothingSaved, type VersionState } from './state.ts';
import { attention } from '../views/default-changed.ts';
import { decideRestore, decideRestoreInSteps, type DecisionContext } from './decide.ts';

const review = { description: 'How to review.', body: 'Read all.' };
const then = holding({
  'runtime/shared': { text: 'Then.', base: bases.shared },
  'runtime/old': { text: 'Our old.', base: bases.old },
  'team/communication': { text: 'Write then.', base: bases.communication },
  'team/skill/review': review,
});
const now = holding(
  {
    'runtime/shared': { text: 'Now.', base: bases.shared2 },
    'runtime/worker': { text: 'Our worker.', base: bases.worker },
    'team/skill/other': review,
  },
  then,
);

interface Given extends Partial<DecisionContext> {
  readonly current?: VersionState;
  readonly catalogue?: (typeof releases)['first'];
  readonly message?: string | null;
}
function restore(version: VersionState | null, keys?: string[], given: Given = {}) {
  const { current = now, catalogue = releases.first, message = null, ...context } = given;
  const target =
    version === null
      ? { kind: 'defaults_restored' as const, from: null, entries: nothingSaved.entries }
      : { kind: 'restored' as const, from: version.revision, entries: version.entries };
  const request = { base_revision: current.revision, message, ...(keys === undefined ? {} : { keys }) };
  return decideRestore(current, catalogue, target, request, { ...deciding, ...context });
}
const refusal = (...given: Parameters<typeof restore>) => codes(faultsIn(() => restore(...given)));
const keysAfter = (...given: Parameters<typeof restore>) => [...stored(restore(...given)).entries.keys()];

it('R1, R2 a restore is decided a step for each key that it names and each entry that it brings', () => {
  const count = 2_000;
  const names = Array.from({ length: count }, (_, index) => `team/skill/s-${String(index)}`);
  const entries = new Map(names.map((name) => [name, review]));
  const stepsOf = (keys: string[] | undefined, from: typeof entries) => {
    const target = { kind: 'restored' as const, from: 1, entries: from };
    const request = { base_revision: 2, ...(keys === undefined ? {} : { keys }) };
    const steps = decideRestoreInSteps(now, releases.first, target, request, deciding);
    let taken = 0;
    while (steps.next().done !== true) taken += 1;
    return taken;
  };
  expect(stepsOf(undefined, entries)).toBeGreaterThanOrEqual(3 * count);
  expect(stepsOf(names, entries)).toBeGreaterThanOrEqual(4 * count);
  expect(() => stepsOf(names, new Map())).toThrow(Refusal);
});

describe('restoring a version', () => {
  it('R1 creates a new version with its configuration', () => {
    const event = restore(then, undefined, { message: 'back' });
    expect(event).toMatchObject({ revision: 3, predecessor: 2, kind: 'restored', restored_from: 1, message: 'back' });
    expect(stored(event).entries).toEqual(then.entries);
    expect(event.changed).toEqual([
      'runtime/old',
      'runtime/shared',
      'runtime/worker',
      'team/communication',
      'team/skill/other',
      'team/skill/review',
    ]);
  });

  it('R1 given keys, returns only those entries to what they were then, also to nothing', () => {
    const event = restore(then, ['runtime/shared', 'team/skill/review', 'runtime/worker', 'runtime/shared']);
    expect(Object.fromEntries(stored(event).entries)).toEqual({
      'runtime/shared': { text: 'Then.', base: bases.shared },
      'team/skill/other': review,
      'team/skill/review': review,
    });
    expect(event).toMatchObject({ kind: 'restored', restored_from: 1 });
  });

  it('R1 keeps the bases that overrides had, so that a default that changed since is flagged again', () => {
    const catalogue = releases.second;
    expect(attention(now.entries, catalogue).default_changed).toEqual([]);
    const { entries } = stored(restore(then, ['runtime/shared'], { catalogue }));
    expect(attention(entries, catalogue).default_changed).toEqual(['runtime/shared']);
  });

  it('R1 S7 drops and lists the overrides of parts that are no more', () => {
    const event = restore(then, undefined, { catalogue: releases.second });
    expect(event).toMatchObject({ dropped: ['runtime/old'], removed: [] });
    expect(restore(then, ['runtime/old'], { catalogue: releases.second }).dropped).toEqual(['runtime/old']);
  });

  it('R1 S6 removes and lists what equals its default now, named or not', () => {
    const equal = holding({ 'runtime/shared': { text: 'Shared text, second.\n', base: bases.shared } });
    expect(restore(equal, undefined, { catalogue: releases.second })).toMatchObject({ removed: ['runtime/shared'] });
    const current = holding({ ...Object.fromEntries(equal.entries), 'team/skill/other': review });
    const event = restore(null, ['team/skill/other'], { current, catalogue: releases.second });
    expect(event).toMatchObject({ removed: ['runtime/shared'], entries: {} });
  });

  it('R1 checks what differs from the current version, and any fault refuses the whole, naming the entries', () => {
    const faulty = holding({
      'runtime/policy/none': { text: 'Nothing.', base: bases.none },
      'team/skill/identities': review,
      'team/communication': { text: 'Fine.', base: bases.communication },
    });
    const faults = faultsIn(() => restore(faulty, undefined, { catalogue: releases.second }));
    expect(codes(faults)).toEqual(['missing_placeholder ', 'reserved_skill_name ']);
    expect(faults).toMatchObject([
      { key: 'runtime/policy/none', message: expect.stringContaining('runtime/policy/none') },
      { key: 'team/skill/identities', message: expect.stringContaining('team/skill/identities') },
    ]);
    const keys = ['team/communication', 'team/skill/identities'];
    expect(refusal(faulty, keys, { catalogue: releases.second })).toEqual(['reserved_skill_name /keys/1']);
  });

  it('R1 S13 checks nothing that is as in the current version', () => {
    const faulty = holding({ 'team/skill/identities': review });
    const event = restore(faulty, undefined, { current: faulty, catalogue: releases.second });
    expect(event.changed).toEqual([]);
  });

  it('R1 refuses a key that is none, neither then nor now', () => {
    const keys = ['runtime/nowhere', 'runtime/shared', '__proto__', 'team/skill/never', 'ticket/rules'];
    expect(refusal(then, keys)).toEqual([
      'unknown_part /keys/0',
      'unknown_part /keys/2',
      'unknown_part /keys/3',
      'unknown_part /keys/4',
    ]);
  });

  it('R1 takes the key of any part, also where no team text is there', () => {
    expect(restore(then, ['runtime/environment', 'team/delivery']).changed).toEqual([]);
  });

  it('S8 R1 reports all faults at once: keys, message, size', () => {
    const given = { message: '\0', limit: 10 };
    expect(refusal(then, ['no', 'team/communication'], given)).toEqual([
      'ill_formed_text /message',
      'size_limit_exceeded ',
      'unknown_part /keys/0',
    ]);
  });

  it('R3 may restore the current one, which makes a version, also over a lowered limit', () => {
    const event = restore(now, undefined, { limit: 1 });
    expect(event).toMatchObject({ revision: 3, restored_from: 2, changed: [] });
    expect(stored(event).entries).toEqual(now.entries);
  });

  it('S4 R1 may restore revision 0, the empty configuration', () => {
    expect(restore(nothingSaved)).toMatchObject({ kind: 'restored', restored_from: 0, entries: {}, removed: [] });
  });
});

describe('restoring the defaults', () => {
  it('R2 creates a version with an empty configuration', () => {
    const event = restore(null);
    expect(event).toMatchObject({ kind: 'defaults_restored', restored_from: null, entries: {}, texts: {}, bytes: 0 });
    expect(event.changed).toEqual([...now.entries.keys()].sort());
  });

  it('R2 given keys, returns only those entries to their defaults', () => {
    expect(keysAfter(null, ['runtime/shared', 'team/delivery'])).toEqual(['runtime/worker', 'team/skill/other']);
  });

  it('R2 S7 drops and lists what has no part any more beside them', () => {
    const event = restore(null, ['team/communication'], { current: then, catalogue: releases.second });
    expect(event).toMatchObject({ dropped: ['runtime/old'], kind: 'defaults_restored' });
  });
});
