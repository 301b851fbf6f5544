import { describe, expect, it } from '@jest/globals';
import { baseOf, draftOf } from './draft.ts';

const configuration = { sections: { delivery: { text: 'Ours.' } }, skills: {}, overrides: {} };

describe('the forms of a draft', () => {
  it('what show --json printed is a replace on its revision, begun under its release', () => {
    const status = { revision: 3, release: 2, saved_under: 1, message: 'theirs', default_changed: [], configuration };
    expect(draftOf(status, 'f')).toEqual({ method: 'PUT', body: { configuration, release: 2 }, base: 3 });
  });

  it('a version as it was read names no release: the one that it was saved under says nothing of the draft', () => {
    expect(draftOf({ revision: 3, release: 1, configuration }, 'f')).toEqual({
      method: 'PUT',
      body: { configuration },
      base: 3,
    });
  });

  it('a body with its base_revision is sent as it is', () => {
    const rest = { configuration, message: 'why', release: 1 };
    expect(draftOf({ base_revision: 1, ...rest }, 'f')).toEqual({ method: 'PUT', body: rest, base: 1 });
    const change = { overrides: { 'runtime/work': null } };
    expect(draftOf({ base_revision: 1, ...change }, 'f')).toEqual({ method: 'PATCH', body: change, base: 1 });
  });

  it('a bare configuration replaces all and has no base', () => {
    expect(draftOf(configuration, 'f')).toEqual({ method: 'PUT', body: { configuration }, base: null });
    expect(draftOf({}, 'f')).toEqual({ method: 'PUT', body: { configuration: {} }, base: null });
  });

  it('what no configuration can hold, null or edits, is a change without a base', () => {
    expect(draftOf({ skills: { review: null } }, 'f')).toMatchObject({ method: 'PATCH', base: null });
    expect(draftOf({ edits: [] }, 'f')).toMatchObject({ method: 'PATCH', base: null });
  });

  it.each([[[]], ['text'], [null], [7]])('%j is refused', (given) => {
    expect(() => draftOf(given, 'f')).toThrow(/must hold a configuration/);
  });

  it('what is misspelt is refused, not left out', () => {
    expect(() => draftOf({ overides: {} }, 'f')).toThrow(/holds neither/);
    expect(() => draftOf({ revision: 1, configuration, overides: {} }, 'f')).toThrow(/is not known here/);
    expect(() => draftOf({ base_revision: '1', configuration }, 'f')).toThrow(/must be a revision/);
  });

  it('an own __proto__ is sent on, for the server to refuse', () => {
    const given: unknown = JSON.parse('{"base_revision": 0, "__proto__": {"text": "x"}}');
    expect(JSON.stringify(draftOf(given, 'f').body)).toBe('{"__proto__":{"text":"x"}}');
  });
});

describe('the base of a save', () => {
  const draft = { method: 'PUT', body: {} } as const;
  it('is the one that the file names, or the one that the caller names', () => {
    expect(baseOf({ ...draft, base: 3 }, undefined)).toBe(3);
    expect(baseOf({ ...draft, base: 3 }, 4)).toBe(4);
    expect(baseOf({ ...draft, base: null }, 4)).toBe(4);
    expect(baseOf({ ...draft, base: null }, 'latest')).toBe('latest');
  });

  it('is never the current revision in silence', () => {
    expect(() => baseOf({ ...draft, base: null }, undefined)).toThrow(/name it with --base/);
    expect(() => baseOf({ ...draft, base: 3 }, 'latest')).toThrow(/made from revision 3/);
  });
});
