import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { LockHeld, takeLock, withLock } from './file-lock.ts';

describe('a lock beside a file', () => {
  let folder: string;
  let file: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'lock-'));
    file = join(folder, 'x.lock');
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('has one holder, and another after its release', () => {
    const release = takeLock(file);
    expect(release).not.toBeNull();
    expect(takeLock(file)).toBeNull();
    release?.();
    const again = takeLock(file);
    expect(again).not.toBeNull();
    again?.();
  });

  it('runs work of many one after another, and frees itself where work throws', async () => {
    let running = 0;
    let most = 0;
    const work = async (fail: boolean) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (fail) throw new Error('failed');
    };
    const all = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => withLock(file, () => work(n % 2 === 0))));
    expect(most).toBe(1);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled']);
  });

  it('gives up where another keeps it', async () => {
    const release = takeLock(file);
    await expect(withLock(file, () => Promise.resolve(), 0)).rejects.toBeInstanceOf(LockHeld);
    release?.();
  });

  it('is free again when its holder died', async () => {
    const compiled = new URL('../dist/file-lock.js', import.meta.url).href;
    const source = `import { takeLock } from ${JSON.stringify(compiled)};
      if (takeLock(${JSON.stringify(file)}) === null) process.exit(2);
      process.kill(process.pid, 'SIGKILL');`;
    const died = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', source]);
    await expect(died).rejects.toMatchObject({ signal: 'SIGKILL' });
    const release = takeLock(file);
    expect(release).not.toBeNull();
    release?.();
  });
});
