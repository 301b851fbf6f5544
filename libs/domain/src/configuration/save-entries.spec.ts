import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bases, change, holding, refusal, releases, replace, save, stored } from '../../test/saving.ts';
import { parseChange } from './parse-save.ts';
import { nothingSaved } from './state.ts';

const shared = { text: 'Ours.', base: bases.shared };
const worker = { text: 'Our worker.', base: bases.worker };
const communication = { text: 'Write often.', base: bases.communication };
const review = { description: 'How to review.', body: 'Read all.' };
const current = holding({
  'runtime/shared': shared,
  'runtime/worker': worker,
  'team/communication': communication,
  'team/skill/review': review,
});
const entriesAfter = (...given: Parameters<typeof save>) => Object.fromEntries(stored(save(...given)).entries);

describe('a replace', () => {
  it('S2 is the full configuration: what is absent follows its default', () => {
    const parsed = replace({ overrides: { 'runtime/shared': shared }, skills: { review } });
    const event = save(current, parsed);
    expect(entriesAfter(current, parsed)).toEqual({ 'runtime/shared': shared, 'team/skill/review': review });
    expect(event.changed).toEqual(['runtime/worker', 'team/communication']);
    expect(event).toMatchObject({ removed: [], dropped: [] });
  });

  it('S2 refuses null, which only a change may use', () => {
    const parsed = replace({ skills: { review: null }, overrides: { 'runtime/nowhere': null } });
    expect(refusal(current, parsed)).toEqual([
      'invalid_field /configuration/overrides/runtime~1nowhere',
      'invalid_field /configuration/skills/review',
      'unknown_part /configuration/overrides/runtime~1nowhere',
    ]);
  });

  it('S3 creates a version also when nothing changed', () => {
    const event = save(nothingSaved, replace({}));
    expect(event).toMatchObject({ revision: 1, changed: [], entries: {}, bytes: 0 });
  });
});

describe('a change', () => {
  it('S2 replaces each named entry whole and leaves the others', () => {
    const parsed = change({
      overrides: { 'runtime/shared': { text: 'Ours, again.' } },
      skills: { review: { description: 'Other.', body: '' } },
    });
    expect(entriesAfter(current, parsed)).toEqual({
      'runtime/shared': { text: 'Ours, again.', base: bases.shared },
      'runtime/worker': worker,
      'team/communication': communication,
      'team/skill/review': { description: 'Other.', body: '' },
    });
    expect(save(current, parsed).changed).toEqual(['runtime/shared', 'team/skill/review']);
  });

  it('S2 takes null as the way back to the default, and deletes a skill', () => {
    const parsed = change({
      sections: { communication: null },
      skills: { review: null },
      overrides: { 'runtime/shared': null },
    });
    expect(entriesAfter(current, parsed)).toEqual({ 'runtime/worker': worker });
    expect(save(current, parsed).removed).toEqual([]);
  });

  it('S2 does nothing for the null of an entry without team text', () => {
    const parsed = change({
      sections: { delivery: null },
      skills: { other: null },
      overrides: { 'skill/github': null },
    });
    expect(save(current, parsed)).toMatchObject({ changed: [], removed: [], dropped: [] });
  });

  it.each(['github', 'system', 'Bad Name', '', 'a/b', 'constructor', 'a'.repeat(65)])(
    'S2 does nothing for the null of the skill %j, which there is not',
    (name) => {
      expect(save(current, change({ skills: { [name]: null } }))).toMatchObject({
        changed: [],
        bytes: save(current, change({})).bytes,
      });
    },
  );

  it('S2 S7 does nothing for the null of a part that an earlier release had', () => {
    const parsed = change({ overrides: { 'runtime/old': null } });
    expect(save(current, parsed, { catalogue: releases.second })).toMatchObject({ changed: [], dropped: [] });
  });

  it('S2 S7 S8 refuses the null of what never was a part or section: it names no entry', () => {
    const parsed = change({
      sections: { nowhere: null },
      overrides: { 'runtime/nowhere': null, 'ticket/rules': null },
    });
    expect(refusal(current, parsed)).toEqual([
      'unknown_key /sections/nowhere',
      'unknown_part /overrides/runtime~1nowhere',
      'unknown_part /overrides/ticket~1rules',
    ]);
    expect(refusal(current, parseChange(JSON.parse('{"base_revision": 0, "skills": {"__proto__": null}}')))).toEqual([
      'unknown_key /skills/__proto__',
    ]);
  });

  it('S2 a null that was accepted is accepted again, and then does nothing', () => {
    const names = fc.record({
      sections: fc.subarray(['communication', 'delivery']),
      skills: fc.array(fc.oneof(fc.constantFrom('review', 'github', 'identities'), fc.string()), { maxLength: 4 }),
      overrides: fc.subarray(['runtime/shared', 'runtime/old', 'runtime/new', 'skill/github']),
    });
    const nulls = (list: readonly string[]) => Object.fromEntries(list.map((name) => [name, null]));
    fc.assert(
      fc.property(names, fc.constantFrom(releases.second, releases.third), (named, catalogue) => {
        fc.pre(!named.skills.includes('__proto__'));
        const parsed = change({
          sections: nulls(named.sections),
          skills: nulls(named.skills),
          overrides: nulls(named.overrides),
        });
        const before = holding({
          ...Object.fromEntries(current.entries),
          'runtime/old': { text: 'Our old.', base: bases.old },
        });
        const once = stored(save(before, parsed, { catalogue }));
        const again = save(once, parsed, { catalogue });
        expect(again).toMatchObject({ changed: [], removed: [], dropped: [] });
      }),
    );
  });

  it('S3 creates a version also when it names nothing', () => {
    expect(save(current, change({}))).toMatchObject({ revision: 2, predecessor: 1, changed: [] });
  });
});

