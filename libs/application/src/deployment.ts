/** What a deployment sets, as far as the use cases need it. */
export interface Deployment {
  /** Part of every stream's name, so that several deployments can share one log. */
  readonly team: string;
  /** The size limit of a configuration in bytes (S9). */
  readonly limit: number;
  /** Records the catalogue on disk even where its version is lower than the recorded one's (C6). */
  readonly allowDowngrade: boolean;
}

/** Tells an operator what happened; never holds the text of a prompt. */
export type Report = (event: string, details: Readonly<Record<string, unknown>>) => void;

/** The names under which the parts of a deployment are injected. */
export const EVENT_LOG = Symbol('event log');
export const VIEW_STORE = Symbol('view store');
export const CATALOGUE_SOURCE = Symbol('catalogue source');
export const POLICY_SOURCE = Symbol('policy source');
export const CLOCK = Symbol('clock');
export const DEPLOYMENT = Symbol('deployment');
export const REPORT = Symbol('report');
