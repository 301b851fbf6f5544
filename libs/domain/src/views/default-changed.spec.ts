import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bases, holding, releases } from '../../test/saving.ts';
import { recorded, withManifest } from '../../test/small-catalogue.ts';
import { entryKey } from '../entry-keys.ts';
import { attention } from './default-changed.ts';

const skill = { description: 'd', body: 'b' };
const { entries } = holding({
  'runtime/shared': { text: 'Ours.', base: bases.shared },
  'runtime/old': { text: 'Our old.', base: bases.old },
  'runtime/policy/none': { text: 'Nothing.', base: bases.none },
  'team/communication': { text: 'Write often.', base: bases.communication },
  'team/skill/identities': skill,
  'team/skill/review': skill,
});
const nothing = {
  default_changed: [],
  removed_parts: [],
  placeholder_missing: [],
  reserved_names: [],
  shadowed_skills: [],
};

describe('what asks for the attention of a team', () => {
  it('D1 D6 is nothing under the release that the texts were made from', () => {
    expect(attention(entries, releases.first)).toEqual(nothing);
  });

  it('D1 D5 D6 is, after an upgrade, what changed below the team’s texts', () => {
    expect(attention(entries, releases.second)).toEqual({
      default_changed: ['runtime/shared'],
      removed_parts: ['runtime/old'],
      placeholder_missing: [{ key: 'runtime/policy/none', placeholders: ['version', 'mode'] }],
      reserved_names: ['identities'],
      shadowed_skills: [],
    });
  });

  it('D6 S13 tells a skill in whose place a built-in one is loaded from one whose name is only reserved', () => {
    const names = ['review', 'identities', 'system', 'free'];
    const team = new Map(names.map((name) => [entryKey.skill(name), skill]));
    fc.assert(
      fc.property(fc.subarray(names), fc.subarray(names), (builtIn, reserved_skill_names) => {
        const skills = builtIn.map((name) => ({ name, part: 'skill/github', description: 'd' }));
        const told = attention(team, recorded(withManifest({ skills, reserved_skill_names })));
        expect(told).toEqual({
          ...nothing,
          reserved_names: names.filter((name) => [...builtIn, ...reserved_skill_names].includes(name)),
          shadowed_skills: names.filter((name) => builtIn.includes(name)),
        });
      }),
    );
  });

  it('D4 goes by itself when the default returns to the text that the entry was based on', () => {
    expect(attention(entries, releases.third).default_changed).toEqual([]);
    const later = new Map([['runtime/shared', { text: 'Ours.', base: bases.shared2 }]]);
    expect(attention(later, releases.second).default_changed).toEqual([]);
    expect(attention(later, releases.third).default_changed).toEqual(['runtime/shared']);
  });

  it('D1 counts sections too', () => {
    const section = new Map([['team/communication', { text: 'Write often.', base: bases.shared }]]);
    expect(attention(section, releases.first).default_changed).toEqual(['team/communication']);
  });

  it('D1 D4 stays where the text equals the new default, until the next save removes it', () => {
    const equal = new Map([['runtime/shared', { text: 'Shared text, second.', base: bases.shared }]]);
    expect(attention(equal, releases.second).default_changed).toEqual(['runtime/shared']);
  });

  it('D1 can be folded for any release', () => {
    const [first] = releases.third.releases;
    expect(attention(entries, releases.third, first)).toEqual(nothing);
  });

  it('D6 names each placeholder that a text lacks, and only those', () => {
    const partly = new Map([['runtime/policy/none', { text: '{version} {Mode}', base: bases.none }]]);
    expect(attention(partly, releases.second).placeholder_missing).toEqual([
      { key: 'runtime/policy/none', placeholders: ['mode'] },
    ]);
  });

  it('C2 D5 has no place for a text of the note for inferred Tickets', () => {
    const note = new Map([['ticket/rules', { text: '{rules}', base: bases.none }]]);
    expect(attention(note, releases.first).removed_parts).toEqual(['ticket/rules']);
  });
});
