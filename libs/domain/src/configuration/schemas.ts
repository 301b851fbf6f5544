import { z } from 'zod';
import { originSchema } from '../caller.ts';
import { timestampSchema } from '../catalogue/release.ts';
import { digestSchema } from '../text/digest.ts';

/** A string of at most `max` Unicode characters (code points, as JSON Schema counts them). */
function characters(max: number, min = 0) {
  return z
    .string()
    .refine((text) => text.length <= max || isWithin(text, max), `must be at most ${String(max)} characters`)
    .refine((text) => min === 0 || text.trim() !== '', 'must not be empty')
    .meta(min === 0 ? { maxLength: max } : { maxLength: max, minLength: min });
}

/** A character takes two UTF-16 units at most: a text that is longer need not be counted. */
const isWithin = (text: string, max: number) => text.length <= 2 * max && [...text].length <= max;

const base = z.string().describe('the digest of a default that the entry has or had (S5)');
/** A section's or a part's text; `base` is the digest of the default that it was based on (S5). */
export const textEntrySchema = z.strictObject({ text: z.string(), base: base.optional() }).meta({ id: 'TextEntry' });
export type DraftText = z.infer<typeof textEntrySchema>;
/** A team skill (S8): the description is 1–1,024 characters, the body is Markdown. */
export const skillEntrySchema = z
  .strictObject({ description: characters(1024, 1), body: z.string() })
  .meta({ id: 'SkillEntry' });

/** All entries of a team; those without team text are absent. */
export const configurationSchema = z
  .strictObject({
    sections: z.record(z.string(), textEntrySchema).optional(),
    skills: z.record(z.string(), skillEntrySchema).optional(),
    overrides: z.record(z.string(), textEntrySchema).optional(),
  })
  .meta({ id: 'Configuration' });
export type ConfigurationInput = z.infer<typeof configurationSchema>;

/** 1–128 of `A-Z a-z 0-9 . _ : -` (S10, U5). */
export const requestIdSchema = z.string().regex(/^[A-Za-z0-9._:-]{1,128}$/, 'must be 1–128 of A-Z a-z 0-9 . _ : -');
export const revisionSchema = z.int().min(0);
/** The number of a version or release that is to be read; `latest`: of the one in force at that moment. */
export const orLatest = <N extends z.ZodType<number>>(number: N, what: 'revision' | 'release') =>
  z.union([z.literal('latest'), number], { error: `must be a ${what}, a whole number, or "latest"` });
export type NumberOrLatest = z.infer<ReturnType<typeof orLatest>>;

const saveFields = {
  base_revision: revisionSchema.describe('the revision that the draft was made from; 0: nothing saved yet (S1)'),
  message: characters(500).nullable().optional(),
  request_id: requestIdSchema.optional(),
  dry_run: z.boolean().optional(),
};
const draftRelease = z.int().min(1).optional().describe('the release that the draft was begun under (S5)');

/** PUT: the full configuration; what is absent follows its default (S2). */
export const replaceSchema = z
  .strictObject({ ...saveFields, release: draftRelease, configuration: configurationSchema })
  .meta({ id: 'Replace' });
export type Replace = z.infer<typeof replaceSchema>;

export const editSchema = z
  .strictObject({ key: z.string().min(1), find: z.string().min(1, 'must not be empty'), replace: z.string() })
  .meta({ id: 'Edit' });
export type Edit = z.infer<typeof editSchema>;

/** The most edits of one change: each searches a whole text, and prompts are served by the same thread. */
export const EDITS_LIMIT = 200;

/** PATCH: only the named entries; `null` returns one to its default or deletes a skill; edits replace one occurrence (S2, S14). */
export const changeSchema = z
  .strictObject({
    ...saveFields,
    release: draftRelease,
    sections: z.record(z.string(), textEntrySchema.nullable()).optional(),
    skills: z.record(z.string(), skillEntrySchema.nullable()).optional(),
    overrides: z.record(z.string(), textEntrySchema.nullable()).optional(),
    edits: z
      .array(editSchema)
      .max(EDITS_LIMIT, `must be at most ${String(EDITS_LIMIT)} edits`)
      .optional(),
  })
  .meta({ id: 'Change' });
export type Change = z.infer<typeof changeSchema>;

