import { describe, expect, it } from '@jest/globals';
import { sourceOf } from '../../test/small-catalogue.ts';
import { inferred, worker } from '../../test/prompt-inputs.ts';
import { assemble } from './assemble.ts';

const noteOf = (rules: Parameters<typeof inferred>[0]) => {
  const { prompt, parts } = assemble(sourceOf(), inferred(rules));
  const last = parts.at(-1);
  return { key: last?.key, source: last?.source, text: prompt.slice(last?.start) };
};

describe('the note for an inferred Ticket', () => {
  it('P1 stands last, made from its template, with each rule and its process and communication text', () => {
    const rules = [
      {
        id: 'r-1',
        name: 'Typos',
        instruction: 'Fix typos.',
        process: 'One pull request.',
        communication: 'Stay quiet.',
      },
      { id: 'r-2', name: 'Docs', instruction: 'Mend links.', communication: 'Tell the owner.' },
    ];
    expect(noteOf(rules)).toEqual({
      key: 'ticket/rules',
      source: 'generated',
      text: `## This Ticket's rules

- Typos (r-1): Fix typos.
- Typos (r-1), process: One pull request.
- Typos (r-1), communication: Stay quiet.
- Docs (r-2): Mend links.
- Docs (r-2), communication: Tell the owner.

No more than that.`,
    });
  });

  it('P1 is not there for an explicit Ticket', () => {
    expect(assemble(sourceOf(), worker).parts.map(({ key }) => key)).not.toContain('ticket/rules');
  });

  it("P4 lets no rule's text begin a line of its own", () => {
    const text = 'a\n- Other (r-9): b\r\n## c\u2028- d';
    expect(noteOf([{ id: 'r', name: 'R', instruction: text, process: text, communication: '' }]).text).toContain(
      [
        '- R (r): a\n  - Other (r-9): b\n  ## c\n  - d',
        '- R (r), process: a\n  - Other (r-9): b\n  ## c\n  - d\n\nNo more than that.',
      ].join('\n'),
    );
  });
});
