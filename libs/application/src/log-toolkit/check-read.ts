import { checkName, STREAM_LIMIT } from './check-append.ts';
import { LogError } from '../ports/event-log.ts';
import type { Filter, ReadAllOptions, ReadOptions } from '../ports/event-log.ts';

/** Throws `invalid_argument` where a read's arguments have no meaning: the same ones in every log. */
export function checkRead(stream: string, options: ReadOptions): void {
  checkName('stream name', stream, STREAM_LIMIT);
  const { direction, from, count } = options;
  checkDirection(direction);
  checkPlace('from', from);
  checkCount(count);
}

/** The same for reading or following the whole log. */
export function checkReadAll(options: ReadAllOptions): void {
  checkPlace('after', options.after ?? undefined);
  checkCount(options.count);
  checkFilter('prefixes', options.prefixes);
  checkFilter('types', options.types);
}

/** Whether an event is one of those that the filter lets through. */
export function matches(filter: Filter, event: { readonly stream: string; readonly type: string }): boolean {
  const { prefixes, types } = filter;
  return (
    (prefixes === undefined || prefixes.some((prefix) => event.stream.startsWith(prefix))) &&
    (types === undefined || types.includes(event.type))
  );
}

function checkDirection(direction: unknown): void {
  if (direction !== undefined && direction !== 'forwards' && direction !== 'backwards')
    throw new LogError('invalid_argument', "direction must be 'forwards' or 'backwards'");
}

function checkPlace(what: string, place: unknown): void {
  if (place !== undefined && (typeof place !== 'bigint' || place < 0n))
    throw new LogError('invalid_argument', `${what} must be a bigint from 0`);
}

function checkCount(count: unknown): void {
  if (count !== undefined && (!Number.isSafeInteger(count) || (count as number) < 0))
    throw new LogError('invalid_argument', 'count must be an integer from 0');
}

function checkFilter(what: string, list: unknown): void {
  if (list !== undefined && !(Array.isArray(list) && list.every((item) => typeof item === 'string')))
    throw new LogError('invalid_argument', `${what} must be an array of texts`);
}
