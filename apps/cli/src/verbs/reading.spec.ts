import { once } from 'node:events';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ownDeployment } from '../../test/own-deployment.ts';
import { start } from '../../test/run.ts';

/** The verbs that ask a server: on a team with three versions and two Sessions. */

const team = ownDeployment({ PALIMPSEST_STORE: 'memory' });
beforeAll(async () => {
  const save = (key: string, text: string, ...more: string[]) =>
    team.json('save', team.file('text.md', text), '--part', key, '--base', 'latest', ...more);
  await save('runtime/work', 'Work hard.\nRest well.', '--message', 'First words');
  await save('team/delivery', 'Show evidence.');
  await save('runtime/work', 'Work harder.\nRest well.');
  await team.json('assemble', '--role', 'worker', '--session', 'executor', '--variables', 'Branch=b');
  const policy = team.file('policy.json', { version: 1, mode: 'ask', rules: [] });
  await team.json('assemble', '--role', 'orchestrator', '--session', 'main', '--policy', policy);
});

const rows = async (...args: string[]) => {
  const { code, out } = await team.run(...args);
  expect(code).toBe(0);
  return out.trimEnd().split('\n');
};
const api = async (path: string): Promise<unknown> => (await fetch(team.url + path)).json();

describe('--json is exactly what the interface answers', () => {
  it.each([
    ['show', '/v1/configuration'],
    ['show --revision 1', '/v1/versions/1'],
    ['show --revision latest', '/v1/versions/latest'],
    ['parts', '/v1/parts'],
    ['parts runtime/work', '/v1/parts/runtime/work'],
    ['history', '/v1/versions'],
    ['history --limit 2', '/v1/versions?limit=2'],
    ['history runtime/work', '/v1/history/runtime/work'],
    ['diff 1 latest', '/v1/versions/1/diff/3'],
    ['diff latest 2', '/v1/versions/3/diff/2'],
    ['sessions --revision latest --release latest', '/v1/sessions?revision=3&release=1'],
    ['sessions', '/v1/sessions'],
    ['sessions executor', '/v1/sessions/executor'],
    ['sessions executor --use 1', '/v1/sessions/executor/uses/1/prompt'],
  ])('%s', async (verb, path) => {
    expect(await team.json(...verb.split(' '))).toEqual(await api(path));
  });
});

describe('show', () => {
  it('tells the version and lists its entries', async () => {
    const lines = await rows('show');
    expect(lines[0]).toMatch(/^revision +3, after 2$/);
    expect(lines).toContainEqual(expect.stringMatching(/^made +\d{4}-\d\d-\d\d \d\d:\d\d UTC, just now$/));
    expect(lines).toContainEqual(expect.stringMatching(/^size +\d+ of 262,144 bytes$/));
    expect(lines).toContainEqual(expect.stringMatching(/^runtime\/work +23 +Work harder\.$/));
  });

  it('prints the text of an entry alone, of any version; without team text its default', async () => {
    expect((await team.run('show', 'runtime/work', '--revision', '1')).out).toBe('Work hard.\nRest well.');
    const { default: now } = await team.json<{ default: { text: string } }>('parts', 'runtime/replies');
    expect((await team.run('show', 'runtime/replies')).out).toBe(now.text);
    expect((await team.run('show', 'runtime/replies', '--revision', '1')).out).toBe(now.text);
    expect(await team.json('show', 'team/delivery')).toMatchObject({ text: 'Show evidence.' });
    expect((await team.run('show', 'runtime/nope')).code).toBe(3);
    expect((await team.run('show', 'runtime/nope', '--revision', '1')).code).toBe(3);
  });
});

describe('parts', () => {
  it('lists keys with their states, aligned', async () => {
    const lines = await rows('parts');
    expect(lines[0]).toMatch(/^key +kind +state +what it says$/);
    expect(lines).toContainEqual(expect.stringMatching(/^runtime\/work +part +overridden +\S/));
    expect(lines).toContainEqual(expect.stringMatching(/^skill\/github +skill +default +\S/));
    const at = lines[0]?.indexOf('kind') ?? 0;
    expect(lines.every((line) => /^(kind|part|skill|section)/.test(line.slice(at)))).toBe(true);
  });

  it('shows one with its default and the text of the team', async () => {
    const { out } = await team.run('parts', 'runtime/work');
    expect(out).toContain("The team's text\nWork harder.\nRest well.");
    expect(out).toContain('The default\n## ');
  });
});