/** Restoring a version or the defaults, whole or for some keys (R1, R2). */
export const restoreSchema = z
  .strictObject({ ...saveFields, keys: z.array(z.string().min(1)).min(1).optional() })
  .meta({ id: 'Restore' });
export type Restore = z.infer<typeof restoreSchema>;

export const kindSchema = z.enum(['saved', 'restored', 'defaults_restored']);
/** Who asked a tool for a save, and in which message (S4). */
export const personRequestSchema = z.strictObject({ person: z.string(), message: z.string() });
export type PersonRequest = z.infer<typeof personRequestSchema>;

/** One version, by its facts (S4). Revision 0 has null in all fields but its numbers. */
export const versionSchema = z
  .object({
    revision: revisionSchema,
    predecessor: revisionSchema.nullable(),
    timestamp: timestampSchema.nullable(),
    origin: originSchema.nullable(),
    actor: z.string().nullable(),
    message: z.string().nullable(),
    kind: kindSchema.nullable(),
    restored_from: revisionSchema.nullable(),
    request: personRequestSchema.nullable(),
    release: z.int().nullable(),
    digest: digestSchema.nullable(),
    bytes: z.int(),
  })
  .meta({ id: 'Version' });
export type VersionView = z.infer<typeof versionSchema>;

/** The same as lists give it: with the entry keys that changed. */
export const versionListedSchema = versionSchema.extend({ changed: z.array(z.string()) }).meta({ id: 'VersionListed' });
export type VersionListed = z.infer<typeof versionListedSchema>;

/** A section's or an override's text, exactly as it came, with the digest of the default that it was based on (S5). */
const storedTextSchema = z.object({ text: z.string(), base: digestSchema });
export type TextEntry = z.infer<typeof storedTextSchema>;
/** A skill as it is stored: the rules of `skillEntrySchema` held when it was saved, and may be stricter since (S13). */
const storedSkillSchema = z.object({ description: z.string(), body: z.string() });
export type SkillEntry = z.infer<typeof storedSkillSchema>;

/** A configuration as it is read: all three maps are there, and every base. */
export const storedConfigurationSchema = z
  .object({
    sections: z.record(z.string(), storedTextSchema),
    skills: z.record(z.string(), storedSkillSchema),
    overrides: z.record(z.string(), storedTextSchema),
  })
  .meta({ id: 'StoredConfiguration' });
export type StoredConfiguration = z.infer<typeof storedConfigurationSchema>;

export const versionWholeSchema = versionListedSchema
  .extend({ configuration: storedConfigurationSchema })
  .meta({ id: 'VersionWhole' });
export type VersionWhole = z.infer<typeof versionWholeSchema>;

export const warningSchema = z
  .object({
    code: z.enum(['misspelt_placeholder', 'repeated_placeholder', 'empty_text', 'long_description']),
    path: z.string(),
    message: z.string(),
  })
  .meta({ id: 'Warning' });
export type Warning = z.infer<typeof warningSchema>;

/** The answer to an accepted save or restore. */
export const savedSchema = versionListedSchema
  .extend({
    removed: z.array(z.string()).describe('entries equal to their default, now following it (S6)'),
    dropped: z.array(z.string()).describe('overrides of parts that are no more (S7)'),
    default_changed: z.array(z.string()),
    warnings: z.array(warningSchema),
    limit: z.int(),
  })
  .meta({ id: 'Saved' });
export type Saved = z.infer<typeof savedSchema>;

/** What an upgrade left for the team to settle (D1, D5, D6); see `attention`. */
export const attentionSchema = z.object({
  default_changed: z.array(z.string()),
  removed_parts: z.array(z.string()),
  placeholder_missing: z.array(z.object({ key: z.string(), placeholders: z.array(z.string()) })),
  reserved_names: z.array(z.string()).describe('of team skills: checked when the skill is next changed (S13)'),
  shadowed_skills: z.array(z.string()).describe('those of them whose built-in skill is loaded instead (D6)'),
});
export type Attention = z.infer<typeof attentionSchema>;

/** The current version with what asks for the team's attention; `release` is the current one (INTERFACES.md, status). */
export const statusSchema = versionSchema
  .extend({
    release: z.int(),
    saved_under: z.int().nullable(),
    limit: z.int(),
    ...attentionSchema.shape,
    configuration: storedConfigurationSchema,
  })
  .meta({ id: 'Status' });
export type Status = z.infer<typeof statusSchema>;
