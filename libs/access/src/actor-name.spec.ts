import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { actorNameFrom, actorNameSchema } from './actor-name.ts';

const fits = (name: string) => actorNameSchema.safeParse(name).success;

describe('the name of an actor (X2)', () => {
  it.each(['Ada', 'Ada Lovelace', 'ci-host.1', '李雷', "Seán O'Néill", '👩‍💻', 'می‌خواهم', 'x'.repeat(200)])(
    '%s is one',
    (name) => {
      expect(fits(name)).toBe(true);
      expect(actorNameFrom(name)).toBe(name);
    },
  );

  it.each(['', '  ', 'a\nb', 'a\u001b[31mb', 'a\u0000', 'a\u202eb', 'a\u2028b', '\ud800', 'a\u009bb', 'x'.repeat(201)])(
    '%j is none',
    (name) => {
      expect(fits(name)).toBe(false);
    },
  );

  it('is made of whatever a provider gives, or is none (law)', () => {
    const given = fc.oneof(fc.string({ unit: 'binary', maxLength: 400 }), fc.string({ unit: 'grapheme' }));
    fc.assert(
      fc.property(given, (text) => {
        const name = actorNameFrom(text);
        expect(name === null || fits(name)).toBe(true);
      }),
    );
  });
});
