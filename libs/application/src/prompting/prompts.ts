import { Injectable } from '@nestjs/common';
import {
  assemble,
  defaultText,
  digestOfJson,
  isSkill,
  type Assembled,
  type CatalogueState,
  type Digest,
  type Entries,
  type Inputs,
  type ReleaseState,
} from '@palimpsest/domain';
import type { Present } from '../present/latest.ts';

/** A prompt that is ready to be sent: the rest of its answer, escaped as JSON, after `{"session":…,` (P6). */
export interface ReadyPrompt {
  readonly digest: Digest;
  readonly policy: Digest | null;
  readonly body: Buffer;
  /** The same for a caller who has it already (`if_digest`). */
  readonly unchanged: Buffer;
}

interface Last {
  readonly revision: number;
  readonly release: number;
  readonly ready: WeakRef<ReadyPrompt>;
}

/** How many bytes of ready prompts are kept. */
const KEPT_BYTES = 64 * 1024 * 1024;

/** Assembles prompts, and keeps the bytes of those that were asked for last: by revision, release and inputs. */
@Injectable()
export class Prompts {
  readonly #ready = new Map<string, ReadyPrompt>();
  /** What the very same inputs gave last: found without making a key. It keeps no bytes that were let go of. */
  readonly #last = new WeakMap<Inputs, Last>();
  #bytes = 0;

  /** The prompt of these inputs from what is in force, ready to be sent. */
  ready(present: Present, inputs: Inputs): ReadyPrompt {
    const [{ revision }, { release }] = [present.version, present.release];
    const last = this.#last.get(inputs);
    const known = last?.revision === revision && last.release === release ? last.ready.deref() : undefined;
    if (known !== undefined) return known;
    const ready = this.#find(present, inputs);
    this.#last.set(inputs, { revision, release, ready: new WeakRef(ready) });
    return ready;
  }

  #find({ version, release, catalogue }: Present, inputs: Inputs): ReadyPrompt {
    const key = `${String(version.revision)} ${String(release.release)} ${JSON.stringify(inputs)}`;
    const kept = this.#ready.get(key);
    if (kept !== undefined) return kept;
    const assembled = assembleFrom(catalogue, release, version.entries, inputs);
    const ready = readyPrompt(promptView(assembled, inputs.role, version.revision, release.release), inputs);
    this.#keep(key, ready);
    return ready;
  }

  #keep(key: string, ready: ReadyPrompt): void {
    this.#ready.set(key, ready);
    this.#bytes += sizeOf(key, ready);
    for (const [oldest, kept] of this.#ready) {
      if (this.#bytes <= KEPT_BYTES) return;
      this.#ready.delete(oldest);
      this.#bytes -= sizeOf(oldest, kept);
    }
  }
}

const sizeOf = (key: string, { body, unchanged }: ReadyPrompt) => key.length + body.length + unchanged.length;

/** Assembles from any entries under any release (P6). */
export function assembleFrom(
  catalogue: CatalogueState,
  release: ReleaseState,
  entries: Entries,
  inputs: Inputs,
): Assembled {
  const team = new Map([...entries].flatMap(([key, entry]) => (isSkill(entry) ? [] : [[key, entry.text] as const])));
  return assemble({ release, defaults: (key) => defaultText(catalogue, release, key) ?? '', team }, inputs);
}

/** The answer to a preview, and to a prompt less its Session (INTERFACES.md, "The prompt"). */
export function promptView(assembled: Assembled, role: Inputs['role'], revision: number | null, release: number) {
  const { digest, complete, prompt, parts, bytes } = assembled;
  return { role, revision, release, digest, complete, prompt, parts, bytes };
}
export type PromptView = ReturnType<typeof promptView>;

export const policyDigest = (inputs: Inputs): Digest | null =>
  inputs.role === 'orchestrator' ? digestOfJson(inputs.policy) : null;

function readyPrompt(view: PromptView, inputs: Inputs): ReadyPrompt {
  const { role, revision, release, digest, complete, bytes } = view;
  const unchanged = { role, revision, release, digest, complete, unchanged: true, bytes };
  return { digest: view.digest, policy: policyDigest(inputs), body: rest(view), unchanged: rest(unchanged) };
}

const rest = (value: object): Buffer => Buffer.from(JSON.stringify(value).slice(1));
