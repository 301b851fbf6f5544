import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { diffTexts, mergeTexts } from '@palimpsest/domain';
import { measured, type Measured } from './measured.ts';

const BYTES = 500_000;
const ROUNDS = 5;

/** Two texts of 500 KB that share no line, and one with its lines shuffled, against `git diff --no-index`. */
export function differences(): Measured[] {
  const lines = Array.from({ length: BYTES / 50 }, (_, index) =>
    `line ${String(index)} of a text`.padEnd(49, ' and more'),
  );
  const text = lines.join('\n');
  const pairs = [
    ['disjoint', text, lines.map((line) => line.split('').reverse().join('')).join('\n')],
    ['lines shuffled', text, shuffled(lines).join('\n')],
    ['every tenth line changed', text, lines.map((line, index) => (index % 10 === 0 ? `${line}!` : line)).join('\n')],
  ] as const;
  return pairs.flatMap(([what, from, to]) => {
    const ours: number[] = [];
    const git: number[] = [];
    const merge: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const times = [
        time(() => diffTexts(from, to)),
        gitDiff(from, to),
        time(() => mergeTexts(from, to, `${text}\nend`)),
      ];
      if (round === 0) continue; // warms up
      [ours, git, merge].forEach((list, index) => list.push(times[index] ?? Number.NaN));
    }
    const diffed = measured(`500 KB, ${what}, with words`, ours, git, 'ms', 'lines ≤ 50 ms, words within a budget');
    return [diffed, measured(`500 KB, ${what}, merged`, merge, git, 'ms', 'a few hundred ms at most')];
  });
}

function time(run: () => unknown): number {
  const began = performance.now();
  run();
  return performance.now() - began;
}

/** As a whole process, which is how a person would ask. */
function gitDiff(from: string, to: string): number {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'));
  const files = [join(folder, 'a'), join(folder, 'b')] as const;
  writeFileSync(files[0], from);
  writeFileSync(files[1], to);
  const took = time(() => {
    try {
      execFileSync('git', ['diff', '--no-index', '--no-color', ...files], { stdio: 'ignore' });
    } catch {
      // It exits with 1 where the files differ.
    }
  });
  rmSync(folder, { recursive: true });
  return took;
}

/** The same order at each run: numbers from a linear congruential generator. */
function shuffled(lines: readonly string[]): string[] {
  const result = [...lines];
  let seed = 1;
  for (let index = result.length - 1; index > 0; index -= 1) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = seed % (index + 1);
    [result[index], result[other]] = [result[other] ?? '', result[index] ?? ''];
  }
  return result;
}
