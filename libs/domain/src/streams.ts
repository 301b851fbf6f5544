/** The names of a team's streams. The prefix of usage streams ends in `:`, so that `usage-a:` never matches team `ab`. */
export interface Streams {
  readonly prompts: string;
  readonly defaults: string;
  readonly policies: string;
  /** `usage-<team>:`, to which a Session's id is added. */
  readonly usage: string;
}

/** `team` holds no `:`; otherwise the Sessions of two teams could share a stream. */
export function streamsOf(team: string): Streams {
  return {
    prompts: `prompts-${team}`,
    defaults: `defaults-${team}`,
    policies: `policies-${team}`,
    usage: `usage-${team}:`,
  };
}