describe('an entry equal to its default', () => {
  it('S6 is removed and listed, also where only line endings, a byte order mark or trailing line ends differ', () => {
    const parsed = replace({
      sections: { communication: { text: '\uFEFFWrite little.\r\n\n' } },
      overrides: { 'runtime/shared': { text: 'Shared text.' }, 'skill/github': { text: '## GitHub\r\rSkill text.' } },
    });
    const event = save(nothingSaved, parsed);
    expect(event).toMatchObject({ entries: {}, texts: {}, changed: [], bytes: 0 });
    expect(event.removed).toEqual(['runtime/shared', 'skill/github', 'team/communication']);
  });

  it('S6 stays where it differs by a space', () => {
    expect(save(nothingSaved, change({ overrides: { 'runtime/shared': { text: 'Shared text. ' } } })).removed).toEqual(
      [],
    );
  });

  it('S6 goes also untouched, after an upgrade made the default equal to it', () => {
    const before = holding({ 'runtime/shared': { text: 'Shared text, second.', base: bases.shared } });
    const event = save(before, change({}), { catalogue: releases.second });
    expect(event).toMatchObject({ entries: {}, removed: ['runtime/shared'], changed: ['runtime/shared'] });
  });

  it('S6 is compared with the current default, not with the one that it was based on', () => {
    const before = holding({ 'runtime/shared': shared });
    const parsed = change({ overrides: { 'runtime/shared': { text: 'Shared text.' } } });
    expect(save(before, parsed, { catalogue: releases.second }).removed).toEqual([]);
    expect(save(before, parsed, { catalogue: releases.third }).removed).toEqual(['runtime/shared']);
  });
});

describe('an override of a part that is no more', () => {
  const old = { text: 'Our old.', base: bases.old };
  const before = holding({ 'runtime/old': old, 'runtime/worker': worker });
  const under = { catalogue: releases.second };

  it.each([
    ['untouched by a change', change({})],
    ['named again by a replace', replace({ overrides: { 'runtime/old': old, 'runtime/worker': worker } })],
    ['given another text', change({ overrides: { 'runtime/old': { text: 'Other.' }, 'runtime/worker': worker } })],
    ['edited', change({ edits: [{ key: 'runtime/old', find: 'Our', replace: 'My' }] })],
  ])('S7 is dropped and listed: %s', (_, parsed) => {
    const event = save(before, parsed, under);
    expect(event).toMatchObject({ dropped: ['runtime/old'], removed: [], changed: ['runtime/old'] });
    expect(Object.keys(event.entries)).toEqual(['runtime/worker']);
  });

  it('S7 is not listed where the request itself returns it', () => {
    expect(save(before, change({ overrides: { 'runtime/old': null } }), under).dropped).toEqual([]);
  });

  it('S7 is refused where the saved configuration does not hold it', () => {
    const parsed = replace({ overrides: { 'runtime/old': old } });
    expect(refusal(nothingSaved, parsed, under)).toEqual(['unknown_part /configuration/overrides/runtime~1old']);
    expect(save(nothingSaved, parsed).dropped).toEqual([]);
  });

  it('C2 S7 is dropped too where it stands in place of the note for inferred Tickets, which is no part', () => {
    const note = holding({ 'ticket/rules': { text: '{rules}', base: bases.none } });
    expect(save(note, change({}))).toMatchObject({ dropped: ['ticket/rules'], entries: {} });
  });

  it('S7 stays while the part is there', () => {
    expect(save(before, change({})).dropped).toEqual([]);
  });
});

describe('an entry that a save leaves as it is', () => {
  const before = holding({
    'runtime/policy/none': { text: 'Nothing is enabled.', base: bases.none },
    'team/skill/identities': review,
  });
  const under = { catalogue: releases.second };

  it('S13 never blocks it: a template that gained a placeholder, a skill whose name became reserved', () => {
    expect(save(before, change({}), under)).toMatchObject({ changed: [], dropped: [], removed: [] });
    const whole = replace({
      overrides: { 'runtime/policy/none': { text: 'Nothing is enabled.' }, 'runtime/shared': { text: 'Ours.' } },
      skills: { identities: review },
    });
    expect(save(before, whole, under).changed).toEqual(['runtime/shared']);
  });

  it('S13 D3 may be kept: its text is the same, only its base is another', () => {
    const base = bases.none;
    const parsed = change({ overrides: { 'runtime/policy/none': { text: 'Nothing is enabled.', base } } });
    expect(save(before, parsed, under).changed).toEqual([]);
  });

  it('S13 is checked when its text is next changed', () => {
    const parsed = change({
      overrides: { 'runtime/policy/none': { text: 'Nothing is enabled now.' } },
      skills: { identities: { ...review, body: 'Read.' } },
    });
    expect(refusal(before, parsed, under)).toEqual([
      'missing_placeholder /overrides/runtime~1policy~1none/text',
      'reserved_skill_name /skills/identities',
    ]);
    const description = change({ skills: { identities: { ...review, description: 'Other.' } } });
    expect(refusal(before, description, under)).toEqual(['reserved_skill_name /skills/identities']);
  });

  it('S13 may be deleted or returned to its default', () => {
    const parsed = change({ overrides: { 'runtime/policy/none': null }, skills: { identities: null } });
    expect(save(before, parsed, under).entries).toEqual({});
  });
});
