import { expect, test } from '@jest/globals';
import { add, collect, newEvents } from './made-events.ts';
import type { OpenedLog } from './opened-log.ts';
import { refusal } from './refusal.ts';

export function durableBehaviours(opened: OpenedLog): void {
  test('a log that is opened again holds the same events, and goes on from there', async () => {
    for (const stream of ['a', 'b', 'a']) await add(opened.log, stream, ...newEvents(3));
    const before = await collect(opened.log.readAll());
    for (let n = 0; n < 2; n++) {
      await opened.log.close();
      const again = await opened.another();
      expect(await collect(again.readAll())).toEqual(before);
      expect(await again.head('a')).toBe(5n);
      expect(await again.end()).toBe(before.at(-1)?.position);
      await again.close();
    }
    const again = await opened.another();
    expect((await again.append('a', newEvents(1), 5n)).revision).toBe(6n);
  });

  test('appends are recognised as made before after the log was opened again', async () => {
    const events = newEvents(2);
    const first = await opened.log.append('s', events, 'no_stream');
    await opened.log.close();
    const again = await opened.another();
    expect(await again.append('s', events, 'no_stream')).toEqual(first);
    await refusal(again.append('s', events, 1n), 'event_id_reused');
    expect(await again.head('s')).toBe(1n);
  });
}
