import { POLICY, POLICY_NONE, TICKET_NOTE } from '../catalogue/manifest.ts';
import { type ReleaseState } from '../catalogue/state.ts';
import { placeholdersOf, sectionOf } from '../catalogue/listed.ts';
import { canonical } from '../text/canonical.ts';
import { invalid } from '../faults.ts';
import { finish, type Steps } from '../steps.ts';
import { digestInSteps, type Digest } from '../text/digest.ts';
import { variableLines } from './environment.ts';
import { fillTemplate, pieceOf, type Piece, type PlaceholderValues } from './fill-template.ts';
import { hasEnabledRule, policyValues } from './policy.ts';
import type { Inputs, PromptPart } from './schemas.ts';
import { ticketRuleLines } from './ticket-note.ts';

/** Part of each release (C5): raise it whenever this folder would join or fill the same texts differently. */
export const ASSEMBLY_FORMAT = 1;

/** A release of a later build, whose prompts this one would make differently: rather none than other bytes (P6). */
export class UnknownFormat extends Error {
  constructor({ release, format }: ReleaseState) {
    super(
      `release ${String(release)} is assembled in format ${String(format)}, this build knows ${String(ASSEMBLY_FORMAT)}; run the build that recorded it`,
    );
    this.name = 'UnknownFormat';
  }
}

/** The texts of a prompt, beside the inputs: one release's defaults (canonical), and the team's by entry key, as saved. */
export interface AssemblySource {
  readonly release: ReleaseState;
  readonly defaults: (key: string) => string;
  readonly team: ReadonlyMap<string, string>;
}

/** A prompt with each entry's place in UTF-16 code units, and its size in UTF-8 bytes (P6). */
export interface Assembled {
  readonly prompt: string;
  readonly digest: Digest;
  readonly parts: PromptPart[];
  readonly bytes: number;
  /** Whether it replaces the host's own prompt, or is added to it (P7). */
  readonly complete: boolean;
}

/** The most UTF-8 bytes that a prompt may have (P9). */
export const PROMPT_LIMIT_BYTES = 4_194_304;

/** Makes the prompt of a role from texts and inputs alone: the same ones give the same bytes, at any time (P1–P7). Throws `UnknownFormat`. */
export const assemble = (source: AssemblySource, inputs: Inputs): Assembled => finish(assembleInSteps(source, inputs));

/**
 * The same in steps. A prompt that would be above the limit is refused, found by counting before anything is joined (P9); what
 * is on record is made again whatever its size, without a limit. Throws `validation_failed` with `prompt_too_large`.
 */
export function* assembleInSteps(source: AssemblySource, inputs: Inputs, limit = Infinity): Steps<Assembled> {
  if (source.release.format !== ASSEMBLY_FORMAT) throw new UnknownFormat(source.release);
  const variables = variableLines(inputs.variables);
  const entries: Entry[] = [];
  for (const key of orderOf(source.release, inputs)) {
    yield;
    const entry = yield* entryOf(source, key, inputs, variables);
    if (entry.pieces.length > 0) entries.push(entry);
  }
  const bytes = bytesOf(entries);
  if (bytes > limit) throw tooLarge(bytes, limit);
  const texts: string[] = [];
  const parts: PromptPart[] = [];
  let start = 0;
  for (const { key, source: from, pieces } of entries) {
    const text = pieces.map((piece) => piece.text).join('');
    const end = start + text.length;
    texts.push(text);
    parts.push({ key, source: from, start, end });
    start = end + BLANK_LINE.length;
    yield;
  }
  const prompt = texts.join(BLANK_LINE);
  const complete = inputs.role === 'orchestrator';
  return { prompt, digest: yield* digestInSteps(prompt), parts, bytes, complete };
}

const BLANK_LINE = '\n\n';

/** An entry of a prompt, before it is joined; one without pieces adds nothing. */
interface Entry {
  readonly key: string;
  readonly source: PromptPart['source'];
  readonly pieces: readonly Piece[];
}

function bytesOf(entries: readonly Entry[]): number {
  let bytes = Math.max(0, entries.length - 1) * BLANK_LINE.length;
  for (const { pieces } of entries) for (const piece of pieces) bytes += piece.bytes;
  return bytes;
}

function tooLarge(bytes: number, limit: number) {
  const message = `the prompt would have ${String(bytes)} bytes, the limit is ${String(limit)}; shorten its inputs, or the templates that repeat a placeholder`;
  return invalid([{ path: '', code: 'prompt_too_large', message, bytes, limit }]);
}

function orderOf({ manifest }: ReleaseState, inputs: Inputs): readonly string[] {
  if (inputs.role === 'worker') {
    return inputs.ticket.kind === 'inferred' ? [...manifest.order.worker, TICKET_NOTE] : manifest.order.worker;
  }
  const none = !hasEnabledRule(inputs.policy);
  return manifest.order.orchestrator.map((key) => (none && key === POLICY ? POLICY_NONE : key));
}

function* entryOf(source: AssemblySource, key: string, inputs: Inputs, variables: string): Steps<Entry> {
  // The note is no part: a team has no text for it (C2).
  const own = key === TICKET_NOTE ? undefined : source.team.get(key);
  const text = own === undefined ? source.defaults(key) : canonical(own);
  const section = sectionOf(source.release, key);
  if (section !== undefined) {
    const heading = `## ${section.heading}`;
    const pieces = [pieceOf(text === '' ? heading : heading + BLANK_LINE + text)];
    return { key, pieces, source: own === undefined ? 'default' : 'team' };
  }
  const placeholders = placeholdersOf(source.release, key);
  if (placeholders.length === 0) {
    const pieces = text === '' ? [] : [pieceOf(text)];
    return { key, pieces, source: own === undefined ? 'default' : 'override' };
  }
  const filled = yield* fillTemplate(text, placeholders, valuesFor(key, inputs, variables));
  return { key, pieces: withoutLastBreaks(filled), source: own === undefined ? 'generated' : 'override' };
}

/** Only the policy's own entries see the policy, so that its change leaves every byte before them as it was (P5). */
function valuesFor(key: string, inputs: Inputs, variables: string): PlaceholderValues {
  if (inputs.role === 'worker') {
    return key === TICKET_NOTE ? { rules: ticketRuleLines(inputs.ticket.rules ?? []) } : { variables };
  }
  return key === POLICY || key === POLICY_NONE ? { variables, ...policyValues(inputs.policy) } : { variables };
}

/** A template that ends in a placeholder filled with nothing ends in line breaks: entries are one blank line apart (P2). */
function withoutLastBreaks(pieces: readonly Piece[]): Piece[] {
  let count = pieces.length;
  for (; count > 0; count -= 1) {
    const text = pieces[count - 1]?.text ?? '';
    let end = text.length;
    while (text[end - 1] === '\n') end -= 1;
    if (end > 0) return [...pieces.slice(0, count - 1), pieceOf(text.slice(0, end))];
  }
  return [];
}
