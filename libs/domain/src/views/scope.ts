import { streamsOf } from '../streams.ts';

/** The streams of a team that a view is folded from. */
export interface ViewScope {
  /** For reading the log; they may match streams of other teams too. */
  readonly prefixes: readonly string[];
  /** Exact: true for this team's streams only. */
  covers(stream: string): boolean;
}

/** The scope of each view, by its name. */
export const viewScopes = {
  versions(team: string): ViewScope {
    const { prompts } = streamsOf(team);
    return { prefixes: [prompts], covers: (stream) => stream === prompts };
  },
  uses(team: string): ViewScope {
    const { usage, policies } = streamsOf(team);
    return { prefixes: [usage, policies], covers: (stream) => stream === policies || stream.startsWith(usage) };
  },
};
