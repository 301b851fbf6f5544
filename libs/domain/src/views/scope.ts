import { definitionOf, typesFor, type Fold } from '../events/registry.ts';
import { streamsOf } from '../streams.ts';

/** The read models whose rows are kept in a store of their own, by the names of their folds. */
export const viewNames = ['versions', 'uses', 'policies'] as const satisfies readonly Fold[];
export type ViewName = (typeof viewNames)[number];

/** The streams of a team that a view is folded from. */
export interface ViewScope {
  /** For reading the log; they may match streams of other teams too. */
  readonly prefixes: readonly string[];
  /** Exact: true for this team's streams only. */
  covers(stream: string): boolean;
}

/** The scope of a view: the streams of the events that its fold takes. */
export function viewScope(view: ViewName, team: string): ViewScope {
  const names = new Set(typesFor(view).map((type) => definitionOf(type).stream));
  const streams = streamsOf(team);
  return {
    prefixes: [...names].map((name) => streams[name]),
    covers: (stream) =>
      [...names].some((name) => (name === 'usage' ? stream.startsWith(streams.usage) : stream === streams[name])),
  };
}
