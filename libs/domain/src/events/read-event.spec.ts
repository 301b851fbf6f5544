import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import type { NewEvent, StoredEvent } from '../event.ts';
import { isUnknown, readEvent, UnreadableEvent } from './read-event.ts';
import { definitionOf, type EventType } from './registry.ts';

const kept = (name: string) => {
  const file = new URL(`../../test/events/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as NewEvent & { readonly stream: string };
};
const older = kept('revision-used.schema-1');
const stored = (changes: Partial<StoredEvent> = {}): StoredEvent => ({
  ...older,
  revision: 0n,
  position: 7n,
  ...changes,
});

function faultOf(event: StoredEvent): UnreadableEvent {
  try {
    readEvent(event);
  } catch (error) {
    if (error instanceof UnreadableEvent) return error;
  }
  throw new Error('the event was read');
}

describe('reading an event', () => {
  it('brings a use of schema 1, from before skills were loaded on demand, to the shape of today (A5)', () => {
    const event = readEvent(stored());
    expect(event).toEqual({
      ...stored(),
      schema: definitionOf('RevisionUsed').schema,
      data: { ...older.data, skill: null, caller: null },
    });
  });

  it.each([
    'override-saved.schema-1',
    'version-restored.schema-1',
    'defaults-upgraded.schema-1',
    'policy-used.schema-1',
    'revision-used.schema-2',
  ])('brings %s, from before callers were recorded, to the shape of today (A5, X2)', (name) => {
    const { data, type, ...rest } = kept(name);
    const event = readEvent({ ...rest, type, data, revision: 0n, position: 7n });
    expect(event).toMatchObject({ type, data: { ...data, caller: null } });
    expect(event).toMatchObject({ schema: definitionOf(type as EventType).schema });
  });

  it('leaves the stored event as it was', () => {
    const event = stored();
    readEvent(event);
    expect(event.schema).toBe(1);
    expect(event.data).not.toHaveProperty('skill');
  });

  it('reads one of today’s shape as it is', () => {
    const event = stored({ schema: 3, data: { ...older.data, skill: 'feishu', prompt_digest: null, caller: null } });
    expect(readEvent(event)).toEqual(event);
  });

  it('goes on reading a variable that a stricter rule of today would refuse', () => {
    const data = { ...older.data, variables: [{ name: 'two\nlines', value: 1 }] };
    expect(isUnknown(readEvent(stored({ data })))).toBe(false);
  });

  it('P4 goes on reading a policy and a Ticket in which two rules have one id, as requests once could give them', () => {
    const rule = { id: 'r', name: 'R', instruction: 'Do.' };
    const rules = [rule, { ...rule, instruction: 'Do more.' }];
    const enabled = rules.map((each) => ({ ...each, enabled: true }));
    const { timestamp } = older.data;
    const data = { digest: `sha256:${'0'.repeat(64)}`, policy: { version: 1, mode: 'ask', rules: enabled }, timestamp };
    const policy = stored({ type: 'PolicyUsed', schema: 1, data });
    expect(readEvent(policy)).toMatchObject({ type: 'PolicyUsed', data });
    const use = { ...older.data, role: 'worker', policy: null, ticket: { kind: 'inferred', rules } };
    expect(readEvent(stored({ data: use }))).toMatchObject({ data: use });
  });

  it.each(['SomethingElse', 'constructor', '__proto__', 'toString'])('does not know the type %s', (type) => {
    expect(readEvent(stored({ type }))).toEqual({ unknown: true });
  });

  it('names an event whose data is not of its shape, and repeats nothing of its contents', () => {
    const fault = faultOf(stored({ data: { ...older.data, use: 'the secret text' } }));
    expect(fault.event.id).toBe(older.id);
    const place = `event ${older.id} (RevisionUsed) at usage-default:main, revision 0, position 7 cannot be read: use:`;
    expect(fault.message.startsWith(place)).toBe(true);
    expect(fault.message).not.toContain('secret');
  });

  it('names an event that a newer build wrote', () => {
    expect(faultOf(stored({ schema: 4 })).reason).toBe('its schema is 4, this build knows 3 at most');
  });

  it.each([0, -1, 1.5, Number.NaN])('refuses the schema number %p', (schema) => {
    expect(faultOf(stored({ schema })).reason).toBe('its schema is no number from 1');
  });

  it('does not take an event of schema 2 for one of schema 1', () => {
    expect(faultOf(stored({ schema: 2 })).reason).toContain('skill');
  });
});
