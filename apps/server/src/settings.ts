import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { isLoopback } from '@palimpsest/edge-http';
import { z } from 'zod';

/** The folder that holds the product's own `prompts/` and `skills/`: the same from `src` and from `dist`. */
const OWN_BUILTINS = fileURLToPath(new URL('../../../', import.meta.url));

const wholeNumber = (min: number, max: number, fallback: number) => {
  const message = `must be a whole number from ${String(min)} to ${String(max)}`;
  const number = z
    .string()
    .regex(/^(0|[1-9][0-9]{0,8})$/, message)
    .transform(Number);
  return number.pipe(z.number(message).min(min, message).max(max, message)).default(fallback);
};
const path = z.string().transform((given) => resolve(given));
const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

const store = z
  .string()
  .superRefine((given, context) => {
    const name = /^(esdb|esdb\+discover|postgres|postgresql):\/\//.exec(given)?.[1];
    if (given === 'sqlite' || given === 'memory') return;
    const message =
      name === undefined
        ? 'must be sqlite (a file in the data folder) or memory'
        : `this build does not have ${name}:// yet; use sqlite or memory`;
    context.addIssue({ code: 'custom', message });
  })
  .transform((given) => given as 'sqlite' | 'memory');

/** Every setting of INTERFACES.md, "Starting", by the name of its environment variable. */
const environment = z.object({
  PALIMPSEST_HOST: z
    .string()
    .refine(
      isLoopback,
      'must be a loopback address (127.0.0.1, ::1 or localhost): without access tokens nobody else is let in',
    )
    .default('127.0.0.1'),
  PALIMPSEST_PORT: wholeNumber(0, 65_535, 4004),
  PALIMPSEST_DATA: path.prefault('./data'),
  PALIMPSEST_STORE: store.default('sqlite'),
  PALIMPSEST_TEAM: z
    .string()
    .regex(/^[A-Za-z0-9._-]{1,64}$/, 'must be 1–64 of A-Z a-z 0-9 . _ -')
    .default('default'),
  PALIMPSEST_BUILTINS: path.prefault(OWN_BUILTINS),
  PALIMPSEST_LIMIT_BYTES: wholeNumber(1, 400_000, 262_144),
  PALIMPSEST_POLICY: path.optional(),
  PALIMPSEST_TOKENS: z.undefined('this build does not have access tokens yet; leave it out').optional(),
  PALIMPSEST_LOG_LEVEL: z.enum(levels, `must be one of ${levels.join(', ')}`).default('info'),
});

export interface Settings {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Absolute, like the other paths. */
  readonly data: string;
  readonly store: 'sqlite' | 'memory';
  readonly team: string;
  readonly builtins: string;
  /** Bytes (S9). */
  readonly limit: number;
  readonly policy: string | null;
  readonly logLevel: (typeof levels)[number];
  readonly allowDowngrade: boolean;
}

/** Settings that cannot be used: a line for each, with its name and what is allowed. */
export class SettingsError extends Error {}

/** Reads the settings; one that is empty counts as not given. Throws `SettingsError` with all that is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>, allowDowngrade = false): Settings {
  const given = Object.keys(environment.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : []));
  const result = environment.safeParse(Object.fromEntries(given));
  if (!result.success) {
    throw new SettingsError(result.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`).join('\n'));
  }
  const read = result.data;
  return {
    host: read.PALIMPSEST_HOST,
    port: read.PALIMPSEST_PORT,
    data: read.PALIMPSEST_DATA,
    store: read.PALIMPSEST_STORE,
    team: read.PALIMPSEST_TEAM,
    builtins: read.PALIMPSEST_BUILTINS,
    limit: read.PALIMPSEST_LIMIT_BYTES,
    policy: read.PALIMPSEST_POLICY ?? null,
    logLevel: read.PALIMPSEST_LOG_LEVEL,
    allowDowngrade,
  };
}
