import { describe, expect, it } from '@jest/globals';
import { catalogue, manifest, NOW, recorded, withTexts } from '../../test/small-catalogue.ts';
import { digest } from '../text/digest.ts';
import { recordOf } from './decide-release.ts';
import { currentRelease, defaultText, everHad, evolveCatalogue, noReleases, release } from './state.ts';
import { entryKeys, kindOf, placeholdersOf, reservedNames, skillOfPart, summaryOf } from './listed.ts';

const removed = withTexts({ 'team/delivery': undefined, 'runtime/shared': 'New shared text.' });
const state = recorded(catalogue, removed);

describe('the state of the catalogue', () => {
  it('C6 holds the latest recorded release for the current one, and says so when there is none', () => {
    expect(currentRelease(state)).toMatchObject({ release: 2, version: '1.0.0', position: '20', timestamp: NOW });
    expect(() => currentRelease(noReleases)).toThrow('no release is recorded yet');
    expect(release(state, 1)?.position).toBe('10');
    expect(release(state, 3)).toBeUndefined();
  });

  it('C5 reads every default that was ever in force', () => {
    const first = release(state, 1);
    if (first === undefined) throw new Error('release 1 is there');
    expect(defaultText(state, first, 'runtime/shared')).toBe('Shared text.');
    expect(defaultText(state, currentRelease(state), 'runtime/shared')).toBe('New shared text.');
    expect(defaultText(state, currentRelease(state), 'runtime/worker')).toBe('Worker text.');
    expect(defaultText(state, currentRelease(state), 'team/delivery')).toBeUndefined();
  });

  it('S5 knows the digests that a key has or had, and no other key its own', () => {
    expect(everHad(state, 'runtime/shared', digest('Shared text.'))).toBe(true);
    expect(everHad(state, 'runtime/shared', digest('New shared text.'))).toBe(true);
    expect(everHad(state, 'team/delivery', digest('Show evidence.'))).toBe(true);
    expect(everHad(state, 'runtime/worker', digest('Shared text.'))).toBe(false);
  });

  it('folds an event that comes twice once', () => {
    const record = recordOf(noReleases, catalogue, { now: NOW, format: 1 });
    const once = evolveCatalogue(noReleases, record, 4n);
    expect(evolveCatalogue(once, record, 9n)).toBe(once);
  });

  it('keeps positions exact beyond 2^53', () => {
    const record = recordOf(noReleases, catalogue, { now: NOW, format: 1 });
    const position = 2n ** 63n - 1n;
    expect(currentRelease(evolveCatalogue(noReleases, record, position)).position).toBe('9223372036854775807');
  });

  it('tells what each key names, what it holds and which placeholders its template must keep', () => {
    const listed = { manifest };
    expect(entryKeys(listed)).toEqual([...manifest.parts.map(({ key }) => key), 'team/communication', 'team/delivery']);
    expect(
      ['runtime/shared', 'skill/github', 'team/delivery', 'delivery', 'ticket/rules'].map((key) => kindOf(listed, key)),
    ).toEqual(['part', 'skill', 'section', undefined, undefined]);
    expect(summaryOf(listed, 'team/delivery')).toBe('What to show.');
    expect(summaryOf(listed, 'runtime/shared')).toBe('What runtime/shared says.');
    expect(summaryOf(listed, 'team/skill/x')).toBeUndefined();
    expect(placeholdersOf(listed, 'runtime/policy/none')).toEqual(['version', 'mode']);
    expect(placeholdersOf(listed, 'ticket/rules')).toEqual(['rules']);
    expect(placeholdersOf(listed, 'team/delivery')).toEqual([]);
  });

  it('P8 tells whose body the part of a built-in skill is', () => {
    expect(skillOfPart({ manifest }, 'skill/github')).toBe(manifest.skills[0]);
    expect(skillOfPart({ manifest }, 'runtime/shared')).toBeUndefined();
  });

  it('S8 reserves the names of the built-in skills and those that the manifest lists', () => {
    expect([...reservedNames({ manifest })]).toEqual(['github', 'system']);
  });
});
