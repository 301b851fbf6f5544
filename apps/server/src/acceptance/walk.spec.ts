import { existsSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { ledTo, read, root } from '../../test/imports.ts';

const walk = read('docs/walk.md');
const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
const pathsIn = (text: string) => [...text.matchAll(/`((?:libs|apps)\/[^`]+)`/g)].map((found) => found[1] ?? '');
/** The numbered lists, each as its items, and each item as the paths that it names. */
const [there = [], back = []] = walk
  .split(/\n\n(?!1\. )/)
  .filter((block) => /^(?:.*\n\n)?1\. /s.test(block))
  .map((block) =>
    block
      .split(/^\d+\. /m)
      .slice(1)
      .map(pathsIn),
  );

/** What joins two hops where the first does not import the second: it leads to both, and hands one to the other. */
const JOINTS: Readonly<Record<string, string>> = {
  // The loop gets its decision as a function, from the handler that is hop 2.
  'libs/domain/src/configuration/decide.ts': 'libs/application/src/saving/save-configuration.ts',
  // The loop appends to a port; the start opens the log and gives it to the module of all use cases …
  'libs/log-sqlite/src/open-sqlite-log.ts': 'apps/server/src/start.ts',
  // … and to the projector, which follows the same log.
  'libs/application/src/views/projector.ts': 'apps/server/src/start.ts',
};

/** The steps from hop to hop that no import takes. One file that the walk does not name may stand between. */
function gaps(hops: readonly (readonly string[])[]): string[] {
  return hops.slice(1).flatMap((hop, index) => {
    const [from, to = ''] = [hops[index] ?? [], hop[0]];
    const joint = JOINTS[to];
    const leads =
      joint === undefined
        ? from.some((file) => ledTo(file, 1).has(to))
        : from.some((file) => file === joint || ledTo(joint).has(file)) && ledTo(joint).has(to);
    return leads ? [] : [`${from.join(' or ')} does not lead to ${to}`];
  });
}

describe('docs/walk.md', () => {
  it('lists as many hops as its words say, each with its file', () => {
    const [, say, again] = /Saving an override is (\w+) hops.*reading it back in a prompt is (\w+)\./s.exec(walk) ?? [];
    expect([there.length, back.length]).toEqual([NUMBERS.indexOf(say ?? ''), NUMBERS.indexOf(again ?? '')]);
    expect([...there, ...back].filter((hop) => hop.length === 0)).toEqual([]);
  });

  it.each([
    ['a save', there],
    ['a prompt', back],
  ])('each hop of %s leads to the next by imports, or by the file that joins the two', (_, hops) => {
    expect(gaps(hops)).toEqual([]);
  });

  it('a step that no import takes is found', () => {
    expect(gaps([there[0] ?? [], there[2] ?? []])).toHaveLength(1);
    expect(gaps([back[1] ?? [], back[0] ?? []])).toHaveLength(1);
  });

  it('what stands beside the decision is what the decision imports', () => {
    const decide = there[3]?.[0] ?? '';
    const beside = [...(/^4\. (.*?)^5\. /ms.exec(walk)?.[1] ?? '').matchAll(/`([a-z-]+\.ts)`/g)];
    expect(beside).toHaveLength(4);
    for (const [, name = ''] of beside) expect(ledTo(decide)).toContain(posix.join(posix.dirname(decide), name));
  });

  it('has a room for each folder of libs/application/src, and no other', () => {
    const rooms = [...walk.matchAll(/^\| `([a-z-]+)` +\|/gm)].map((found) => found[1]);
    const folders = readdirSync(`${root}libs/application/src`, { withFileTypes: true });
    expect(rooms.sort()).toEqual(folders.flatMap((each) => (each.isDirectory() ? [each.name] : [])).sort());
  });
});

describe.each([
  ['docs/walk.md', 15],
  ['docs/adding-an-event.md', 8],
  ['docs/adding.md', 30],
])('%s', (file, least) => {
  it('names only paths that exist', () => {
    const paths = pathsIn(read(file));
    expect(paths.length).toBeGreaterThan(least);
    expect(paths.filter((path) => !existsSync(root + path))).toEqual([]);
  });
});
