import { expect, test } from '@jest/globals';
import { add, ids, idsOf, newEvent, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { expectEmpty, refusal } from './refusal.ts';

export function retryBehaviours(opened: OpenedLog): void {
  test('the same event ids at the old revision succeed again and write nothing', async () => {
    const events = newEvents(3);
    const first = await opened.log.append('s', events, 'no_stream');
    expect(await opened.log.append('s', events, 'no_stream')).toEqual(first);
    const more = newEvents(2);
    const second = await opened.log.append('s', more, 2n);
    expect(await opened.log.append('s', more, 2n)).toEqual(second);
    expect(await ids(opened.log.readAll())).toEqual(idsOf([...events, ...more]));
  });

  test('they succeed also when the stream has gone on since', async () => {
    const events = newEvents(2);
    const first = await opened.log.append('s', events, 'no_stream');
    await add(opened.log, 's', ...newEvents(2));
    await add(opened.log, 'other', newEvent());
    expect(await opened.log.append('s', events, 'no_stream')).toEqual(first);
    expect(await opened.log.head('s')).toBe(3n);
  });

  test('of the same append made many times at once, one is written and all get its answer', async () => {
    const events = newEvents(2);
    const answers = await Promise.all(Array.from({ length: 10 }, () => opened.log.append('s', events, 'no_stream')));
    expect(new Set(answers.map(({ position }) => position)).size).toBe(1);
    expect(await ids(opened.log.readAll())).toEqual(idsOf(events));
  });

  test('the same event ids at a newer revision are refused', async () => {
    const events = newEvents(2);
    await opened.log.append('s', events, 'no_stream');
    await refusal(opened.log.append('s', events, 1n), 'event_id_reused');
    expect(await opened.log.head('s')).toBe(1n);
  });

  test('an id of another stream is refused', async () => {
    const event = newEvent();
    await opened.log.append('a', [event], 'no_stream');
    await refusal(opened.log.append('b', [event], 'no_stream'), 'event_id_reused');
    expect(await opened.log.head('b')).toBeNull();
  });

  test('a batch that is old in part is refused whole', async () => {
    const [old, fresh] = newEvents(2) as [ReturnType<typeof newEvent>, ReturnType<typeof newEvent>];
    await opened.log.append('s', [old], 'no_stream');
    await refusal(opened.log.append('s', [old, fresh], 'no_stream'), 'event_id_reused');
    await refusal(opened.log.append('s', [fresh, old], 0n), 'event_id_reused');
    expect(await ids(opened.log.readAll())).toEqual([old.id]);
    await opened.log.append('s', [fresh], 0n);
  });

  test('the same ids in another order are refused', async () => {
    const events = newEvents(2);
    await opened.log.append('s', events, 'no_stream');
    await refusal(opened.log.append('s', [...events].reverse(), 'no_stream'), 'event_id_reused');
  });

  test('one id twice in a batch is refused', async () => {
    const event = newEvent();
    await refusal(opened.log.append('s', [event, newEvent(), event], 'no_stream'), 'event_id_reused');
    await expectEmpty(opened.log);
  });

  test('ids of a refused append may be used again', async () => {
    const events = newEvents(2);
    await refusal(opened.log.append('s', events, 3n), 'conflict');
    await opened.log.append('s', events, 'no_stream');
    expect(await ids(opened.log.read('s'))).toEqual(idsOf(events));
  });

  test('ids that differ in case or in Unicode form are different ids', async () => {
    const events = ['a', 'A', 'é', 'e\u0301', 'ﬁ', 'fi', '1', '01', '1 '].map((id) => newEvent({ id }));
    await opened.log.append('s', events, 'no_stream');
    expect(await ids(opened.log.read('s'))).toEqual(idsOf(events));
  });
}
