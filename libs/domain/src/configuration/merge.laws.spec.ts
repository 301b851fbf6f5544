import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { merge, mistakes, sides, soundSides, type Merging } from '../../test/merging.ts';
import { holding, releases, replaceWith, save, stored } from '../../test/saving.ts';
import { currentRelease } from '../catalogue/state.ts';
import { canonical } from '../text/canonical.ts';
import { isSkill, sameEntry, textsOf, type Entries, type Entry } from './entries.ts';
import { settle } from './settle.ts';

const catalogues = fc.constantFrom(releases.first, releases.second, releases.third);
const limits = fc.oneof(fc.constant(262_144), fc.integer({ min: 0, max: 60 }));
/** Three configurations of which the draft may be faulty. */
const faulty = fc
  .tuple(sides, fc.array(mistakes, { maxLength: 2 }))
  .map(([[base, current, draft], wrong]): [Entries, Entries, Entries] => [
    base,
    current,
    new Map([...draft, ...wrong]),
  ]);

const linesOf = (entry: Entry | undefined) =>
  entry === undefined ? [] : textsOf(entry).flatMap((text) => text.split(/\r?\n/));
/** The lines of a side that its base does not have. */
const added = (base: readonly string[], side: Entry) => linesOf(side).filter((line) => !base.includes(line));

describe('the merge of a stale draft', () => {
  it('S11 is accepted by a replace on the current revision, whatever the draft, the release and the limit', () => {
    fc.assert(
      fc.property(faulty, catalogues, limits, ([base, current, draft], catalogue, limit) => {
        const { entries } = merge([base, current, draft], { catalogue, limit });
        const version = holding(current);
        const event = save(version, replaceWith(entries), { catalogue, limit });
        const rules = { catalogue, release: currentRelease(catalogue), saved: current };
        expect(stored(event).entries).toEqual(settle(entries, rules).entries);
      }),
      { numRuns: 300 },
    );
  });

  it('S11 loses no entry: what a side changed stands in it, or in a conflict', () => {
    fc.assert(
      fc.property(faulty, catalogues, limits, ([base, current, draft], catalogue, limit) => {
        const merging = merge([base, current, draft], { catalogue, limit });
        for (const [key, side] of [...current, ...draft]) {
          if (sameEntry(side, base.get(key)) || stands(merging, key, side)) continue;
          // Merged line by line: what the side added is there.
          const merged = merging.entries.get(key);
          expect(merged).toBeDefined();
          const was = linesOf(base.get(key));
          for (const line of added(was, side)) expect(linesOf(merged)).toContain(line);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('S9 S11 is the union of both sides, or says with its numbers why that cannot be saved', () => {
    fc.assert(
      fc.property(sides, catalogues, limits, ([base, current, draft], catalogue, limit) => {
        const { faults, entries } = merge([base, current, draft], { catalogue, limit });
        for (const fault of faults) {
          expect(fault).toMatchObject({ path: '', code: 'size_limit_exceeded', limit });
          expect(fault['bytes']).toBeGreaterThan(limit);
        }
        const unlimited = merge([base, current, draft], { catalogue }).entries;
        expect(entries).toEqual(faults.length > 0 ? current : unlimited);
      }),
    );
  });

  it('S11 has no conflict where the sides are equal in canonical form, and takes the current one', () => {
    fc.assert(
      fc.property(soundSides, fc.constantFrom('\n', '\r\n', '\n\n'), ([base, current], end) => {
        const same = ([key, entry]: readonly [string, Entry]): [string, Entry] => [
          key,
          isSkill(entry) ? { ...entry, body: entry.body + end } : { ...entry, text: entry.text + end },
        ];
        const bodyOf = (entry: Entry | undefined) => (entry === undefined ? undefined : textsOf(entry)[0]);
        const changed = [...current].filter(([key, entry]) => bodyOf(entry) !== bodyOf(base.get(key)));
        const draft = new Map([...current, ...changed.map(same)]);
        const merging = merge([base, current, draft], { catalogue: releases.third });
        expect(merging).toMatchObject({ entries: current, conflicts: [] });
      }),
    );
  });

  it('S11 loses no removal: what the draft removed is gone, or in a conflict', () => {
    fc.assert(
      fc.property(sides, catalogues, limits, ([base, current, draft], catalogue, limit) => {
        const { entries, conflicts } = merge([base, current, draft], { catalogue, limit });
        for (const key of base.keys())
          if (!draft.has(key) && entries.has(key))
            expect(conflicts).toContainEqual(expect.objectContaining({ key, draft: null }));
      }),
    );
  });

  it('S11 takes what one side alone changed, where it breaks no rule', () => {
    fc.assert(
      fc.property(soundSides, ([base, current, draft]) => {
        const { entries, conflicts } = merge([base, current, draft], { catalogue: releases.third });
        for (const key of new Set([...base.keys(), ...current.keys(), ...draft.keys()])) {
          const [was, ours, theirs] = [base.get(key), current.get(key), draft.get(key)];
          if (!sameEntry(was, ours) && !sameEntry(was, theirs)) continue;
          expect(entries.get(key)).toEqual(sameEntry(was, ours) ? theirs : ours);
          expect(conflicts.filter((each) => each.key === key)).toEqual([]);
        }
      }),
    );
  });

  it('S11 holds the current entry where it conflicts, and names all three sides', () => {
    fc.assert(
      fc.property(faulty, catalogues, limits, ([base, current, draft], catalogue, limit) => {
        const { entries, conflicts } = merge([base, current, draft], { catalogue, limit });
        for (const { key, hunks, ...named } of conflicts) {
          expect(entries.get(key)).toEqual(current.get(key));
          expect(named).toEqual({
            base: base.get(key) ?? null,
            current: current.get(key) ?? null,
            draft: draft.get(key) ?? null,
          });
          expect(hunks.length).toBeGreaterThan(0);
          expect(sameEntry(draft.get(key), current.get(key)) || sameEntry(draft.get(key), base.get(key))).toBe(false);
        }
        expect(conflicts.map(({ key }) => key)).toEqual([...new Set(conflicts.map(({ key }) => key))].sort());
      }),
    );
  });

  it('S11 is the draft where nothing else was changed, and the current configuration where the draft changed nothing', () => {
    const third = { catalogue: releases.third };
    fc.assert(
      fc.property(soundSides, ([base, current]) => {
        expect(merge([base, base, current], third)).toMatchObject({ conflicts: [], entries: current });
        expect(merge([base, current, base], third)).toMatchObject({ conflicts: [], entries: current });
        expect(merge([base, current, current], third)).toMatchObject({ conflicts: [], entries: current });
      }),
    );
  });
});

/** Whether this side of an entry is in the merge as it is. */
function stands({ entries, conflicts }: Merging, key: string, side: Entry): boolean {
  if (sameEntry(entries.get(key), side)) return true;
  if (
    conflicts.some(
      (each) => each.key === key && [each.current, each.draft].some((of) => sameEntry(of ?? undefined, side)),
    )
  )
    return true;
  // The other side took the same text from another default, or kept this one's description.
  const merged = entries.get(key);
  if (merged === undefined) return false;
  // Or both made the same of it but for line ends, and the current one was taken.
  if (isSkill(merged)) return isSkill(side) && canonical(merged.body) === canonical(side.body);
  return !isSkill(side) && canonical(merged.text) === canonical(side.text);
}
