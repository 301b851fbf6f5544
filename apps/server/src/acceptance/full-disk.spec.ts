import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url));
const PROGRAM = fileURLToPath(new URL('../../test/fill-disk.mjs', import.meta.url));
const mount = 'mount -t tmpfs -o size=32m tmpfs "$0"';

/** Runs a script with a mount table of its own, so that it may mount a small disk. */
const unshare = (script: string, ...args: string[]) =>
  spawnSync('unshare', ['--user', '--map-root-user', '--mount', 'sh', '-c', script, ...args], { encoding: 'utf8' });

const possible = unshare(mount, tmpdir()).status === 0;

const allReads = {
  ...{ versions: true, history: true, configuration: 200, older: 200, difference: 200 },
  ...{ sessions: true, session: 200, parts: 200, ready: 200, views: ['live', 'live', 'live'] },
};

describe('a server on a full disk', () => {
  if (!possible) {
    test.todo('is not shown here: this system does not let a test mount a small disk (unshare, mount)');
    return;
  }

  test('refuses saves and new uses with storage_full; all reads go on, the newest version is listed, and room heals it', () => {
    const folder = mkdtempSync(join(tmpdir(), 'palimpsest-full-'));
    try {
      const { stdout, stderr } = unshare(
        `${mount} && exec "$1" "$2" "$3" "$0"`,
        folder,
        process.execPath,
        PROGRAM,
        MAIN,
      );
      expect(stderr).toBe('');
      const met = JSON.parse(stdout) as Record<'whenFull' | 'whenFullOfUses', Record<string, unknown>>;
      expect(met).toMatchObject({
        whenFull: { refused: 'storage_full', again: 'storage_full', reads: allReads },
        whenFullOfUses: { reads: allReads },
        byOthers: { code: 'ENOSPC', save: 'storage_full', configuration: 200 },
        withRoom: { after: [201, 201, 201, 201, 201], reads: allReads, stopped: 0 },
        again: { reads: allReads, lost: 0, prompt: 200, stopped: 0 },
      });
      expect(met.whenFull['saves']).toBeGreaterThan(20);
      // The log's own file may take half of what is kept without another append, never more.
      expect(met.whenFullOfUses['kept']).toBeGreaterThan(3_500_000);
    } finally {
      rmSync(folder, { recursive: true });
    }
  }, 60_000);
});
