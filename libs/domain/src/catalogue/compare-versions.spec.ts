import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { compareVersions } from './compare-versions.ts';

/** The order of semver.org's rule 11, with what else is easily got wrong. Each is lower than the next. */
const ascending = [
  '0.9.9',
  '1.0.0-0',
  '1.0.0-2',
  '1.0.0-10',
  '1.0.0--',
  '1.0.0-Beta',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.1.0',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-beta-1',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.2.0',
  '1.10.0',
  '2.0.0-9007199254740992',
  '2.0.0-9007199254740993',
  '2.0.0',
  '10.0.0',
];

describe('compareVersions', () => {
  it('C6 orders versions as semver does, prereleases too', () => {
    for (const [i, a] of ascending.entries()) {
      for (const [j, b] of ascending.entries()) {
        expect({ a, b, order: Math.sign(compareVersions(a, b)) }).toEqual({ a, b, order: Math.sign(i - j) });
      }
    }
  });

  it('C6 leaves build metadata out of the comparison', () => {
    expect(compareVersions('1.0.0+build.7', '1.0.0+a-b')).toBe(0);
    expect(compareVersions('1.0.0-rc.1+z', '1.0.0-rc.1')).toBe(0);
    expect(compareVersions('1.0.0-rc.1+z', '1.0.0')).toBeLessThan(0);
  });

  it('C6 is antisymmetric and transitive for any versions', () => {
    const identifier = fc.stringMatching(/^(0|[1-9]\d{0,3}|[a-zA-Z-]{1,3})$/);
    const version = fc
      .tuple(fc.nat(3), fc.nat(3), fc.nat(3), fc.array(identifier, { maxLength: 3 }))
      .map(([a, b, c, pre]) => `${[a, b, c].join('.')}${pre.length === 0 ? '' : `-${pre.join('.')}`}`);
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b)) + Math.sign(compareVersions(b, a))).toBe(0);
        const [low, middle, high] = [a, b, c].sort(compareVersions) as [string, string, string];
        expect(compareVersions(low, middle)).toBeLessThanOrEqual(0);
        expect(compareVersions(middle, high)).toBeLessThanOrEqual(0);
        expect(compareVersions(low, high)).toBeLessThanOrEqual(0);
      }),
    );
  });
});
