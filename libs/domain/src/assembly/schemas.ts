import { z } from 'zod';
import { roleSchema } from '../catalogue/manifest.ts';
import { digestSchema } from '../text/digest.ts';
import { configurationSchema, orLatest, revisionSchema } from '../configuration/schemas.ts';

/** One line of text: a line break in it is refused (P4). */
const line = z
  .string()
  .min(1, 'must not be empty')
  .refine((text) => !/[\n\r\v\f\u0085\u2028\u2029]/.test(text), 'must not hold a line break');
const scalarLine = z.union([line, z.number()], { error: 'must be one line of text or a number' });

export const variableSchema = z
  .strictObject({ name: line, value: z.union([z.string(), z.number(), z.boolean()]) })
  .meta({ id: 'Variable' });
export type Variable = z.infer<typeof variableSchema>;

/** The deployment's policy, as a request gives it (P5). */
export const policySchema = z
  .strictObject({
    version: scalarLine,
    mode: line,
    rules: z.array(z.strictObject({ id: line, name: line, instruction: z.string(), enabled: z.boolean() })),
  })
  .meta({ id: 'Policy' });
export type Policy = z.infer<typeof policySchema>;

const ticketRule = z.strictObject({
  id: line,
  name: line,
  instruction: z.string(),
  process: z.string().optional(),
  communication: z.string().optional(),
});
/** A worker's Ticket; only an inferred one has rules, and it has at least one (P6). */
export const ticketSchema = z
  .strictObject({ kind: z.enum(['explicit', 'inferred']), rules: z.array(ticketRule).optional() })
  .refine(({ kind, rules }) => kind === 'explicit' || (rules ?? []).length > 0, {
    path: ['rules'],
    error: 'an inferred Ticket needs the rules that it matched',
  })
  .refine(({ kind, rules }) => kind === 'inferred' || (rules ?? []).length === 0, {
    path: ['rules'],
    error: 'an explicit Ticket has no rules; leave them out, or say "kind": "inferred"',
  })
  .meta({ id: 'Ticket' });
export type Ticket = z.infer<typeof ticketSchema>;

const orchestratorInputs = {
  role: z.literal('orchestrator'),
  variables: z.array(variableSchema),
  policy: policySchema.optional(),
};
const workerInputs = { role: z.literal('worker'), variables: z.array(variableSchema), ticket: ticketSchema.optional() };

/** What a prompt is made from, beside revision and release (P6): the policy is there for an orchestrator only. */
export type Inputs =
  | { readonly role: 'orchestrator'; readonly variables: readonly Variable[]; readonly policy: Policy }
  | { readonly role: 'worker'; readonly variables: readonly Variable[]; readonly ticket: Ticket };

const ifDigest = { if_digest: digestSchema.optional() };
export const promptRequestSchema = z
  .discriminatedUnion('role', [
    z.strictObject({ ...orchestratorInputs, ...ifDigest }),
    z.strictObject({ ...workerInputs, ...ifDigest }),
  ])
  .meta({ id: 'PromptRequest' });
export type PromptRequest = z.infer<typeof promptRequestSchema>;

const previewOf = {
  revision: orLatest(revisionSchema, 'revision').optional(),
  release: orLatest(z.int().min(1), 'release').optional(),
  configuration: configurationSchema.optional(),
};
export const previewRequestSchema = z
  .discriminatedUnion('role', [
    z.strictObject({ ...orchestratorInputs, ...previewOf }),
    z.strictObject({ ...workerInputs, ...previewOf }),
  ])
  .meta({ id: 'PreviewRequest' });
export type PreviewRequest = z.infer<typeof previewRequestSchema>;

/** Whose text it is that an agent is given: the product's, or the team's in its place or beside it. */
export const textSourceSchema = z.enum(['default', 'override', 'team']);

/** One entry of a prompt, with its place in UTF-16 code units (P6). */
export const promptPartSchema = z
  .object({
    key: z.string(),
    source: z.enum([...textSourceSchema.options, 'generated']),
    start: z.int(),
    end: z.int(),
  })
  .meta({ id: 'PromptPart' });
export type PromptPart = z.infer<typeof promptPartSchema>;

const promptHead = {
  role: roleSchema,
  revision: revisionSchema.nullable().describe('null for the preview of a draft'),
  release: z.int(),
  digest: digestSchema,
  complete: z.boolean(),
  bytes: z.int(),
};
const promptBody = { prompt: z.string(), parts: z.array(promptPartSchema) };
/** The answer to a preview; a Session's prompt is the same, with what it was given to (INTERFACES.md, "The prompt"). */
export const previewAnswerSchema = z.object({ ...promptHead, ...promptBody }).meta({ id: 'Preview' });
export type Preview = z.infer<typeof previewAnswerSchema>;
/** The prompt of one recorded use, made again (U3). */
export const reproducedPromptSchema = previewAnswerSchema.extend({ session: z.string(), use: z.int() });
export const promptAnswerSchema = z
  .union([
    z.object({ session: z.string(), ...promptHead, ...promptBody }),
    z.object({ session: z.string(), ...promptHead, unchanged: z.literal(true) }),
  ])
  .meta({ id: 'Prompt' });
