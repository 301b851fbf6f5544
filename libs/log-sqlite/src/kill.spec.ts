import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { checkSqliteLog } from './check-sqlite-log.ts';
import { openSqliteLog } from './open-sqlite-log.ts';

const program = fileURLToPath(new URL('../test/append.js', import.meta.url));
const ROUNDS = 10;
const CALLERS = 16;

/** Lets a process append until it is killed, `ms` after its log is open, and gives the answers that it was given. */
async function appendUntilKilled(file: string, name: string, ms: number): Promise<string[]> {
  const child = spawn(process.execPath, [program, file, name, String(CALLERS), '1000000']);
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
    timer ??= setTimeout(() => child.kill('SIGKILL'), ms);
  });
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  await new Promise((resolve) => child.on('close', resolve));
  expect(complaint).toBe('');
  return output.split('\n').slice(1, -1);
}

describe('kill -9', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kill-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test(`${ROUNDS} times under load: every answered append is there once, no half batch, no hole`, async () => {
    const file = join(folder, 'log.db');
    const answers: string[] = [];
    for (let round = 0; round < ROUNDS; round++)
      answers.push(...(await appendUntilKilled(file, `round-${round % 2}`, Math.random() * 120)));
    expect(answers.length).toBeGreaterThan(ROUNDS);

    const log = await openSqliteLog({ file });
    const places = new Map<string, { stream: string; revision: bigint }>();
    const streams = new Map<string, bigint>();
    for await (const { id, stream, revision } of log.readAll()) {
      expect(places.has(id)).toBe(false);
      expect(revision).toBe((streams.get(stream) ?? -1n) + 1n);
      places.set(id, { stream, revision });
      streams.set(stream, revision);
    }
    for (const [stream, revision] of streams) {
      // Every append has two events.
      expect(revision % 2n).toBe(1n);
      expect(await log.head(stream)).toBe(revision);
    }
    for (const answer of answers) {
      const [revision = '', first = '', second = ''] = answer.split(' ');
      const stream = first.slice(0, first.indexOf('/'));
      expect(places.get(first)).toEqual({ stream, revision: BigInt(revision) - 1n });
      expect(places.get(second)).toEqual({ stream, revision: BigInt(revision) });
    }
    await log.close();
    expect(await checkSqliteLog(file)).toEqual({ events: places.size, end: BigInt(places.size), damage: null });
  }, 60_000);
});
