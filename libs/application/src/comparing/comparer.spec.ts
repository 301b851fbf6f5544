import { afterEach, describe, expect, it } from '@jest/globals';
import { coarsely, diffVersions, exactly } from '@palimpsest/domain';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { changedPart, staleDraft } from '../../test/compared.ts';
import { Comparer } from './comparer.ts';
import { comparisons, type Answer, type Given, type Kind } from './comparisons.ts';
import { JobThread } from './job-thread.ts';
import { JsonBytes, type Json } from './json-bytes.ts';
import type { Job } from './worker.ts';

const lines = (mark: string) => Array.from({ length: 1000 }, (_, index) => `${mark} line ${String(index)}`);
const base = lines('a').join('\n');
const other = lines('a').with(10, 'ours').with(500, 'ask before merging').join('\n');
const third = lines('a').with(900, 'theirs').join('\n');
const conflicting = lines('a').with(10, 'theirs').join('\n');

/** Two versions of which each text is an entry. */
const pairs = (...texts: readonly (readonly [string, string])[]) => {
  const side = (at: 0 | 1) => new Map(texts.map((pair, index) => [`k${String(index)}`, { text: pair[at], base: '' }]));
  return { from: 1, to: 2, before: side(0), after: side(1) };
};
const read = <T>(answer: Json<T>): T => (answer instanceof JsonBytes ? answer.read() : answer);
const withWorker = <T>(answer: Json<T>): T => {
  expect(answer).toBeInstanceOf(JsonBytes);
  return read(answer);
};
/** As JSON has it. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const directly = <K extends Kind>(kind: K, given: Given<K>, texts = exactly): Answer<K> =>
  plain(comparisons[kind].compare(comparisons[kind].pack(given), texts));

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
    const versions = pairs([base, other], ['', `${base}\n`], ['a', 'b']);
    expect(withWorker(await made.compare('versions', versions))).toEqual(plain(diffVersions(versions, exactly)));
    for (const [team, now] of [
      [other, third],
      [other, conflicting],
      [other, base],
    ] as const) {
      const part = changedPart(base, now, team);
      expect(withWorker(await made.compare('part', part))).toEqual(directly('part', part));
      const stale = staleDraft(base, team, now);
      expect(withWorker(await made.compare('stale', stale))).toEqual(directly('stale', stale));
    }
  });

  it('answers many at once, each its own', async () => {
    const made = comparer();
    const jobs = Array.from({ length: 10 }, (_, index) => pairs([base, lines('a').with(index, 'changed').join('\n')]));
    const answers = await Promise.all(jobs.map((job) => made.compare('versions', job)));
    expect(answers.map(read)).toEqual(jobs.map((job) => directly('versions', job)));
  });

  it('compares small texts without the worker, unless they are many', async () => {
    const made = comparer({ waiting: 0 });
    expect(await made.compare('versions', pairs(['a', 'b']))).toEqual(directly('versions', pairs(['a', 'b'])));
    const part = changedPart('a', 'b', 'c');
    expect(await made.compare('part', part)).toEqual(directly('part', part));
    const many = pairs(...Array.from({ length: 130 }, (_, index) => ['a', `b${String(index)}`] as const));
    expect(await comparer().compare('versions', many)).toBeInstanceOf(JsonBytes);
  });

  it('looks for no detail in the worker where there is no time for it', async () => {
    const limits = { time: 60_000, waiting: 1, patience: 60_000, memory: 512 };
    const thread = new JobThread<Job, Uint8Array>(new URL('../../dist/comparing/worker.js', import.meta.url), limits);
    const versions = pairs([base, other], [base, base]);
    const bytes = await thread.run({ kind: 'versions', packed: comparisons.versions.pack(versions), time: 0 });
    expect(new JsonBytes(bytes ?? new Uint8Array()).read()).toEqual(directly('versions', versions, coarsely));
    await thread.close();
  });

  it('answers coarsely when a job is stopped, and starts another worker for the next', async () => {
    const source = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ kind, time }) => {
      if (kind === 'versions' && time > 0) for (;;);
      parentPort.postMessage(new TextEncoder().encode(JSON.stringify({ kind, time })));
    });`;
    const made = comparer({ time: 1500 }, program(source));
    const answers = await Promise.all([
      made.compare('versions', pairs([base, other])),
      made.compare('part', changedPart(base, third, other)),
    ]);
    expect(answers.map(read)).toEqual([
      { kind: 'versions', time: 0 },
      { kind: 'part', time: 900 },
    ]);
  });

  it('answers coarsely when it waited too long behind others', async () => {
    const source = `import { parentPort } from 'node:worker_threads'; parentPort.on('message', ({ time }) => {
      if (time === 0) parentPort.postMessage(new TextEncoder().encode('"coarse"'));
    });`;
    const made = comparer({ time: 60_000, patience: 50 }, program(source));
    const running = made.compare('versions', pairs([base, other]));
    expect(read<unknown>(await made.compare('versions', pairs([base, third])))).toBe('coarse');
    await made.close();
    expect(await running).toEqual(directly('versions', pairs([base, other]), coarsely));
  });

  it('answers coarsely when too many wait, and where no worker can answer at all', async () => {
    const made = comparer({ time: 20, waiting: 1 }, endless);
    const jobs = [1, 2, 3, 4].map(() => pairs([base, other]));
    const answers = await Promise.all(jobs.map((job) => made.compare('versions', job)));
    expect(answers).toEqual(jobs.map((job) => directly('versions', job, coarsely)));
    const part = changedPart(base, third, other);
    expect(await made.compare('part', part)).toEqual(directly('part', part, coarsely));
  });

  it('never conflicts where a side changed nothing, though it answers coarsely', async () => {
    const made = comparer({ time: 20 }, endless);
    for (const [team, now, merged] of [
      [other, base, other],
      [base, other, other],
      [other, other, other],
      [`${base}\n`, other, other],
    ] as const) {
      const { changed } = read(await made.compare('part', changedPart(base, now, team)));
      expect(changed).toMatchObject({ merged, conflicts: [] });
    }
  });

  it('says what is wrong with the worker itself', async () => {
    const made = comparer({}, program(`throw new Error('no such program');`));
    await expect(made.compare('versions', pairs([base, other]))).rejects.toThrow('no such program');
    await expect(made.compare('part', changedPart(base, third, other))).rejects.toThrow('no such program');
  });

  it('leaves nobody waiting when it is closed', async () => {
    const made = comparer({ time: 60_000 }, endless);
    const jobs = [pairs([base, other]), pairs([base, third])];
    const waiting = jobs.map((job) => made.compare('versions', job));
    await made.close();
    expect(await Promise.all(waiting)).toEqual(jobs.map((job) => directly('versions', job, coarsely)));
    const [job = pairs()] = jobs;
    expect(await made.compare('versions', job)).toEqual(directly('versions', job, coarsely));
    expect(await made.compare('versions', pairs(['a', 'b']))).toEqual(directly('versions', pairs(['a', 'b'])));
    await made.close();
  });

  it('keeps no process alive', async () => {
    const compiled = new URL('../../dist/comparing/comparer.js', import.meta.url).href;
    const source = `import { Comparer } from ${JSON.stringify(compiled)};
      const side = (text) => new Map([['k', { text, base: '' }]]);
      const given = { from: 1, to: 2, before: side('x'.repeat(9000)), after: side('y') };
      const { entries } = (await new Comparer().compare('versions', given)).read();
      console.log(entries[0].diff.coarse);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source]);
    expect(stdout.trim()).toBe('false');
  });
});
