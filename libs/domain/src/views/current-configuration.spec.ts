import { describe, expect, it } from '@jest/globals';
import { change, replace, save, stored } from '../../test/saving.ts';
import { versionSchema } from '../configuration/schemas.ts';
import { digest } from '../text/digest.ts';
import { digestsOf, versionOf, versionView } from './current-configuration.ts';
import { nothingSaved } from '../configuration/state.ts';

const skills = { constructor: { description: 'd', body: '' }, review: { description: 'How.', body: 'How.' } };
const event = save(nothingSaved, replace({ skills, sections: { delivery: { text: '' } } }));

describe('the fold of a version', () => {
  it('S2 gives it whole, from the texts that the event carries', () => {
    const version = stored(event);
    expect(version).toMatchObject({ revision: 1, timestamp: event.timestamp });
    expect(Object.fromEntries(version.entries)).toEqual({
      'team/delivery': { text: '', base: digest('Show evidence.') },
      'team/skill/constructor': { description: 'd', body: '' },
      'team/skill/review': { description: 'How.', body: 'How.' },
    });
  });

  it('S2 takes from elsewhere only the texts that the event does not carry', () => {
    const before = stored(event);
    const next = save(before, change({ sections: { delivery: { text: 'New.' } } }), {
      isHeld: (name) => name !== digest('New.'),
    });
    const asked: string[] = [];
    const known = new Map(['', 'd', 'How.'].map((text) => [digest(text), text]));
    const version = versionOf(next, (name) => {
      asked.push(name);
      return known.get(name) ?? 'unknown';
    });
    expect(Object.fromEntries(version.entries)).toMatchObject({
      'team/delivery': { text: 'New.' },
      'team/skill/constructor': { description: 'd', body: '' },
    });
    expect(asked.sort()).toEqual(
      digestsOf(next)
        .filter((name) => name !== digest('New.'))
        .sort(),
    );
  });

  it('S4 depends on nothing but the event: each version is whole', () => {
    const second = save(stored(event), change({ skills: { review: null } }));
    const read = JSON.parse(JSON.stringify(second)) as typeof second;
    const held = new Map(Object.entries(event.texts));
    expect(versionOf(read, (name) => held.get(name) ?? 'unknown').entries).toEqual(stored(second).entries);
    expect([...stored(second).entries.keys()]).toEqual(['team/delivery', 'team/skill/constructor']);
  });

  it('keeps the facts without the texts', () => {
    const { texts, ...record } = event;
    expect(Object.keys(texts).length).toBeGreaterThan(0);
    expect(stored(event).record).toEqual(record);
  });
});

describe('a version as it is shown', () => {
  it('S4 has the fields of the schema', () => {
    const view = versionView(stored(event).record);
    expect(versionSchema.strict().parse(view)).toEqual(view);
    expect(view).toMatchObject({ revision: 1, predecessor: 0, digest: event.digest, bytes: event.bytes });
  });

  it('S4 of revision 0 is empty, and null in all else', () => {
    const { revision, bytes, ...rest } = versionView(nothingSaved.record);
    expect([revision, bytes, nothingSaved.entries.size]).toEqual([0, 0, 0]);
    expect(Object.keys(rest)).toHaveLength(10);
    expect(Object.values(rest).filter((value) => value !== null)).toEqual([]);
  });
});
