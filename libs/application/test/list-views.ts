import {
  isUnknown,
  policyChange,
  readEvent,
  versionChange,
  type PolicyChange,
  type VersionChange,
} from '@palimpsest/domain';
import { isBefore, type Batch, type ViewName, type ViewState, type ViewStore } from '../src/ports/views.ts';

/** Read models that are lists, as far as saves and prompts need them. Its reads, or all of it, can be made to fail. */
export class ListViews implements ViewStore {
  readonly #changes: VersionChange[] = [];
  readonly #policies: PolicyChange[] = [];
  readonly #checkpoints: Record<ViewName, bigint | null> = { versions: null, uses: null, policies: null };
  failing: 'reads' | 'all' | null = null;

  readonly versions = {
    list: () => ({ items: this.#rows().map(({ version, changed }) => ({ ...version, changed })), next_cursor: null }),
    lastUpTo: () => null,
    place: (revision: number) => this.#rows().find(({ version }) => version.revision === revision)?.place ?? null,
    request: (id: string) => {
      const found = this.#rows().find(({ request }) => request?.id === id);
      return found?.request ? { ...found.request, revision: found.version.revision } : null;
    },
    textPlace: (digest: string) => this.#rows().find(({ texts }) => texts.includes(digest))?.place ?? null,
  };
  readonly uses = { sessions: () => ({ items: [], next_cursor: null }) };
  readonly policies = {
    place: (asked: string) => this.#held(this.#policies).find(({ digest }) => digest === asked)?.place ?? null,
    count: () => this.#held(this.#policies).length,
  };

  state(view: ViewName): ViewState {
    if (this.failing === 'all') throw new Error('the disk is gone');
    return { checkpoint: this.#checkpoints[view], skipped: 0, anchor: null, current: true };
  }

  apply(view: ViewName, { events, position }: Batch): bigint {
    for (const stored of events) {
      const event = readEvent(stored);
      if (isUnknown(event) || !isBefore(this.#checkpoints[view], stored.position)) continue;
      const [version, policy] = [versionChange(event), policyChange(event)];
      if (version !== null && view === 'versions') this.#changes.push(version);
      if (policy !== null && view === 'policies') this.#policies.push(policy);
    }
    return (this.#checkpoints[view] = position);
  }

  beginRebuild(): never {
    throw new Error('there is nothing to rebuild');
  }
  reset(): void {}
  close(): void {}

  #rows = () => this.#held(this.#changes);

  #held<T>(rows: readonly T[]): readonly T[] {
    if (this.failing !== null) throw new Error('the disk is gone');
    return rows;
  }
}
