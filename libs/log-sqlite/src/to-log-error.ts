import { LogError } from '@palimpsest/application';
import type { Failure } from './failure.ts';

/** What the caller of the log gets; `cause` is the driver's error, where there is one on this thread. */
export function toLogError({ code, message }: Failure, cause?: unknown): LogError {
  return new LogError(code, message, cause === undefined ? undefined : { cause });
}
