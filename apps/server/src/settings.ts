import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { isLoopback, type OpenIdSettings } from '@palimpsest/edge-http';
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

const ORIGIN = /^https?:\/\/[^/?#@]+\/?$/i;
/** Of many providers, one serves several issuers, each under a path. */
const ISSUER = /^https?:\/\/[^/?#@]+(\/[^?#@]*)?$/i;
/** An address without query or name of a person. */
const url = (form: RegExp, example: string) =>
  z
    .string()
    .refine((given) => URL.canParse(given) && form.test(given), `must be an address such as ${example}`)
    .transform((given) => new URL(given));

const roleClaimsSchema = z.strictObject({
  claim: z.string().min(1),
  admin: z.array(z.string()).default([]),
  editor: z.array(z.string()).default([]),
  auditor: z.array(z.string()).default([]),
});
const ROLE_CLAIMS =
  'must be JSON such as {"claim": "groups", "editor": ["prompt-editors"], "auditor": [], "admin": ["ops"]}';
const roleClaims = z.string().transform((given, context) => {
  try {
    return roleClaimsSchema.parse(JSON.parse(given));
  } catch {
    context.addIssue({ code: 'custom', message: ROLE_CLAIMS });
    return z.NEVER;
  }
});

/** Every setting of INTERFACES.md, "Starting", by the name of its environment variable. */
const environment = z.object({
  PALIMPSEST_HOST: z.string().default('127.0.0.1'),
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
  PALIMPSEST_TOKENS: path.optional(),
  PALIMPSEST_RATE: wholeNumber(0, 1_000_000, 1_000),
  PALIMPSEST_PUBLIC_URL: url(ORIGIN, 'https://prompts.example').optional(),
  PALIMPSEST_OIDC_ISSUER: url(ISSUER, 'https://login.example').optional(),
  PALIMPSEST_OIDC_CLIENT_ID: z.string().optional(),
  PALIMPSEST_OIDC_CLIENT_SECRET: z.string().optional(),
  PALIMPSEST_OIDC_ROLES: roleClaims.optional(),
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
  /** The file of access tokens; null: everyone on this machine is let in. */
  readonly tokens: string | null;
  /** Requests a second of one caller; 0: without limit. */
  readonly rate: number;
  readonly publicUrl: URL | null;
  readonly oidc: OpenIdSettings | null;
  readonly logLevel: (typeof levels)[number];
  readonly allowDowngrade: boolean;
}

/** Settings that cannot be used: a line for each, with its name and what is allowed. */
export class SettingsError extends Error {}

/** Reads the settings; one that is empty counts as not given. Throws `SettingsError` with all that is wrong. */
export function readSettings(env: Readonly<Record<string, string | undefined>>, allowDowngrade = false): Settings {
  const names = Object.keys(environment.shape);
  const given = Object.fromEntries(names.flatMap((name) => (env[name] ? [[name, env[name]]] : []))) as Given;
  const result = environment.safeParse(given);
  const faults = result.error?.issues.map(({ path, message }) => `${String(path[0])} ${message}`) ?? [];
  const all = [...accessFaults(given), ...faults];
  if (!result.success || all.length > 0) throw new SettingsError(all.join('\n'));
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
    tokens: read.PALIMPSEST_TOKENS ?? null,
    rate: read.PALIMPSEST_RATE,
    publicUrl: read.PALIMPSEST_PUBLIC_URL ?? null,
    oidc: oidcOf(read),
    logLevel: read.PALIMPSEST_LOG_LEVEL,
    allowDowngrade,
  };
}

type Read = z.infer<typeof environment>;
type Given = Partial<Readonly<Record<keyof Read, string>>>;

/** What the settings of access ask of each other, as they were given: told along with what is wrong with each alone. */
function accessFaults(given: Given): string[] {
  const { PALIMPSEST_HOST: host = '127.0.0.1', PALIMPSEST_TOKENS: tokens } = given;
  const faults =
    tokens === undefined && !isLoopback(host)
      ? [
          'PALIMPSEST_HOST must be a loopback address (127.0.0.1, ::1 or localhost): without access tokens (PALIMPSEST_TOKENS) nobody else is let in',
        ]
      : [];
  const wanted = ['PALIMPSEST_OIDC_ISSUER', 'PALIMPSEST_OIDC_CLIENT_ID', 'PALIMPSEST_OIDC_ROLES'] as const;
  if ([...wanted, 'PALIMPSEST_OIDC_CLIENT_SECRET' as const].every((name) => given[name] === undefined)) return faults;
  const isReached = isLoopback(host) && given.PALIMPSEST_PORT !== '0';
  const needed = [
    ...wanted,
    'PALIMPSEST_TOKENS' as const,
    ...(isReached ? [] : (['PALIMPSEST_PUBLIC_URL'] as const)),
  ].filter((name) => given[name] === undefined);
  const issuer = given.PALIMPSEST_OIDC_ISSUER ?? '';
  const isPlain = URL.canParse(issuer) && new URL(issuer).protocol === 'http:';
  const isOpen = isPlain && !isLoopback(new URL(issuer).hostname.replace(/^\[(.*)\]$/, '$1'));
  return [
    ...faults,
    ...needed.map((name) => `${name} is needed to sign in with OpenID Connect`),
    ...(isOpen ? ['PALIMPSEST_OIDC_ISSUER must be an https address, unless the provider is on this machine'] : []),
  ];
}

function oidcOf(read: Read): OpenIdSettings | null {
  const { PALIMPSEST_OIDC_ISSUER: issuer, PALIMPSEST_OIDC_CLIENT_ID: clientId, PALIMPSEST_OIDC_ROLES: roles } = read;
  if (issuer === undefined || clientId === undefined || roles === undefined) return null;
  const { PALIMPSEST_HOST: host, PALIMPSEST_PORT: port } = read;
  const own = `http://${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`;
  const publicUrl = read.PALIMPSEST_PUBLIC_URL ?? new URL(own);
  return { issuer, clientId, clientSecret: read.PALIMPSEST_OIDC_CLIENT_SECRET ?? null, roles, publicUrl };
}
