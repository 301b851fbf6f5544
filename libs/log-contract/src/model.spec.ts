import { describe, expect, test } from '@jest/globals';
import { newEvents } from './made-events.ts';
import { Model } from './model.ts';

describe('the model that logs are compared with', () => {
  test('appends at the right revision only', () => {
    const model = new Model();
    expect(model.append('s', newEvents(2), 0n)).toBe('conflict');
    expect(model.append('s', newEvents(2), 'no_stream')).toMatchObject({ stream: 's', revision: 1n });
    expect(model.append('s', newEvents(1), 'no_stream')).toBe('conflict');
    expect(model.append('s', newEvents(1), 1n)).toMatchObject({ revision: 2n });
    expect(model.append('s', [], 2n)).toMatchObject({ revision: 2n });
    expect(model.append('t', [], 'no_stream')).toBeNull();
    expect(model.events).toHaveLength(3);
  });

  test('knows an append that was made before from ids that are used again', () => {
    const model = new Model();
    const events = newEvents(2);
    const first = model.append('s', events, 'no_stream');
    expect(model.append('s', events, 'no_stream')).toEqual(first);
    expect(model.append('s', events, 1n)).toBe('event_id_reused');
    expect(model.append('t', events, 'no_stream')).toBe('event_id_reused');
    expect(model.append('s', [...events, ...newEvents(1)], 'no_stream')).toBe('event_id_reused');
    expect(model.events).toHaveLength(2);
  });

  test('reads from either end, and the whole by filter', () => {
    const model = new Model();
    model.append('a', newEvents(3, { type: 'X' }), 'no_stream');
    model.append('b', newEvents(1, { type: 'Y' }), 'no_stream');
    const revisions = (events: { revision: bigint }[]): bigint[] => events.map(({ revision }) => revision);
    expect(revisions(model.read('a', { from: 1n }))).toEqual([1n, 2n]);
    expect(revisions(model.read('a', { direction: 'backwards', from: 1n, count: 1 }))).toEqual([1n]);
    expect(model.readAll({ prefixes: ['b'] }, 0, undefined)).toHaveLength(1);
    expect(model.readAll({ types: ['X'] }, 1, 1)).toMatchObject([{ stream: 'a', revision: 1n }]);
  });
});
