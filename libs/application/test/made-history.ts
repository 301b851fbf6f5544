import {
  ASSEMBLY_FORMAT,
  currentRelease,
  decideSave,
  digestOfJson,
  definitionOf,
  evolveCatalogue,
  noReleases,
  nothingSaved,
  parseChange,
  recordOf,
  versionOf,
  type Catalogue,
  type CatalogueState,
  type EventType,
  type Inputs,
  type JsonObject,
  type VersionState,
} from '@palimpsest/domain';
import { assembleFrom } from '../src/prompting/assemble-from.ts';
import { policyDigest } from '../src/prompting/prompts.ts';
import { ArrayLog } from './array-log.ts';

export const policy = { version: 1, mode: 'ask', rules: [{ id: 'r', name: 'R', instruction: 'Do.', enabled: true }] };
const NOW = Date.UTC(2026, 11, 1, 9, 30);

/** A history as the application writes it, decided by the domain's own rules. */
export class MadeHistory {
  readonly log = new ArrayLog();
  version: VersionState = nothingSaved;
  catalogue: CatalogueState = noReleases;
  readonly #texts = new Map<string, string>();
  readonly #uses = new Map<string, number>();

  async release(catalogue: Catalogue): Promise<void> {
    const record = recordOf(this.catalogue, catalogue, { now: new Date(NOW).toISOString(), format: ASSEMBLY_FORMAT });
    const position = await this.#append('defaults-default', 'DefaultsUpgraded', record);
    this.catalogue = evolveCatalogue(this.catalogue, record, position);
  }

  async save(change: object): Promise<void> {
    const raw = { base_revision: this.version.revision, ...change };
    const record = decideSave(this.version, this.catalogue, parseChange(raw), {
      now: NOW,
      origin: 'tool',
      actor: 'local',
      request: null,
      request_id: null,
      limit: 10_000,
      caller: null,
      isHeld: (digest) => this.#texts.has(digest),
    });
    for (const [digest, text] of Object.entries(record.texts)) this.#texts.set(digest, text);
    await this.#append('prompts-default', 'OverrideSaved', record);
    this.version = versionOf(record, (digest) => this.#texts.get(digest) ?? '');
  }

  async policy(): Promise<void> {
    const timestamp = new Date(NOW).toISOString();
    await this.#append('policies-default', 'PolicyUsed', {
      digest: digestOfJson(policy),
      policy,
      timestamp,
      caller: null,
    });
  }

  async use(session: string, inputs: Inputs, differs: object = {}): Promise<void> {
    const release = currentRelease(this.catalogue);
    const { digest } = assembleFrom(this.catalogue, release, this.version.entries, inputs);
    const use = (this.#uses.get(session) ?? 0) + 1;
    this.#uses.set(session, use);
    await this.#append(`usage-default:${session}`, 'RevisionUsed', {
      session,
      use,
      role: inputs.role,
      revision: this.version.revision,
      release: release.release,
      policy: policyDigest(inputs),
      variables: inputs.variables,
      ticket: inputs.role === 'worker' ? inputs.ticket : null,
      skill: null,
      prompt_digest: digest,
      timestamp: new Date(NOW).toISOString(),
      caller: null,
      ...differs,
    });
  }

  async #append(stream: string, type: EventType, data: object): Promise<bigint> {
    const id = `e${String(this.log.events.length)}`;
    const plain = JSON.parse(JSON.stringify(data)) as JsonObject;
    const event = { id, type, schema: definitionOf(type).schema, data: plain };
    const { position } = await this.log.append(stream, [event], (await this.log.head(stream)) ?? 'no_stream');
    return position ?? 0n;
  }
}

export const worker: Inputs = {
  role: 'worker',
  variables: [{ name: 'Branch', value: 'b' }],
  ticket: { kind: 'explicit' },
};
export const orchestrator: Inputs = { role: 'orchestrator', variables: [], policy };
