import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { definitionOf, streamsOf, toldTypes, type NewEvent } from '@palimpsest/domain';
import { changeMessage } from './change-message.ts';

/** The kept example of a type, whatever schema it was written in. */
function kept(type: string): NewEvent {
  const name = type.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const file = new URL(`../../../domain/test/events/${name}.schema-1.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as NewEvent;
}

describe('what GET /v1/changes tells', () => {
  it.each(toldTypes)('%s has its facts, without any text', (type) => {
    const { stream, told } = definitionOf(type);
    const event = { ...kept(type), stream: streamsOf('a')[stream], revision: 0n, position: 7n };
    const message = changeMessage(event, 'a') ?? '';
    expect(message.startsWith(`event: ${told ?? ''}\nid: 7\ndata: {`)).toBe(true);
    expect(message).not.toContain('"texts"');
    expect(changeMessage(event, 'b')).toBeNull();
  });
});
