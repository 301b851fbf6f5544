import { z } from 'zod';

/** A part's key: segments of `a-z 0-9 -` joined by `/`, not below `team/` (DOMAIN.md, "Entry keys"). */
export const partKeySchema = z
  .string()
  .regex(/^(?!team\/)[a-z0-9-]+(\/[a-z0-9-]+)*$/, 'must be segments of a-z 0-9 - joined by "/", not below "team/"');

const sectionName = z.string().regex(/^[a-z0-9]+(_[a-z0-9]+)*$/, 'must be words of a-z 0-9 joined by "_"');
const skillName = z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must be words of a-z 0-9 joined by "-"');
const line = z.string().regex(/^[^\r\n]+$/, 'must be one line that is not empty');
const file = z.string().min(1);

/** The placeholders that a template may use (C1). */
export const placeholderNames = ['variables', 'version', 'mode', 'rules'] as const;
export type Placeholder = (typeof placeholderNames)[number];

export const roleSchema = z.enum(['orchestrator', 'worker']).meta({ id: 'Role' });
export type Role = z.infer<typeof roleSchema>;

const partSchema = z.strictObject({
  key: partKeySchema,
  file,
  placeholders: z.array(z.enum(placeholderNames)),
  summary: line,
});
const sectionSchema = z.strictObject({ name: sectionName, heading: line, file, summary: line });
const skillSchema = z.strictObject({ name: skillName, part: partKeySchema });

/** `prompts/catalogue.json`: all that one build of the product ships, as a list of files (C1, INTERFACES.md). */
export const manifestSchema = z.strictObject({
  version: z.string().regex(/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/, 'must be a semantic version'),
  parts: z.array(partSchema),
  sections: z.array(sectionSchema),
  skills: z.array(skillSchema),
  reserved_skill_names: z.array(z.string().min(1)),
  notes: z.strictObject({ inferred_ticket: file }),
  order: z.strictObject({ orchestrator: z.array(z.string()), worker: z.array(z.string()) }),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** The manifest as a release records it: with the description of each built-in skill, from its front matter. */
export const recordedManifestSchema = manifestSchema
  .extend({ skills: z.array(skillSchema.extend({ description: z.string().min(1) })) })
  .meta({ id: 'Manifest' });
export type RecordedManifest = z.infer<typeof recordedManifestSchema>;

/** The key of the note that limits an Executor of an inferred Ticket (P1). It is no part: teams cannot override it. */
export const TICKET_NOTE = 'ticket/rules';
/** Stands in the order; `POLICY_NONE` takes its place when no rule is enabled (P1). */
export const POLICY = 'runtime/policy';
export const POLICY_NONE = 'runtime/policy/none';
