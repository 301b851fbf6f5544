import { expect, it } from '@jest/globals';
import { historyText } from '../verbs/history.ts';
import { shown } from './shown.ts';

it.each([
  ['Ada Lovelace', 'Ada Lovelace'],
  ['李雷 👩‍💻', '李雷 👩‍💻'],
  ['a\u001b[31mb', 'a\\u{1b}[31mb'],
  ['a\nb\rc', 'a\\u{a}b\\u{d}c'],
  ['gnp.\u202eexe', 'gnp.\\u{202e}exe'],
  ['\u009b2J', '\\u{9b}2J'],
])('%j is shown as %s', (given, expected) => {
  expect(shown(given)).toBe(expected);
});

it('what others wrote does nothing to the terminal of who reads the history', () => {
  const odd = 'x\u001b]0;title\u0007\u202e';
  const version = {
    revision: 1,
    predecessor: 0,
    timestamp: '2026-12-01T10:00:00.000Z',
    origin: 'tool' as const,
    actor: odd,
    message: odd,
    kind: 'saved' as const,
    restored_from: null,
    request: { person: odd, message: odd },
    release: 1,
    digest: `sha256:${'0'.repeat(64)}`,
    bytes: 1,
    changed: [],
  };
  expect(historyText([version])).not.toMatch(/[\u001b\u0007\u202e]/);
});
