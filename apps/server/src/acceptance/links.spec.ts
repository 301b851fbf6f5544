import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from '@jest/globals';
import { read, root } from '../../test/imports.ts';

const tracked = execFileSync('git', ['ls-files', '-z', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter(Boolean);
/** Markdown without its code, in which nothing is a link or a heading. */
const prose = (markdown: string) =>
  markdown.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, '').replace(/`[^`\n]*`/g, '``');

/** Where a Markdown text leads to: the targets of its links, images and definitions. */
const targetsIn = (markdown: string): string[] =>
  [...prose(markdown).matchAll(/\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)|^ *\[[^\]]+\]: <?([^>\s]+)>?/gm)].map(
    ([, link, definition]) => link ?? definition ?? '',
  );

/** The anchors of a text's headings, as GitHub makes them. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  const headings = markdown.replace(/^( *)(```+|~~~+)[\s\S]*?^\1\2 *$/gm, '').matchAll(/^#{1,6} +(.+?)(?: +#+)?$/gm);
  for (const [, heading = ''] of headings) {
    const plain = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let [unique, count] = [anchor, 0];
    while (anchors.has(unique)) unique = `${anchor}-${String((count += 1))}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The links of a file that lead nowhere: no such file, or no such heading in it. */
function brokenIn(file: string, markdown: string): string[] {
  return targetsIn(markdown).filter((target) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return false;
    const [path = '', anchor] = target.split('#');
    const to = path === '' ? file : posix.join(posix.dirname(file), decodeURIComponent(path));
    if (to !== file && (to.startsWith('..') || path.startsWith('/') || !existsSync(root + to))) return true;
    const text = to === file ? markdown : to.endsWith('.md') ? read(to) : '';
    return anchor !== undefined && !anchorsIn(text).has(anchor);
  });
}

it('there are links to check', () => {
  expect(tracked).toEqual(expect.arrayContaining(['README.md', 'docs/walk.md', 'prompts/admission.md']));
  expect(tracked.flatMap((file) => targetsIn(read(file))).length).toBeGreaterThan(20);
});

it.each(tracked)('%s: every link to a file of the repository leads to one, and every anchor to a heading', (file) => {
  expect(brokenIn(file, read(file))).toEqual([]);
});

it.each([
  ['[a](none.md)', 'none.md'],
  ['[a](walk.md#nowhere)', 'walk.md#nowhere'],
  ['![a](../docs/none.png "title")', '../docs/none.png'],
  ['[a]: none.md', 'none.md'],
  ['[a](#here)\n\n## There', '#here'],
  ['[a](../../outside.md)', '../../outside.md'],
  ['[a](/docs/walk.md)', '/docs/walk.md'],
])('a link that leads nowhere is found in %j', (markdown, target) => {
  expect(brokenIn('docs/made.md', markdown)).toEqual([target]);
});

it.each([
  '[a](walk.md#the-rooms)',
  '[a](#two-words-2)\n\n## Two, words 2',
  '`[a](none.md)`',
  '[a](https://x.org)',
  '[a](../libs/)',
])('a link that leads somewhere is none: %j', (markdown) => {
  expect(brokenIn('docs/made.md', markdown)).toEqual([]);
});
