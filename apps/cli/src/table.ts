import Table from 'cli-table3';
import { colours } from './output.ts';

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

/** Aligned columns without lines around them; wide characters count as two. An empty head is left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const made = new Table({
    chars: { ...NONE, middle: '  ' },
    head: head.map((title) => colours.bold(title)),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  for (const row of rows) made.push([...row]);
  return made
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

/** Names and what they stand for, one a line; those that have nothing are left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | null])[]): string {
  return table(
    [],
    pairs.flatMap(([name, value]) => (value === null || value === '' ? [] : [[colours.dim(name), value]])),
  );
}