describe('history', () => {
  it('lists versions newest first, with who, why and what changed', async () => {
    const lines = await rows('history');
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['revision', '3', '2', '1']);
    expect(lines[3]).toMatch(/local \(tool\) +saved +runtime\/work +First words$/);
  });

  it('of one entry lists the versions that changed it; filters narrow both', async () => {
    const numbers = async (...args: string[]) =>
      (await rows('history', ...args)).slice(1).map((line) => line.split(' ')[0]);
    expect(await numbers('runtime/work')).toEqual(['3', '1']);
    expect(await numbers('runtime/work', '--limit', '1')).toEqual(['3']);
    expect(await numbers('--origin', 'tool', '--limit', '2')).toEqual(['3', '2']);
    expect(await numbers('--at', '2999-01-01T00:00:00Z')).toEqual(['3']);
    expect(await rows('history', '--actor', 'nobody')).toEqual(['No version.']);
    expect((await team.run('history', 'runtime/nope')).code).toBe(3);
    expect((await team.run('history', '--since', 'yesterday')).err).toContain(
      'since: invalid_field: must be a time such as',
    );
  });
});

describe('diff', () => {
  it('shows lines without colours when piped, and changed words in colour where colours are asked for', async () => {
    expect((await team.run('diff', '1', '3', 'runtime/work')).out).toBe(
      'changed runtime/work\n- Work hard.\n+ Work harder.\n  Rest well.\n',
    );
    const child = start(['diff', '1', '3', 'runtime/work'], { ...team.environment, FORCE_COLOR: '1' });
    let out = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    await once(child, 'close');
    expect(out).toContain('\u001b[7m\u001b[32mharder');
  });

  it('says where there is no difference; an unknown version is refused', async () => {
    expect(await rows('diff', '3', 'latest')).toEqual(['No difference between 3 and 3.']);
    expect(await rows('diff', '1', '3', 'runtime/shared')).toEqual([
      'No difference between 1 and 3 in runtime/shared.',
    ]);
    expect(await team.run('diff', '1', '99')).toMatchObject({
      code: 3,
      err: expect.stringContaining('(unknown_version)'),
    });
  });
});

describe('assemble and sessions', () => {
  it('a preview prints the prompt alone and records nothing', async () => {
    const vars = team.file('variables.json', { Repository: 'a/b', Attempts: 3 });
    const { out } = await team.run('assemble', '--role', 'worker', '--variables', vars, 'Branch=x=y');
    expect(out.endsWith('- Repository: a/b\n- Attempts: 3\n- Branch: x=y')).toBe(true);
    expect(await team.json('sessions')).toMatchObject({ items: [{ session: 'main' }, { session: 'executor' }] });
  });

  it('an earlier version, a Ticket and the places of the parts', async () => {
    const ticket = team.file('ticket.json', {
      kind: 'inferred',
      rules: [{ id: 'R1', name: 'Links', instruction: 'Fix links.' }],
    });
    const { out } = await team.run('assemble', '--role', 'worker', '--ticket', ticket, '--revision', '1');
    expect(out).toContain('Work hard.\nRest well.');
    expect(out).toContain('- Links (R1): Fix links.');
    const latest = ['assemble', '--role', 'worker', '--revision', 'latest', '--release', 'latest'];
    expect((await team.run(...latest)).out).toContain('Work harder.');
    const lines = await rows('assemble', '--role', 'worker', '--parts');
    expect(lines[0]).toMatch(/^part +source +start +end +bytes$/);
    expect(lines).toContainEqual(expect.stringMatching(/^runtime\/work +override +\d/));
  });

  it('a Session keeps its role, and its prompts can be made again', async () => {
    const { prompt } = await team.json<{ prompt: string }>('sessions', 'executor', '--use', '1');
    expect((await team.run('sessions', 'executor', '--use', '1')).out).toBe(prompt);
    expect((await rows('sessions', 'executor')).at(-1)).toMatch(/^1 +prompt +3 +1 +.+ sha256:[0-9a-f]{64}$/);
    const other = await team.run('assemble', '--role', 'worker', '--session', 'main');
    expect(other).toMatchObject({ code: 3, err: expect.stringContaining('(role_mismatch)') });
    expect(await team.run('sessions', 'nobody')).toMatchObject({
      code: 3,
      err: expect.stringContaining('(unknown_session)'),
    });
    expect(await rows('sessions', '--role', 'worker')).toHaveLength(2);
  });
});

describe('a reader that goes early', () => {
  it('ends nothing with an error', async () => {
    const child = start(['assemble', '--role', 'worker'], team.environment);
    let err = '';
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    child.stdout.destroy();
    const [code] = (await once(child, 'close')) as [number | null];
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});
