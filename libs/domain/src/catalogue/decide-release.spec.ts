import { describe, expect, it } from '@jest/globals';
import { catalogue, manifest, NOW, recorded, withManifest, withTexts } from '../../test/small-catalogue.ts';
import { digest } from '../text/digest.ts';
import type { Catalogue } from './catalogue.ts';
import { decideRelease, type ReleaseDecision } from './decide-release.ts';
import { defaultsUpgradedSchema } from './release.ts';
import { noReleases } from './state.ts';

const options = { now: NOW, format: 1, allowDowngrade: false };

function recordIn(decision: ReleaseDecision) {
  if (!('record' in decision)) throw new Error(`nothing to record: ${decision.keep}`);
  return decision.record;
}
const at = (version: string, from: Catalogue): Catalogue => ({ ...from, manifest: { ...from.manifest, version } });
const otherText = withTexts({ 'runtime/shared': 'New shared text.' });

describe('decideRelease', () => {
  it('C5 records the first catalogue as release 1, whole, in the shape of the event', () => {
    const record = recordIn(decideRelease(noReleases, catalogue, options));
    expect(defaultsUpgradedSchema.parse(JSON.parse(JSON.stringify(record)))).toEqual(record);
    expect(record).toMatchObject({ release: 1, version: '1.0.0', format: 1, timestamp: NOW, manifest });
    expect(new Map(Object.entries(record.digests))).toEqual(
      new Map([...catalogue.texts].map(([key, text]) => [key, digest(text)])),
    );
    expect(Object.values(record.texts).sort()).toEqual([...catalogue.texts.values()].sort());
  });

  it('C5 appends nothing for an equal catalogue, whatever the version of the product', () => {
    const state = recorded(catalogue);
    for (const version of ['1.0.0', '1.0.1', '0.1.0']) {
      expect(decideRelease(state, at(version, catalogue), options)).toEqual({ keep: 'equal' });
    }
  });

  it('C4 C5 takes texts that are equal in canonical form for equal', () => {
    const raw = withTexts({ 'runtime/shared': '\uFEFFShared text.\r\n' });
    expect(decideRelease(recorded(catalogue), raw, options)).toEqual({ keep: 'equal' });
  });

  it('C5 records what differs in one text, the order, a heading, a description, a reserved name or the format', () => {
    const state = recorded(catalogue);
    const order = { ...manifest.order, worker: [...manifest.order.worker].reverse() };
    const sections = manifest.sections.map((section) => ({ ...section, heading: `${section.heading}!` }));
    const skills = manifest.skills.map((skill) => ({ ...skill, description: 'Another.' }));
    const changed = [
      otherText,
      withManifest({ order }),
      withManifest({ sections }),
      withManifest({ skills }),
      withManifest({ reserved_skill_names: [] }),
    ];
    const digests = changed.map((each) => recordIn(decideRelease(state, each, options)).digest);
    digests.push(recordIn(decideRelease(state, catalogue, { ...options, format: 2 })).digest);
    expect(new Set(digests).size).toBe(6);
  });

  it('C5 carries only texts that no release ever held, also when an old one returns', () => {
    const upgraded = recorded(catalogue, otherText);
    const record = recordIn(decideRelease(upgraded, at('1.1.0', catalogue), options));
    expect(record).toMatchObject({ release: 3, texts: {} });
    expect(record.digests['runtime/shared']).toBe(digest('Shared text.'));
    expect(Object.values(recordIn(decideRelease(recorded(catalogue), otherText, options)).texts)).toEqual([
      'New shared text.',
    ]);
  });

  it('C6 records other contents under an equal version, or one that differs by build metadata', () => {
    const state = recorded(catalogue);
    expect(recordIn(decideRelease(state, otherText, options)).release).toBe(2);
    expect(recordIn(decideRelease(state, at('1.0.0+dev', otherText), options)).release).toBe(2);
  });

  it('C6 leaves the recorded release in force for a lower version, unless downgrades are allowed', () => {
    const state = recorded(at('1.2.0', catalogue));
    const older = at('1.2.0-rc.1', otherText);
    expect(decideRelease(state, older, options)).toEqual({ keep: 'older' });
    expect(recordIn(decideRelease(state, older, { ...options, allowDowngrade: true }))).toMatchObject({
      release: 2,
      version: '1.2.0-rc.1',
    });
  });

  it('C6 compares with the latest release, not with an earlier one', () => {
    const state = recorded(at('1.0.0', catalogue), at('2.0.0', otherText));
    expect(decideRelease(state, at('1.5.0', catalogue), options)).toEqual({ keep: 'older' });
  });
});
