import { describe, expect, it } from '@jest/globals';
import { ownDeployment } from '../../test/own-deployment.ts';
import { run } from '../../test/run.ts';

const team = ownDeployment({ PALIMPSEST_STORE: 'memory' });

interface Status {
  revision: number;
  configuration: { sections: object; skills: object; overrides: Record<string, { text: string; base: string }> };
}
const status = () => team.json<Status>('show');
/** Someone else's save, of one section. */
const theirs = async (text: string) => {
  const file = team.file('theirs.md', text);
  await team.json('save', file, '--part', 'team/delivery', '--base', 'latest', '--message', 'theirs');
};
const work = async (text: string) => {
  await team.json('save', team.file('work.md', text), '--part', 'runtime/work', '--base', 'latest');
};

describe('a draft made of what show --json printed', () => {
  it('is saved on the revision that it was made from', async () => {
    await work('One.\nTwo.\nThree.');
    const draft = await status();
    draft.configuration.overrides['runtime/work'] = { text: 'One.\nTwo.\nThree and four.', base: '' };
    delete (draft.configuration.overrides['runtime/work'] as { base?: string }).base;
    const { code, out } = await team.run('save', team.file('draft.json', draft), '--message', 'Ours');
    expect(code).toBe(0);
    expect(out).toContain(`Saved as revision ${String(draft.revision + 1)}, after ${String(draft.revision)} (saved)`);
    expect(out).toContain('Changed: runtime/work\n');
    expect((await status()).configuration.overrides['runtime/work']?.text).toBe('One.\nTwo.\nThree and four.');
  });

  it('that is stale is refused with who changed what, and its merge goes to a new file that can be saved', async () => {
    const draft = await status();
    await theirs('Theirs.');
    const entry = draft.configuration.overrides['runtime/work'];
    draft.configuration.overrides['runtime/work'] = { text: 'Zero.\nTwo.\nThree and four.', base: entry?.base ?? '' };
    const file = team.file('draft.json', draft);
    const before = team.read('draft.json');
    const { code, out, err } = await team.run('save', file, '--merge-to', team.path('merge.json'));
    expect({ code, out }).toEqual({ code: 3, out: '' });
    expect(err).toContain('(stale_revision)');
    expect(err).toMatch(/revision \d+, local \(tool\), .+ UTC, just now, saved, team\/delivery: theirs/);
    expect(err).toContain(`its merge is in ${team.path('merge.json')}\n`);
    expect(team.read('draft.json')).toBe(before);
    expect(await team.run('save', team.path('merge.json'))).toMatchObject({ code: 0 });
    const { configuration } = await status();
    expect(configuration).toMatchObject({
      sections: { delivery: { text: 'Theirs.' } },
      overrides: { 'runtime/work': { text: 'Zero.\nTwo.\nThree and four.' } },
    });
  });

  it('that conflicts shows both sides; the merge has the current text and says so', async () => {
    const draft = await status();
    await work('Hers.\nTwo.\nThree and four.');
    const entry = draft.configuration.overrides['runtime/work'];
    draft.configuration.overrides['runtime/work'] = { text: 'His.\nTwo.\nThree and four.', base: entry?.base ?? '' };
    const file = team.file('draft.json', draft);
    const { code, err } = await team.run('save', file, '--merge-to', team.path('conflict.json'));
    expect(code).toBe(3);
    expect(err).toContain('conflict in runtime/work:');
    expect(err).toMatch(/was +\| Zero\.\n.*is +\| Hers\.\n.*draft +\| His\./);
    expect(err).toContain('it has the current text of 1 entry in conflict');
    expect(team.read('conflict.json')).toContain('Hers.');
    expect(team.read('conflict.json')).not.toContain('His.');
  });

  it('never overwrites a file with its merge', async () => {
    const file = team.file('draft.json', await status());
    expect(await team.run('save', file, '--merge-to', file)).toMatchObject({ code: 2 });
  });

  it('is not saved on --base latest, which would replace what others saved; a named base is taken', async () => {
    const draft = await status();
    await theirs('Theirs again.');
    const file = team.file('draft.json', draft);
    const { code, err } = await team.run('save', file, '--base', 'latest');
    expect(code).toBe(2);
    expect(err).toContain(`made from revision ${String(draft.revision)}`);
    expect(await team.run('save', file, '--base', String(draft.revision + 1))).toMatchObject({ code: 0 });
  });
});

