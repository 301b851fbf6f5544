import { z } from 'zod';
import { orLatest, sessionIdSchema } from '@palimpsest/domain';
import { instantOf, isInRange } from './instant.ts';

/** A parameter given once. The router gives an array where a name of the query is repeated. */
const once = (shape = 'a text') =>
  z.string({ error: ({ input }) => (Array.isArray(input) ? 'must be given once' : `must be ${shape}`) });

/** A whole number in decimal digits, without sign or leading zeros: `2abc`, `07` and `1e3` are none. */
export function integer(min: number, max = Number.MAX_SAFE_INTEGER) {
  const range = max === Number.MAX_SAFE_INTEGER ? `${String(min)} or more` : `${String(min)} to ${String(max)}`;
  const message = `must be a whole number, ${range}`;
  return once('a number')
    .regex(/^(0|[1-9][0-9]{0,15})$/, message)
    .transform(Number)
    .pipe(z.int(message).min(min, message).max(max, message));
}

/** What is read: a version or a release by its number, or the one in force. */
export const revision = orLatest(integer(0), 'revision').describe(
  'a revision, or `latest`; 0 is the empty configuration',
);
export const release = orLatest(integer(1), 'release').describe('a release, or `latest`');

const LAST_POSITION = 2n ** 63n - 1n;
/** A place in the log: a decimal string, as answers give it. */
export const position = once()
  .regex(/^(0|[1-9][0-9]{0,18})$/, { abort: true, error: 'must be a position of the log, a decimal number' })
  .refine((digits) => BigInt(digits) <= LAST_POSITION, 'is beyond every position of a log');

/** ISO 8601 with `Z` or an offset, exactly as given. The space that an unescaped `+` becomes counts as one. */
export const time = once()
  .transform((text) => text.replace(/ (?=\d\d:\d\d$)/, '+'))
  .pipe(
    z.iso.datetime({
      offset: true,
      abort: true,
      error: 'must be a time such as 2026-12-01T09:30:00Z or …T10:30:00+01:00',
    }),
  )
  .transform(instantOf)
  .refine(isInRange, { abort: true, error: 'must be a time that there is' })
  .meta({ type: 'string', format: 'date-time' });

export const text = once().min(1, 'must not be empty');
export const session = z.strictObject({ session: sessionIdSchema });

/** The parameters of every list. */
export const paging = {
  limit: integer(1, 200).default(50).describe('how many at most'),
  cursor: text.optional().describe("an earlier answer's `next_cursor`"),
};
