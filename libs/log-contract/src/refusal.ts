import { expect } from '@jest/globals';
import { LogError } from '@palimpsest/application';
import type { EventLog, LogErrorCode } from '@palimpsest/application';
import { collect } from './made-events.ts';

/** Waits for a promise to be refused with a `LogError` of that code, and gives it. */
export async function refusal(promise: Promise<unknown>, code: LogErrorCode): Promise<LogError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(LogError);
  expect(error).toHaveProperty('code', code);
  return error as LogError;
}

export async function expectEmpty(log: EventLog): Promise<void> {
  expect(await collect(log.readAll())).toEqual([]);
  expect(await log.end()).toBeNull();
}
