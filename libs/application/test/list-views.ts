import { isUnknown, readEvent, versionChange, type VersionChange } from '@palimpsest/domain';
import { isBefore, type Batch, type ViewName, type ViewState, type ViewStore } from '../src/ports/views.ts';

/** Read models that are lists, as far as saves need them: the versions. Its reads, or all of it, can be made to fail. */
export class ListViews implements ViewStore {
  readonly #changes: VersionChange[] = [];
  readonly #checkpoints: Record<ViewName, bigint | null> = { versions: null, uses: null };
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

  state(view: ViewName): ViewState {
    if (this.failing === 'all') throw new Error('the disk is gone');
    return { checkpoint: this.#checkpoints[view], skipped: 0, anchor: null, current: true };
  }

  apply(view: ViewName, { events, position }: Batch): bigint {
    for (const stored of events) {
      const event = readEvent(stored);
      const change = isUnknown(event) ? null : versionChange(event);
      if (change !== null && view === 'versions' && isBefore(this.#checkpoints.versions, stored.position))
        this.#changes.push(change);
    }
    return (this.#checkpoints[view] = position);
  }

  beginRebuild(): never {
    throw new Error('there is nothing to rebuild');
  }
  reset(): void {}
  close(): void {}

  #rows(): readonly VersionChange[] {
    if (this.failing !== null) throw new Error('the disk is gone');
    return this.#changes;
  }
}
