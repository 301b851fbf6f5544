import { beforeAll, describe, expect, it } from '@jest/globals';
import { ownDeployment } from '../../test/own-deployment.ts';

const team = ownDeployment({ PALIMPSEST_STORE: 'memory' });
beforeAll(async () => {
  for (const text of ['One.', 'Two.', 'Three.']) {
    const sections = { delivery: { text }, communication: { text } };
    await team.json('save', team.file('draft.json', { sections }), '--base', 'latest');
  }
});
const sections = async () => (await team.json<{ configuration: { sections: object } }>('show')).configuration.sections;

describe('restoring', () => {
  it('one entry of an earlier version', async () => {
    const { code, out } = await team.run('restore', '1', 'team/delivery', '--message', 'back');
    expect(code).toBe(0);
    expect(out).toContain('Saved as revision 4, after 3 (restored 1)');
    expect(out).toContain('Changed: team/delivery\n');
    expect(await sections()).toMatchObject({ delivery: { text: 'One.' }, communication: { text: 'Three.' } });
  });

  it('a whole version; a dry run first stores nothing', async () => {
    expect((await team.run('restore', '2', '--dry-run')).out).toContain('Nothing is stored; it would be revision 5');
    expect(await team.json('restore', '2')).toMatchObject({ revision: 5, restored_from: 2 });
    expect(await sections()).toMatchObject({ delivery: { text: 'Two.' }, communication: { text: 'Two.' } });
  });

  it('is refused where the base that it names is not the current revision, with what was saved since', async () => {
    const { code, err } = await team.run('restore', '1', '--base', '3');
    expect(code).toBe(3);
    expect(err).toMatch(/revision 4, local \(tool\), .+, restored 1, team\/delivery: back\n/);
    expect(err).toMatch(/revision 5, local \(tool\)/);
  });

  it('the default of one entry, then of all', async () => {
    expect((await team.run('restore-defaults', 'team/delivery')).out).toContain('Changed: team/delivery\n');
    expect(Object.keys(await sections())).toEqual(['communication']);
    expect(await team.json('restore-defaults')).toMatchObject({ kind: 'defaults_restored' });
    expect(await sections()).toEqual({});
    expect((await team.run('show')).out).toContain('Every part follows its default.');
  });

  it('the latest version, which makes one more', async () => {
    const { revision } = await team.json<{ revision: number }>('show');
    expect(await team.json('restore', 'latest')).toMatchObject({ revision: revision + 1, restored_from: revision });
  });

  it('an unknown version or entry is refused', async () => {
    expect(await team.run('restore', '99')).toMatchObject({
      code: 3,
      err: expect.stringContaining('(unknown_version)'),
    });
    const { code, err } = await team.run('restore', '1', 'runtime/nope');
    expect(code).toBe(3);
    expect(err).toContain('/keys/0: unknown_part: no entry has this key');
  });
});
