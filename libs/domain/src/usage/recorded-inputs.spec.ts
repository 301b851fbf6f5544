import { describe, expect, it } from '@jest/globals';
import { digest } from '../text/digest.ts';
import { recordedInputs } from './recorded-inputs.ts';
import type { RevisionUsed } from './schemas.ts';

const policy = { version: 1, mode: 'accept', rules: [] };
const variables = [{ name: 'Branch', value: 'b' }];
const use: RevisionUsed = {
  session: 's',
  use: 1,
  role: 'orchestrator',
  revision: 1,
  release: 1,
  policy: digest('policy'),
  variables,
  ticket: null,
  skill: null,
  prompt_digest: digest('prompt'),
  timestamp: '2026-12-01T09:30:00.000Z',
  caller: null,
};
const worker: RevisionUsed = { ...use, role: 'worker', policy: null };

describe('what a recorded prompt was made from', () => {
  it('U3 is, of the main Session, the variables and the recorded policy', () => {
    expect(recordedInputs(use, policy)).toEqual({ role: 'orchestrator', variables, policy });
  });

  it.each([null, undefined])('U3 is nothing without that policy, which is then named (%p)', (missing) => {
    expect(() => recordedInputs(use, missing)).toThrow(`the log holds no policy ${digest('policy')}`);
  });

  it('U3 is, of a worker, the variables and the Ticket, an explicit one where none was given', () => {
    const ticket = { kind: 'inferred' as const, rules: [{ id: 'r', name: 'R', instruction: 'Do.' }] };
    expect(recordedInputs({ ...worker, ticket }, null)).toEqual({ role: 'worker', variables, ticket });
    expect(recordedInputs(worker, null)).toEqual({ role: 'worker', variables, ticket: { kind: 'explicit' } });
  });
});
