import { z } from 'zod';

/** What can be wrong with one value of a request (S8, S14, P5, P9). */
export const faultCodes = [
  'invalid_field',
  'unknown_key',
  'unknown_part',
  'unknown_base',
  'reserved_skill_name',
  'invalid_skill_name',
  'missing_placeholder',
  'ill_formed_text',
  'size_limit_exceeded',
  'duplicate_entry',
  'edit_not_found',
  'edit_ambiguous',
  'policy_required',
  'prompt_too_large',
] as const;

/** One fault of a request: where (a JSON Pointer), which rule, and a sentence with the remedy. Some have details of their own. */
export const faultSchema = z
  .object({
    path: z.string().describe("a JSON Pointer into the request's body, or the name of a parameter"),
    code: z.enum(faultCodes),
    message: z.string(),
  })
  .loose()
  .meta({ id: 'Fault' });
export type Fault = z.infer<typeof faultSchema>;

/** The codes that a refusal as a whole may have; INTERFACES.md lists them by status. */
export const refusalCodes = [
  'validation_failed',
  'unauthenticated',
  'forbidden',
  'rate_limited',
  'stale_revision',
  'request_id_reused',
  'role_mismatch',
  'revision_not_used',
  'unknown_version',
  'unknown_part',
  'unknown_session',
  'unknown_skill',
  'unknown_release',
  'unknown_use',
] as const;
export type RefusalCode = (typeof refusalCodes)[number];

/** A request that the rules refuse. Nothing was stored. `details` are further members of the problem document. */
export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly details: Readonly<Record<string, unknown>> = {},
  ) {
    super(message);
    this.name = 'Refusal';
  }
}

/** The most faults that one answer tells: a hostile request can hold more than anyone would read. */
const FAULTS_TOLD = 1000;

/** The faults that one answer tells; `more` counts those above a thousand, with any that were left out before. */
export function told(
  faults: readonly Fault[],
  leftOut = 0,
): { readonly errors: readonly Fault[]; readonly more?: number } {
  const more = Math.max(0, faults.length - FAULTS_TOLD) + leftOut;
  return { errors: faults.slice(0, FAULTS_TOLD), ...(more > 0 ? { more } : {}) };
}

/** The refusal that reports every fault of a request at once (S8). */
export function invalid(faults: readonly Fault[]): Refusal {
  const first = faults[0];
  const more = faults.length > 1 ? ` (and ${String(faults.length - 1)} more)` : '';
  return new Refusal('validation_failed', `${first?.path ?? ''}: ${first?.message ?? 'invalid'}${more}`, told(faults));
}

/** A JSON Pointer (RFC 6901) from its steps. */
export function pointer(...steps: readonly (string | number)[]): string {
  return steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
