import { readdirSync } from 'node:fs';
import { describe, it, expect } from '@jest/globals';
import { canonical } from '@palimpsest/domain';
import { manifest, read, skillOf, texts } from '../test/builtin-text.ts';

const runtimeKeys = [
  ...['shared', 'orchestrator', 'worker', 'subscriptions', 'replies', 'dispatch', 'work', 'admission'],
  ...['handoff/orchestrator', 'handoff/worker', 'environment', 'policy', 'policy/none'],
].map((name) => `runtime/${name}`);

const files = [
  ...manifest.parts.map(({ file }) => file),
  ...manifest.sections.map(({ file }) => file),
  manifest.notes.inferred_ticket,
];

describe('the manifest of the built-in text', () => {
  it('holds exactly the fifteen parts, the three sections and the two skills (C2)', () => {
    expect(manifest.parts.map(({ key }) => key).sort()).toEqual(
      [...runtimeKeys, 'skill/feishu', 'skill/github'].sort(),
    );
    expect(manifest.sections.map(({ name, heading }) => [name, heading])).toEqual([
      ['communication', 'Communication'],
      ['ticket_scope', 'Ticket scope'],
      ['delivery', 'Delivery requirements'],
    ]);
    expect(manifest.skills).toEqual([
      { name: 'feishu', part: 'skill/feishu' },
      { name: 'github', part: 'skill/github' },
    ]);
    expect(manifest.parts.find(({ key }) => key === 'runtime/admission')?.file).toBe('prompts/admission.md');
  });

  it('orders both prompts as P1 says', () => {
    const sections = ['team/communication', 'team/ticket_scope', 'team/delivery'];
    const common = ['runtime/subscriptions', 'runtime/replies'];
    expect(manifest.order.orchestrator).toEqual([
      ...['runtime/shared', 'runtime/orchestrator', ...sections, ...common, 'runtime/dispatch', 'runtime/admission'],
      ...['runtime/handoff/orchestrator', 'runtime/environment', 'runtime/policy'],
    ]);
    expect(manifest.order.worker).toEqual([
      ...['runtime/shared', 'runtime/worker', ...sections, ...common, 'runtime/work', 'runtime/handoff/worker'],
      'runtime/environment',
    ]);
  });

  it('names each file once, and every text under prompts/ and skills/', () => {
    expect(new Set(files).size).toBe(files.length);
    const root = new URL('../../../', import.meta.url);
    const onDisk = ['prompts', 'skills'].flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.md'))
        .map((name) => `${folder}/${name}`),
    );
    expect(onDisk.sort()).toEqual([...files].sort());
  });

  it.each(files)('%s is canonical text with one final line end', (file) => {
    expect(read(file)).toBe(`${canonical(read(file))}\n`);
    expect(read(file)).not.toMatch(/[ \t]$/m);
  });

  it('keeps the placeholders that each template needs, and no other brace', () => {
    const needed = new Map([
      ['runtime/environment', ['variables']],
      ['runtime/policy', ['version', 'mode', 'rules']],
      ['runtime/policy/none', ['version', 'mode']],
      ['ticket/rules', ['rules']],
    ]);
    for (const { key, placeholders } of manifest.parts) expect(placeholders).toEqual(needed.get(key) ?? []);
    for (const [key, text] of texts) {
      expect({ key, braces: text.match(/[{}][^{}]*[{}]?/g) ?? [] }).toEqual({
        key,
        braces: (needed.get(key) ?? []).map((name) => `{${name}}`),
      });
    }
  });

  it('has a summary of one sentence for each part and section', () => {
    for (const { summary } of [...manifest.parts, ...manifest.sections]) {
      expect(summary).toMatch(/^[A-Z].{30,140}\.$/);
    }
  });

  it.each(manifest.skills)('gives skill $name the front matter of an Agent Skill', ({ name, part }) => {
    const { frontMatter, body } = skillOf(manifest.parts.find(({ key }) => key === part)?.file ?? '');
    expect(frontMatter.split('\n').map((line) => line.split(': ')[0])).toEqual(['name', 'description']);
    expect(frontMatter).toContain(`name: ${name}\n`);
    expect(frontMatter.length).toBeLessThan(500);
    expect(body).toMatch(/^## /);
  });
});
