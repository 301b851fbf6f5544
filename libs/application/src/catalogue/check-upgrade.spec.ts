import { beforeEach, describe, expect, it } from '@jest/globals';
import { ASSEMBLY_FORMAT, currentRelease, evolveCatalogue, recordOf, type Catalogue } from '@palimpsest/domain';
import { MadeHistory } from '../../test/made-history.ts';
import { catalogue, otherBuild } from '../../test/small-catalogue.ts';
import { skillsOf } from '../prompting/skills.ts';
import { checkUpgrade } from './check-upgrade.ts';

let history: MadeHistory;
beforeEach(async () => {
  history = new MadeHistory();
  await history.release(catalogue);
  await history.save({
    overrides: { 'runtime/work': { text: 'Work.\nOurs.' }, 'runtime/policy': { text: 'Ours: {rules}' } },
    skills: { review: { description: 'When reviewing.', body: 'Look twice.' } },
  });
});
const NOW = '2026-12-01T09:30:00.000Z';
const check = (build: Catalogue, allowDowngrade = false) =>
  checkUpgrade(history.version, history.catalogue, build, { now: NOW, allowDowngrade });

describe('checking an upgrade', () => {
  it('says that nothing happens where the texts are those of the release, whatever the version', () => {
    expect(check(otherBuild({ version: '2.0.0' }))).toEqual({
      revision: 1,
      release: { release: 1, version: '1.0.0' },
      build: { version: '2.0.0', format: 1 },
      decision: 'equal',
      parts: { added: [], changed: [], removed: [] },
      manifest: [],
      entries: [],
    });
  });

  it('tells parts that are added, changed and removed, and flags exactly the overrides that they touch', () => {
    const build = otherBuild({
      texts: { 'runtime/work': 'Work.\nBetter.', 'runtime/shared': undefined, 'runtime/new': 'N' },
    });
    expect(check(build)).toMatchObject({
      decision: 'recorded',
      parts: { added: ['runtime/new'], changed: ['runtime/work'], removed: ['runtime/shared'] },
      manifest: ['parts'],
      entries: [{ key: 'runtime/work', effects: ['default_changed'], placeholders: [] }],
    });
  });

  it('tells an override of a part that is no more', () => {
    expect(check(otherBuild({ texts: { 'runtime/work': undefined } })).entries).toEqual([
      { key: 'runtime/work', effects: ['removed'], placeholders: [] },
    ]);
  });

  it("tells where the new default is the team's own text", () => {
    expect(check(otherBuild({ texts: { 'runtime/work': 'Work.\nOurs.' } })).entries).toEqual([
      { key: 'runtime/work', effects: ['default_changed', 'identical'], placeholders: [] },
    ]);
  });

  it('tells a template that gains a placeholder, also where its text stays', () => {
    expect(check(otherBuild({ placeholders: { 'runtime/policy': ['rules', 'mode'] } })).entries).toEqual([
      { key: 'runtime/policy', effects: ['placeholder_missing'], placeholders: ['mode'] },
    ]);
  });

  it('tells a skill whose name becomes reserved', () => {
    expect(check(otherBuild({ reserved: ['review'] }))).toMatchObject({
      manifest: ['reserved_skill_names'],
      entries: [{ key: 'team/skill/review', effects: ['reserved_names'] }],
    });
  });

  it('D6 says that a built-in skill is loaded in place of the team’s exactly where one of its name comes', () => {
    const told = (build: Catalogue) => {
      const record = recordOf(history.catalogue, build, { now: NOW, format: ASSEMBLY_FORMAT });
      const after = evolveCatalogue(history.catalogue, record, 99n);
      const present = { version: history.version, catalogue: after, release: currentRelease(after), head: null };
      const loaded = skillsOf(present).find(({ name }) => name === 'review')?.source;
      return [check(build).entries.map((each) => each.effects), loaded];
    };
    expect(told(otherBuild({ skills: ['review'] }))).toEqual([[['reserved_names', 'shadowed']], 'default']);
    expect(told(otherBuild({ skills: ['review'], reserved: ['review'] }))).toEqual([
      [['reserved_names', 'shadowed']],
      'default',
    ]);
    expect(told(otherBuild({ skills: ['other'], reserved: ['review'] }))).toEqual([[['reserved_names']], 'team']);
    expect(told(otherBuild({ skills: ['other'] }))).toEqual([[], 'team']);
  });

  it.each<[string, Catalogue, Catalogue, string[][]]>([
    [
      'a built-in skill comes for a name that was reserved',
      otherBuild({ reserved: ['review'] }),
      otherBuild({ version: '1.2.0', skills: ['review'] }),
      [['reserved_names', 'shadowed']],
    ],
    [
      'a built-in skill goes, and its name stays reserved',
      otherBuild({ skills: ['review'] }),
      otherBuild({ version: '1.2.0', reserved: ['review'] }),
      [['reserved_names']],
    ],
    [
      'a reserved name is free again',
      otherBuild({ reserved: ['review'] }),
      otherBuild({ version: '1.2.0' }),
      [['settled']],
    ],
    [
      'a template no longer needs what its override lacks',
      otherBuild({ placeholders: { 'runtime/policy': ['rules', 'mode'] } }),
      otherBuild({ version: '1.2.0' }),
      [['settled']],
    ],
  ])('D6 says what changes after an earlier upgrade: %s', async (_, before, build, effects) => {
    await history.release(before);
    expect(check(build).entries.map((each) => each.effects)).toEqual(effects);
  });

  it('tells a default that is again the one that an override is based on', async () => {
    await history.release(otherBuild({ texts: { 'runtime/work': 'Work.\nBetter.' } }));
    expect(check(otherBuild({ version: '1.2.0' })).entries).toEqual([
      { key: 'runtime/work', effects: ['settled'], placeholders: [] },
    ]);
  });

  it('leaves out an override that was flagged before and whose default stays', async () => {
    await history.release(otherBuild({ texts: { 'runtime/work': 'Work.\nBetter.' } }));
    const build = otherBuild({ version: '1.2.0', texts: { 'runtime/work': 'Work.\nBetter.', 'runtime/shared': 'S' } });
    expect(check(build)).toMatchObject({ parts: { changed: ['runtime/shared'] }, entries: [] });
  });

  it('an older build changes nothing, unless the downgrade is allowed', () => {
    const build = otherBuild({ version: '0.9.0', texts: { 'runtime/work': 'Work.\nWorse.' } });
    expect(check(build)).toMatchObject({ decision: 'older', parts: { changed: ['runtime/work'] }, entries: [] });
    expect(check(build, true)).toMatchObject({ decision: 'recorded', entries: [{ key: 'runtime/work' }] });
  });

  it('the first start records all of it', () => {
    const found = checkUpgrade({ revision: 0, entries: new Map() }, { releases: [], texts: new Map() }, catalogue, {
      now: NOW,
      allowDowngrade: false,
    });
    expect(found).toMatchObject({
      release: null,
      decision: 'recorded',
      parts: { changed: [], removed: [] },
      entries: [],
    });
    expect(found.parts.added).toEqual([...catalogue.texts.keys()].sort());
  });
});
