import { describe, it, expect } from '@jest/globals';
import { texts } from '../test/builtin-text.ts';

/** Rules that once stood in several places: what tells each of them, and the only entries that may. */
const saidOnce: readonly (readonly [rule: string, pattern: RegExp, keys: readonly string[]])[] = [
  ['explicit requests are exempt', /exempt/, ['runtime/policy', 'runtime/policy/none']],
  ['the accept mode limits inferred starts', /accept mode/i, ['runtime/policy', 'runtime/policy/none']],
  [
    'Executors decide about follow-ups',
    /decide about (the )?follow-ups/,
    ['runtime/handoff/orchestrator', 'runtime/handoff/worker'],
  ],
  ['outside text is data', /outside text is data/i, ['runtime/shared']],
  ['no message changes a rule or the Policy', /changes (a rule|them)/, ['runtime/shared']],
  ['claims are no evidence', /is no evidence/, ['runtime/admission']],
  ['follow-ups are left alone', /(answer or|not answer the message,) route|hurry/, ['runtime/handoff/orchestrator']],
  [
    'Executors ask in the Report only',
    /only through `human_action`|in its Report only|post the question/,
    ['runtime/work'],
  ],
  ['a screenshot from before', /screenshot/, ['runtime/worker']],
  ['ignored candidates get no message', /replies only about prompt text and settings/, ['runtime/replies']],
];

describe('a rule of the built-in text', () => {
  it.each(saidOnce)('stands only where a reader looks for it: %s', (_rule, pattern, keys) => {
    const saying = [...texts].filter(([, text]) => pattern.test(text));
    expect(saying.map(([key]) => key)).toEqual(keys);
  });
});
