import { expect, test } from '@jest/globals';
import { describeError } from './describe-error.ts';

test('an unknown error is told by its name, code and place: its message may quote a prompt', () => {
  const error = Object.assign(new Error('cannot store "the text of a prompt" in /srv/data'), { code: 'ENOSPC' });
  const told = JSON.stringify(describeError(new Error('outer', { cause: error })));
  expect(told).toContain('ENOSPC');
  expect(told).toContain('describe-error.spec.ts');
  expect(told).not.toMatch(/prompt|\/srv|\/libs\//);
});

test('an error of the language keeps its message', () => {
  expect(describeError(new TypeError('x is not a function'))).toMatchObject({ message: 'x is not a function' });
});

test('what is no error is told by its type', () => {
  expect(describeError('a text')).toEqual({ name: 'string' });
});
