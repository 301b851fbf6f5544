import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { change, deciding, holding, releases, replaceWith, save } from '../../test/saving.ts';
import { decideRestore, type RestoreTarget } from './decide.ts';
import { configurationOf, type Entries, type Entry } from './entries.ts';
import type { VersionRecorded } from './events.ts';
import type { VersionState } from './state.ts';

/** Texts that some check of single entries would refuse today, and one that none would. */
const text = fc.constantFrom('Ours.', 'bell \u0007', 'half \uD800', '{mode}', '', '\uFEFF\r\n');
const textEntry = fc.record({ text, base: fc.constantFrom(`sha256:${'0'.repeat(64)}`, 'no digest', '') });
const skillEntry = fc.record({ description: fc.constantFrom('d', 'bell \u0007', 'x'.repeat(1024)), body: text });
const parts = ['runtime/shared', 'runtime/old', 'runtime/new', 'runtime/policy', 'runtime/policy/none', 'ticket/rules'];
const skills = ['review', 'identities', 'system', 'github', 'Bad Name', '-', ''].map((name) => `team/skill/${name}`);
const entry = fc.oneof(
  fc.tuple(fc.constantFrom(...parts, 'team/communication', 'team/gone'), textEntry),
  fc.tuple(fc.constantFrom(...skills), skillEntry),
);
const saved = fc.array<[string, Entry]>(entry, { maxLength: 6 }).map((list): VersionState => holding(new Map(list)));
const catalogue = fc.constantFrom(...Object.values(releases));

type Decide = (current: VersionState, under: (typeof releases)['first'], named: readonly string[]) => VersionRecorded;
const restored =
  (target: (current: VersionState) => RestoreTarget): Decide =>
  (current, under, named) => {
    const keys = [...named, 'runtime/worker'];
    return decideRestore(current, under, target(current), { base_revision: current.revision, keys }, deciding);
  };
const nulls = (entries: Entries, named: readonly string[]) => {
  const { sections, skills, overrides } = configurationOf(new Map([...entries].filter(([key]) => named.includes(key))));
  const gone = (map: object) => Object.fromEntries(Object.keys(map).map((name) => [name, null]));
  return { sections: gone(sections), skills: gone(skills), overrides: gone(overrides) };
};
const worker = { 'runtime/worker': { text: 'Our worker.' } };

/** Saves and restores that leave all entries as they are, but those that they return to their defaults or were named. */
const ways: Readonly<Record<string, Decide>> = {
  'a change of nothing': (current, catalogue) => save(current, change({}), { catalogue }),
  'a change of another entry': (current, catalogue) => save(current, change({ overrides: worker }), { catalogue }),
  'an edit of another entry': (current, catalogue) =>
    save(current, change({ edits: [{ key: 'runtime/worker', find: 'Worker', replace: 'W' }] }), { catalogue }),
  'a change that names them as they are': (current, catalogue) =>
    save(current, change(configurationOf(current.entries)), { catalogue }),
  'a change that returns some': (current, catalogue, named) =>
    save(current, change(nulls(current.entries, named)), { catalogue }),
  'a replace by the same': (current, catalogue) => save(current, replaceWith(current.entries), { catalogue }),
  'a save over a lowered limit': (current, catalogue) => save(current, change({}), { catalogue, limit: 0 }),
  'a restore of the current version': restored(({ entries, revision }) => ({
    kind: 'restored',
    from: revision,
    entries,
  })),
  'a restore of some defaults': restored(() => ({ kind: 'defaults_restored', from: null, entries: new Map() })),
};

describe('S13 an entry that is left as it is never blocks', () => {
  it.each(Object.keys(ways))('%s', (way) => {
    fc.assert(
      fc.property(saved, catalogue, fc.infiniteStream(fc.boolean()), (current, under, chosen) => {
        const keys = [...current.entries.keys()];
        const named = keys.filter(() => chosen.next().value === true);
        const event = ways[way]?.(current, under, named);
        // What is neither returned, nor equal to its default (S6), nor without a part (S7) is there as it was.
        for (const key of keys) {
          if (named.includes(key) || event?.removed.includes(key) || event?.dropped.includes(key)) continue;
          expect(event?.entries[key]).toEqual(current.record?.entries[key]);
        }
      }),
    );
  });
});
