import { POLICY, POLICY_NONE, TICKET_NOTE } from '../catalogue/manifest.ts';
import { type ReleaseState } from '../catalogue/state.ts';
import { placeholdersOf, sectionOf } from '../catalogue/listed.ts';
import { canonical } from '../text/canonical.ts';
import { digest, type Digest } from '../text/digest.ts';
import { variableLines } from './environment.ts';
import { fillTemplate, type PlaceholderValues } from './fill-template.ts';
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

/** Makes the prompt of a role from texts and inputs alone: the same ones give the same bytes, at any time (P1–P7). Throws `UnknownFormat`. */
export function assemble(source: AssemblySource, inputs: Inputs): Assembled {
  if (source.release.format !== ASSEMBLY_FORMAT) throw new UnknownFormat(source.release);
  const texts: string[] = [];
  const parts: PromptPart[] = [];
  let start = 0;
  for (const key of orderOf(source.release, inputs)) {
    const entry = entryOf(source, key, inputs);
    if (entry.text === '') continue;
    const end = start + entry.text.length;
    texts.push(entry.text);
    parts.push({ key, source: entry.source, start, end });
    start = end + BLANK_LINE.length;
  }
  const prompt = texts.join(BLANK_LINE);
  const bytes = Buffer.byteLength(prompt);
  return { prompt, digest: digest(prompt), parts, bytes, complete: inputs.role === 'orchestrator' };
}

const BLANK_LINE = '\n\n';

function orderOf({ manifest }: ReleaseState, inputs: Inputs): readonly string[] {
  if (inputs.role === 'worker') {
    return inputs.ticket.kind === 'inferred' ? [...manifest.order.worker, TICKET_NOTE] : manifest.order.worker;
  }
  const none = !hasEnabledRule(inputs.policy);
  return manifest.order.orchestrator.map((key) => (none && key === POLICY ? POLICY_NONE : key));
}

function entryOf(source: AssemblySource, key: string, inputs: Inputs): { text: string; source: PromptPart['source'] } {
  // The note is no part: a team has no text for it (C2).
  const own = key === TICKET_NOTE ? undefined : source.team.get(key);
  const text = own === undefined ? source.defaults(key) : canonical(own);
  const section = sectionOf(source.release, key);
  if (section !== undefined) {
    const heading = `## ${section.heading}`;
    return {
      text: text === '' ? heading : heading + BLANK_LINE + text,
      source: own === undefined ? 'default' : 'team',
    };
  }
  const placeholders = placeholdersOf(source.release, key);
  if (placeholders.length === 0) return { text, source: own === undefined ? 'default' : 'override' };
  const filled = withoutLastBreaks(fillTemplate(text, placeholders, valuesFor(key, inputs)));
  return { text: filled, source: own === undefined ? 'generated' : 'override' };
}

/** Only the policy's own entries see the policy, so that its change leaves every byte before them as it was (P5). */
function valuesFor(key: string, inputs: Inputs): PlaceholderValues {
  const variables = variableLines(inputs.variables);
  if (inputs.role === 'worker') {
    return key === TICKET_NOTE ? { rules: ticketRuleLines(inputs.ticket.rules ?? []) } : { variables };
  }
  return key === POLICY || key === POLICY_NONE ? { variables, ...policyValues(inputs.policy) } : { variables };
}

/** A template that ends in a placeholder filled with nothing ends in line breaks: entries are one blank line apart (P2). */
function withoutLastBreaks(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\n') end -= 1;
  return text.slice(0, end);
}