describe('other drafts', () => {
  it('a bare configuration needs a base, and replaces all', async () => {
    const file = team.file('bare.json', { sections: { communication: { text: 'Plain English.' } } });
    expect(await team.run('save', file)).toMatchObject({ code: 2, err: expect.stringContaining('--base latest') });
    expect(await team.run('save', file, '--base', 'latest')).toMatchObject({ code: 0 });
    expect((await status()).configuration).toMatchObject({ overrides: {}, skills: {} });
  });

  it('a change that names its base changes only what it names; from standard input too', async () => {
    const { revision } = await status();
    const change = JSON.stringify({ base_revision: revision, overrides: { 'runtime/replies': { text: 'Short.' } } });
    expect(await run(['save', '-'], team.environment, change)).toMatchObject({ code: 0 });
    expect((await status()).configuration).toMatchObject({ sections: { communication: { text: 'Plain English.' } } });
  });

  it('a dry run stores nothing and says what would be', async () => {
    const { revision } = await status();
    const file = team.file('work.md', 'Dry.');
    const { code, out } = await team.run('save', file, '--part', 'runtime/work', '--base', 'latest', '--dry-run');
    expect(code).toBe(0);
    expect(out).toContain(`Nothing is stored; it would be revision ${String(revision + 1)}`);
    expect((await status()).revision).toBe(revision);
  });

  it('the same request id saves once', async () => {
    const { revision } = await status();
    const once = () =>
      team.json(
        'save',
        team.file('once.md', 'Once.'),
        '--part',
        'runtime/work',
        '--base',
        String(revision),
        '--request-id',
        'r1',
      );
    expect(await once()).toEqual(await once());
    expect((await status()).revision).toBe(revision + 1);
  });

  it('the text of a part is kept exactly, and comes back exactly', async () => {
    const text = '# 工作\r\n\n  {rules} $& \\1\ttext without a last line end';
    await work(text);
    expect(await team.run('show', 'runtime/work')).toEqual({ code: 0, out: text, err: '' });
  });

  it('a skill needs a description when it is new, and keeps it when it is not', async () => {
    const file = team.file('skill.md', 'Look twice.');
    const args = ['save', file, '--skill', 'review', '--base', 'latest'];
    expect(await team.run(...args)).toMatchObject({ code: 2, err: expect.stringContaining('--description') });
    expect(await team.run(...args, '--description', 'When reviewing.')).toMatchObject({ code: 0 });
    team.file('skill.md', 'Look three times.');
    expect(await team.run(...args)).toMatchObject({ code: 0 });
    expect((await status()).configuration.skills).toEqual({
      review: { description: 'When reviewing.', body: 'Look three times.' },
    });
  });

  it('every fault has its own line with path, code and remedy; with --json it is the document', async () => {
    const overrides = { 'runtime/environment': { text: 'no placeholder' }, 'runtime/nope': { text: 'x' } };
    const file = team.file('bad.json', { overrides, skills: { github: { description: '', body: '' } } });
    const { code, err } = await team.run('save', file, '--base', 'latest');
    expect(code).toBe(3);
    const lines = err.trimEnd().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines).toEqual(
      expect.arrayContaining([
        'palimpsest: refused:',
        'palimpsest:   /configuration/skills/github/description: invalid_field: must not be empty',
        expect.stringMatching(/overrides\/runtime~1environment\/text: missing_placeholder: must keep \{variables\}$/),
        expect.stringMatching(/overrides\/runtime~1nope: unknown_part: /),
      ]),
    );
    const json = await team.run('save', file, '--base', 'latest', '--json');
    expect(json).toMatchObject({ code: 3, out: '' });
    expect(JSON.parse(json.err)).toMatchObject({ code: 'validation_failed', status: 422 });
  });

  it.each([
    ['{', 'malformed_json: is not JSON'],
    ['[]', 'must hold a configuration'],
  ])('%j is refused', async (contents, says) => {
    const { code, err } = await team.run('save', team.file('bad.json', contents));
    expect(code).toBe(3);
    expect(err).toContain(says);
  });
});
