import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { Steps } from '@palimpsest/domain';
import { inTurns } from './in-turns.ts';

/** Takes some milliseconds for each step, and says which it did. */
function* slow(name: string, steps: number, done: string[]): Steps<string> {
  for (let step = 0; step < steps; step += 1) {
    for (const until = performance.now() + 4; performance.now() < until;);
    done.push(name);
    yield;
  }
  return name;
}

/** Counts the turns of the event loop until `running` ends. */
async function turnsDuring(running: Promise<unknown>): Promise<number> {
  let [turns, ended] = [0, false];
  void running.finally(() => (ended = true));
  for (; !ended; turns += 1) await setImmediate();
  return turns;
}

describe('a computation in turns', () => {
  it('gives the event loop a turn after each slice, and resolves with the result', async () => {
    const running = inTurns(slow('a', 5, []));
    expect(await turnsDuring(running)).toBeGreaterThanOrEqual(5);
    expect(await running).toBe('a');
  });

  it('shares the turns with all others: of many, one goes on in each turn, and they take their turns in order', async () => {
    const done: string[] = [];
    const running = Promise.all(['a', 'b', 'c', 'd'].map((name) => inTurns(slow(name, 4, done))));
    expect(await turnsDuring(running)).toBeGreaterThanOrEqual(15);
    expect(await running).toEqual(['a', 'b', 'c', 'd']);
    for (const name of 'abcd') expect(done.slice(0, 7).filter((each) => each === name).length).toBeLessThan(4);
  });

  it('rejects with what the computation throws, and the next one goes on', async () => {
    const failing = function* (): Steps<never> {
      yield;
      throw new RangeError('no');
    };
    await expect(inTurns(failing())).rejects.toThrow(RangeError);
    expect(await inTurns(slow('next', 2, []))).toBe('next');
  });
});
