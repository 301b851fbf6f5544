import { Injectable } from '@nestjs/common';
import { digestOfJson, PROMPT_LIMIT_BYTES, type Digest, type Inputs, type Steps } from '@palimpsest/domain';
import { inTurns } from '../in-turns.ts';
import type { Present } from '../present/latest.ts';
import { assembleFromInSteps } from './assemble-from.ts';
import { promptView, restOfJson, restOfPrompt } from './prompt-bytes.ts';

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
  readonly #making = new Map<string, Promise<ReadyPrompt>>();
  /** What the very same inputs gave last: found without making a key. It keeps no bytes that were let go of. */
  readonly #last = new WeakMap<Inputs, Last>();
  #bytes = 0;

  /** The prompt of these inputs from what is in force, where it is ready to be sent. */
  known(present: Present, inputs: Inputs): ReadyPrompt | undefined {
    const [{ revision }, { release }] = [present.version, present.release];
    const last = this.#last.get(inputs);
    const known = last?.revision === revision && last.release === release ? last.ready.deref() : undefined;
    if (known !== undefined) return known;
    const kept = this.#ready.get(keyOf(present, inputs));
    if (kept !== undefined) this.#last.set(inputs, { revision, release, ready: new WeakRef(kept) });
    return kept;
  }

  /** The same where it is not: once for all who ask for it meanwhile. Throws `validation_failed` with `prompt_too_large`. */
  async make(present: Present, inputs: Inputs): Promise<ReadyPrompt> {
    const key = keyOf(present, inputs);
    const making = this.#making.get(key) ?? inTurns(readyPrompt(present, inputs));
    this.#making.set(key, making);
    const ready = await making.finally(() => this.#making.delete(key));
    if (!this.#ready.has(key)) this.#keep(key, ready);
    const [{ revision }, { release }] = [present.version, present.release];
    this.#last.set(inputs, { revision, release, ready: new WeakRef(ready) });
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

const keyOf = ({ version, release }: Present, inputs: Inputs) =>
  `${String(version.revision)} ${String(release.release)} ${JSON.stringify(inputs)}`;

const sizeOf = (key: string, { body, unchanged }: ReadyPrompt) => key.length + body.length + unchanged.length;

function* readyPrompt({ version, release, catalogue }: Present, inputs: Inputs): Steps<ReadyPrompt> {
  const assembled = yield* assembleFromInSteps(catalogue, release, version.entries, inputs, PROMPT_LIMIT_BYTES);
  const view = promptView(assembled, inputs.role, version.revision, release.release);
  const { role, revision, digest, complete, bytes } = view;
  const unchanged = restOfJson({ role, revision, release: view.release, digest, complete, unchanged: true, bytes });
  yield;
  return { digest, policy: policyDigest(inputs), body: yield* restOfPrompt(view), unchanged };
}

export const policyDigest = (inputs: Inputs): Digest | null =>
  inputs.role === 'orchestrator' ? digestOfJson(inputs.policy) : null;
