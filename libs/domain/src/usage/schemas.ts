import { z } from 'zod';
import { policySchema, textSourceSchema, ticketSchema, variableSchema } from '../assembly/schemas.ts';
import { callerSchema } from '../caller.ts';
import { roleSchema } from '../catalogue/manifest.ts';
import { timestampSchema } from '../catalogue/release.ts';
import { digestSchema } from '../text/digest.ts';

/** 1–128 of `A-Z a-z 0-9 . _ : -`, but not `.` or `..` (U5). */
export const sessionIdSchema = z
  .string()
  .regex(/^(?!\.{1,2}$)[A-Za-z0-9._:-]{1,128}$/, 'must be 1–128 of A-Z a-z 0-9 . _ : - and not "." or ".."');

/**
 * `RevisionUsed`, in `usage-<team>:<session>` (U2). A use is a prompt, or the loading of a skill's body (P8): then `skill`
 * is its name and `prompt_digest` is null.
 */
export const revisionUsedSchema = z.object({
  session: sessionIdSchema,
  use: z.int().min(1),
  role: roleSchema,
  revision: z.int().min(0),
  release: z.int().min(1),
  policy: digestSchema.nullable(),
  variables: z.array(variableSchema),
  ticket: ticketSchema.nullable(),
  skill: z.string().nullable(),
  prompt_digest: digestSchema.nullable(),
  timestamp: timestampSchema,
  caller: callerSchema.nullable(),
});
export type RevisionUsed = z.infer<typeof revisionUsedSchema>;

/** `PolicyUsed`, in `policies-<team>`: a policy, the first time that it is seen (U2). */
export const policyUsedSchema = z.object({
  digest: digestSchema,
  policy: policySchema,
  timestamp: timestampSchema,
  caller: callerSchema.nullable(),
});
export type PolicyUsed = z.infer<typeof policyUsedSchema>;

const TTL = { least: 60, most: 30 * 86_400, usual: 86_400 };

/** A host's request for a token of one Session (X3). */
export const registrationSchema = z
  .strictObject({
    session: sessionIdSchema,
    role: roleSchema,
    ttl_seconds: z.int().min(TTL.least).max(TTL.most).default(TTL.usual).describe('how long the token holds'),
  })
  .meta({ id: 'Registration' });
export type Registration = z.infer<typeof registrationSchema>;

/** The Session with its token, which is shown once; null where there is no tokens file. */
export const registeredSchema = z
  .object({
    session: z.string(),
    role: roleSchema,
    token: z.string().nullable(),
    expires: timestampSchema.nullable(),
  })
  .meta({ id: 'Registered' });
export type Registered = z.infer<typeof registeredSchema>;

export const useSchema = z
  .object({
    use: z.int(),
    revision: z.int(),
    release: z.int(),
    policy: digestSchema.nullable(),
    skill: z.string().nullable(),
    first_used: timestampSchema,
    prompt_digest: digestSchema.nullable(),
  })
  .meta({ id: 'Use' });
export type Use = z.infer<typeof useSchema>;

/** A Session with all that it used, first to last (U3). */
export const sessionSchema = z
  .object({ session: z.string(), role: roleSchema, uses: z.array(useSchema) })
  .meta({ id: 'Session' });
export type Session = z.infer<typeof sessionSchema>;

/** A skill as agents see it (P8). */
export const skillListedSchema = z
  .object({ name: z.string(), description: z.string(), source: textSourceSchema })
  .meta({ id: 'Skill' });
export type SkillListed = z.infer<typeof skillListedSchema>;
export const skillWholeSchema = skillListedSchema
  .extend({ body: z.string(), revision: z.int(), release: z.int() })
  .meta({ id: 'SkillWhole' });
export type SkillWhole = z.infer<typeof skillWholeSchema>;
