/**
 * The order of two semantic versions by precedence (semver.org 2.0.0, rule 11): below 0, 0 or above 0. Build metadata
 * does not count. Numbers may have any length.
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [parse(a), parse(b)];
  const core = compareAll(left.core, right.core);
  if (core !== 0) return core;
  if (left.prerelease.length === 0 || right.prerelease.length === 0) {
    // A version without a prerelease comes after all of its prereleases.
    return Math.sign(right.prerelease.length) - Math.sign(left.prerelease.length);
  }
  return compareAll(left.prerelease, right.prerelease);
}

function parse(version: string): { core: string[]; prerelease: string[] } {
  const [plain = ''] = version.split('+', 1);
  const dash = plain.indexOf('-');
  const core = dash === -1 ? plain : plain.slice(0, dash);
  return { core: core.split('.'), prerelease: dash === -1 ? [] : plain.slice(dash + 1).split('.') };
}

function compareAll(a: readonly string[], b: readonly string[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareIdentifiers(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

const isNumber = (identifier: string) => /^\d+$/.test(identifier);

function compareIdentifiers(a: string, b: string): number {
  if (isNumber(a) && isNumber(b)) return Number(BigInt(a) > BigInt(b)) - Number(BigInt(a) < BigInt(b));
  if (isNumber(a) !== isNumber(b)) return isNumber(a) ? -1 : 1;
  return Number(a > b) - Number(a < b);
}
