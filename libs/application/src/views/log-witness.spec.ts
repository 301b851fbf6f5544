import { describe, expect, it } from '@jest/globals';
import { ArrayLog } from '../../test/array-log.ts';
import { checkWitness } from './log-witness.ts';
import type { ViewState, ViewStore } from '../ports/views.ts';

const log = new ArrayLog();
const first = log.put('prompts-t', { type: 'A', schema: 1, data: {} });
const second = log.put('prompts-t', { type: 'B', schema: 1, data: {} });
const at = (checkpoint: bigint | null, anchor: ViewState['anchor']) =>
  ({ state: () => ({ current: true, checkpoint, anchor }) }) as unknown as ViewStore;

describe('the read models as witnesses of the log', () => {
  it('A1 agree with a log that holds what they folded last, or has gone on since', async () => {
    await expect(checkWitness(log, at(null, null))).resolves.toBeUndefined();
    await expect(checkWitness(log, at(1n, first))).resolves.toBeUndefined();
    await expect(checkWitness(log, at(2n, second))).resolves.toBeUndefined();
  });

  it.each([
    ['has lost its end', at(3n, { stream: 'prompts-t', revision: 2n, id: 'gone' })],
    ['holds another event in its place', at(2n, { ...second, id: 'other' })],
    ['is empty of that stream', at(1n, { stream: 'prompts-x', revision: 0n, id: 'e-1' })],
  ])('A1 a log that %s is refused with the remedy', async (_, views) => {
    await expect(checkWitness(log, views)).rejects.toMatchObject({
      code: 'log_damaged',
      message: expect.stringContaining('delete views.sqlite'),
    });
  });
});
