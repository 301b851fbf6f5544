import { z } from 'zod';

/** What would break a line, move a terminal's cursor or turn the direction of what follows. */
const ODD = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const MOST = 200;

/** What an actor may be called: it stands on every event that they cause (X2), and anything may show it. */
export const actorNameSchema = z
  .string()
  .max(MOST, `must not be longer than ${String(MOST)} characters`)
  .refine((name) => name.trim() !== '', 'must not be empty')
  .refine((name) => !ODD.test(name), 'must be one line of visible characters');

/** The same for a name that another program gives, such as an OpenID Connect provider: made to fit; null where none is left. */
export function actorNameFrom(given: string): string | null {
  const characters = [...given.replace(new RegExp(ODD, 'gu'), ' ').trim()];
  // Whole characters only: half of one is no text that a log can keep.
  while (characters.reduce((sum, each) => sum + each.length, 0) > MOST) characters.pop();
  const name = characters.join('').trim();
  return name === '' ? null : name;
}
