import { describe, it, expect } from '@jest/globals';
import { isReader, promptOf, read } from '../test/builtin-text.ts';

interface Situation {
  readonly title: string;
  readonly role: string;
  readonly situation: string;
  readonly answer: string;
  readonly sentences: readonly string[];
}

const field = (block: string, name: string): string => new RegExp(`^- ${name}: (.+)$`, 'm').exec(block)?.[1] ?? '';

const situations: readonly Situation[] = read('docs/situations.md')
  .split(/^### /m)
  .slice(1)
  .map((block) => ({
    title: block.split('\n')[0] ?? '',
    role: field(block, 'Role'),
    situation: field(block, 'Situation'),
    answer: field(block, 'Answer'),
    sentences: [...block.matchAll(/^> (.+)$/gm)].map(([, sentence]) => sentence ?? ''),
  }));

describe('docs/situations.md', () => {
  it('holds sixty situations, numbered, half of them for each role', () => {
    expect(situations.map(({ title }) => Number.parseInt(title, 10))).toEqual(
      Array.from({ length: 60 }, (_, at) => at + 1),
    );
    expect(situations.filter(({ role }) => role.startsWith('main Session'))).toHaveLength(30);
    expect(situations.filter(({ role }) => role.startsWith('Executor'))).toHaveLength(30);
  });

  it.each(situations)(
    '$title: the sentences stand in the prompt of that role',
    ({ role, situation, answer, sentences }) => {
      expect(situation).not.toBe('');
      expect(answer).not.toBe('');
      expect(sentences.length).toBeGreaterThan(0);
      if (!isReader(role)) throw new Error(`no prompt is read by: ${role}`);
      const prompt = promptOf(role);
      for (const sentence of sentences) expect(prompt).toContain(sentence);
    },
  );

  it.each(situations)('$title: what decides it are whole sentences', ({ role, sentences }) => {
    if (!isReader(role)) throw new Error(`no prompt is read by: ${role}`);
    const prompt = promptOf(role);
    for (const sentence of sentences) {
      expect(sentence).toMatch(/[.:]$/);
      // It begins a line, a list item or a new sentence.
      expect(prompt.slice(0, prompt.indexOf(sentence))).toMatch(/(^|\n|[.:] |^- |\n- |\n\d\. |\*\* )$/);
    }
  });
});
