import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const program = fileURLToPath(new URL('../test/fill-disk.js', import.meta.url));
const mount = 'mount -t tmpfs -o size=30m tmpfs "$0"';

/** Runs a script with a mount table of its own, so that it may mount a small disk. */
function unshare(script: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, ...args], {
    encoding: 'utf8',
  });
}

const possible = unshare(mount, tmpdir()).status === 0;

describe('a full disk', () => {
  if (!possible) {
    const what = 'is not shown here: this system does not let a test mount a small disk (unshare, mount)';
    if (process.env['CI'] === 'true')
      test(what, () => {
        throw new Error('let tests make namespaces (unshare --user --mount), so that a full disk is shown');
      });
    else test.todo(what);
    return;
  }

  test('gives storage_full; reads go on, nothing answered is lost, and it works again when there is room', () => {
    const folder = mkdtempSync(join(tmpdir(), 'full-'));
    try {
      const { stdout, stderr } = unshare(`${mount} && exec "$1" "$2" "$0"`, folder, process.execPath, program);
      expect(stderr).toBe('');
      const met = JSON.parse(stdout) as Record<string, unknown>;
      expect(met['whenFull']).toBeGreaterThan(10);
      expect(met['events']).toBe((met['whenFull'] as number) + 10);
      expect(met).toMatchObject({
        codes: ['storage_full', 'storage_full'],
        readsWhenFull: true,
        after: 10,
        readsAfter: true,
        readsAgain: true,
        damage: null,
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 30_000);
});
