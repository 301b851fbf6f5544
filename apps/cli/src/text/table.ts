import { stripVTControlCharacters } from 'node:util';
import Table from 'cli-table3';
import { colours } from '../terminal/output.ts';
import { visibleInColour } from '../terminal/visible.ts';

const NONE = Object.fromEntries(
  [
    'top',
    'top-mid',
    'top-left',
    'top-right',
    'bottom',
    'bottom-mid',
    'bottom-left',
    'bottom-right',
    'left',
    'left-mid',
    'mid',
    'mid-mid',
    'right',
    'right-mid',
  ].map((place) => [place, '']),
);

const GAP = '  ';

/** Aligned columns without lines around them; wide characters count as two. An empty head is left out. */
export function table(head: readonly string[], given: readonly (readonly string[])[]): string {
  // Before their widths are counted.
  const rows = given.map((row) => row.map(visibleInColour));
  const made = new Table({
    ...fitted([head, ...rows]),
    chars: { ...NONE, middle: GAP },
    head: head.map((title) => colours.bold(title)),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) made.push(row);
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** On a terminal the last column is wrapped to what the others leave of a line. */
function fitted(rows: readonly (readonly string[])[]): { colWidths?: (number | null)[]; wordWrap?: boolean } {
  if (!process.stdout.isTTY) return {};
  const widths: number[] = [];
  for (const row of rows) row.forEach((cell, at) => (widths[at] = Math.max(widths[at] ?? 0, displayWidth(cell))));
  const last = widths.pop() ?? 0;
  const left = process.stdout.columns - widths.reduce((sum, width) => sum + width + GAP.length, 0);
  if (last <= left) return {};
  return { colWidths: [...widths.map(() => null), Math.max(left, 20)], wordWrap: true };
}

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\uFF01-\uFF60]/u;

/** How many columns of a terminal a text takes, the longest of its lines. */
function displayWidth(text: string): number {
  const plain = stripVTControlCharacters(text);
  const widthOf = (line: string) =>
    [...line].reduce((sum, each) => sum + (/\p{M}/u.test(each) ? 0 : WIDE.test(each) ? 2 : 1), 0);
  return Math.max(...plain.split('\n').map(widthOf));
}

/** Names and what they stand for, one a line; those that have nothing are left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | null])[]): string {
  return table(
    [],
    pairs.flatMap(([name, value]) => (value === null || value === '' ? [] : [[colours.dim(name), value]])),
  );
}
