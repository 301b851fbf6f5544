import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const program = fileURLToPath(new URL('../test/append.js', import.meta.url));
const works = spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;

type Call =
  | { readonly kind: 'page'; readonly text: string }
  | { readonly kind: 'synced' }
  | { readonly kind: 'answer'; readonly ids: readonly string[] };

/** The order of the system calls that matter: pages written to the WAL, syncs of it that ended, answers. */
function readCalls(trace: string): Call[] {
  const calls: Call[] = [];
  const syncing = new Set<string>();
  for (const line of trace.split('\n')) {
    const thread = line.split(' ', 1)[0] ?? '';
    if (/ pwrite64\(\d+<[^>]*-wal>/.test(line)) calls.push({ kind: 'page', text: line });
    else if (/ f(data)?sync\(\d+<[^>]*-wal>.*<unfinished/.test(line)) syncing.add(thread);
    else if (/ f(data)?sync\(\d+<[^>]*-wal>.*= 0/.test(line)) calls.push({ kind: 'synced' });
    else if (/ f(data)?sync resumed>.*= 0/.test(line) && syncing.delete(thread)) calls.push({ kind: 'synced' });
    else {
      const ids = / write\(1<[^>]*>, "\d+ (.*)\\n"/.exec(line)?.[1]?.split(' ');
      if (ids) calls.push({ kind: 'answer', ids });
    }
  }
  return calls;
}

/** Of each answer: whether a sync ended between the last write of each of its events and the answer. */
function answersSynced(calls: readonly Call[]): boolean[] {
  return calls.flatMap((answer, at) => {
    if (answer.kind !== 'answer') return [];
    return answer.ids.every((id) => {
      const written = calls.findLastIndex(
        (call, index) => index < at && call.kind === 'page' && call.text.includes(id),
      );
      return written >= 0 && calls.slice(written, at).some(({ kind }) => kind === 'synced');
    });
  });
}

describe('the sync comes before the answer', () => {
  if (!works) {
    const what = 'strace does not work here: the order of the system calls is not shown';
    if (process.env['CI'] === 'true')
      test(what, () => {
        throw new Error('install strace, and allow ptrace, so that durability is shown: apt-get install strace');
      });
    else test.todo(what);
    return;
  }

  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'trace-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  function trace(callers: number, appends: number): Call[] {
    const out = join(folder, 'trace.txt');
    const options = ['-f', '-y', '-s', '5000', '-e', 'trace=pwrite64,fdatasync,fsync,write', '-o', out];
    const args = [program, join(folder, 'log.db'), 's', String(callers), String(appends)];
    const { stderr } = spawnSync('strace', [...options, process.execPath, ...args], { encoding: 'utf8' });
    expect(stderr).toBe('');
    return readCalls(readFileSync(out, 'utf8'));
  }

  test('of every append of one caller', () => {
    const calls = trace(1, 40);
    expect(answersSynced(calls)).toEqual(Array<boolean>(40).fill(true));
    const syncs = calls.filter(({ kind }) => kind === 'synced').length;
    expect(syncs).toBeGreaterThanOrEqual(40);
  }, 30_000);

  test('of every append of 16 callers, with fewer syncs than appends', () => {
    const calls = trace(16, 10);
    expect(answersSynced(calls)).toEqual(Array<boolean>(160).fill(true));
    const syncs = calls.filter(({ kind }) => kind === 'synced').length;
    expect(syncs).toBeLessThan(80);
  }, 30_000);
});
