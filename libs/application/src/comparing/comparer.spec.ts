import { afterEach, describe, expect, it } from '@jest/globals';
import { conflictingWhole, diffTexts, mergeTexts, replacedWhole } from '@palimpsest/domain';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Comparer } from './comparer.ts';

const lines = (mark: string) => Array.from({ length: 1000 }, (_, index) => `${mark} line ${String(index)}`);
const base = lines('a').join('\n');
const other = lines('a').with(10, 'ours').with(500, 'ask before merging').join('\n');
const third = lines('a').with(900, 'theirs').join('\n');
const conflicting = lines('a').with(10, 'theirs').join('\n');
/** A worker's program that does what this says. */
const program = (source: string) => new URL(`data:text/javascript,${encodeURIComponent(source)}`);
const endless = program(
  `import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => { for (;;); });`,
);

describe('Comparer', () => {
  const open: Comparer[] = [];
  const comparer = (...given: ConstructorParameters<typeof Comparer>) => {
    const made = new Comparer(...given);
    open.push(made);
    return made;
  };
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });

  it('answers as the functions do, in the worker', async () => {
    const made = comparer();
    expect(await made.diff(base, other)).toEqual(diffTexts(base, other));
    expect(await made.merge(base, other, third)).toEqual(mergeTexts(base, other, third));
    expect(await made.merge(base, other, conflicting)).toEqual(mergeTexts(base, other, conflicting));
    expect(await made.diff('', `${base}\n`)).toEqual(diffTexts('', `${base}\n`));
  });

  it('answers many at once, each its own', async () => {
    const made = comparer();
    const texts = Array.from({ length: 10 }, (_, index) => lines('a').with(index, 'changed').join('\n'));
    const answers = await Promise.all(texts.map((text) => made.diff(base, text)));
    expect(answers).toEqual(texts.map((text) => diffTexts(base, text)));
  });

  it('compares small texts, and merges where a side changed nothing, without the worker', async () => {
    const made = comparer({ waiting: 0 });
    expect(await made.diff('a', 'b')).toEqual(diffTexts('a', 'b'));
    expect(await made.merge('a', 'b', 'c')).toEqual(mergeTexts('a', 'b', 'c'));
    expect(await made.merge(base, base, other)).toEqual({ text: other, hunks: [] });
    expect(await made.merge(base, other, other)).toEqual({ text: other, hunks: [] });
  });

  it('answers coarsely when the time is over, and starts another worker for the next', async () => {
    const diffNever = `if (kind === 'diff') for (;;); parentPort.postMessage({ kind, merge: { text: 'merged', hunks: [] } });`;
    const source = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ kind }) => { ${diffNever} });`;
    const made = comparer({ time: 1500 }, program(source));
    const [diff, merge] = await Promise.all([made.diff(base, other), made.merge(base, other, third)]);
    expect(diff).toEqual(replacedWhole(base, other));
    expect(merge).toEqual({ text: 'merged', hunks: [] });
  });

  it('answers a merge coarsely too, as one conflict', async () => {
    const answer = await comparer({ time: 20 }, endless).merge(base, other, third);
    expect(answer).toEqual(conflictingWhole(base, other, third));
  });

  it('answers coarsely when too many wait', async () => {
    const made = comparer({ time: 20, waiting: 1 }, endless);
    const answers = await Promise.all([1, 2, 3, 4].map(() => made.diff(base, other)));
    expect(answers).toEqual([1, 2, 3, 4].map(() => replacedWhole(base, other)));
  });

  it('says what is wrong with the worker itself', async () => {
    const made = comparer({}, program(`throw new Error('no such program');`));
    await expect(made.diff(base, other)).rejects.toThrow('no such program');
    await expect(made.merge(base, other, third)).rejects.toThrow('no such program');
  });

  it('leaves nobody waiting when it is closed', async () => {
    const made = comparer({ time: 60_000 }, endless);
    const waiting = [made.diff(base, other), made.diff(base, third)];
    await made.close();
    expect(await Promise.all(waiting)).toEqual([replacedWhole(base, other), replacedWhole(base, third)]);
    expect(await made.diff(base, other)).toEqual(replacedWhole(base, other));
    expect(await made.diff('a', 'b')).toEqual(diffTexts('a', 'b'));
    await made.close();
  });

  it('keeps no process alive', async () => {
    const compiled = new URL('../../dist/comparing/comparer.js', import.meta.url).href;
    const source = `import { Comparer } from ${JSON.stringify(compiled)};
      const { coarse } = await new Comparer().diff('x'.repeat(9000), 'y');
      console.log(coarse);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source]);
    expect(stdout.trim()).toBe('false');
  });
});
