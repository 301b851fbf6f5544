import { InvalidArgumentError, Option } from 'commander';
import type { NumberOrLatest, Origin, Role } from '@palimpsest/domain';

/** Parsers of arguments: what they refuse is wrong use, told before anything is asked or done. */

const DIGITS = /^(0|[1-9][0-9]{0,14})$/;

export function wholeNumber(min: number, max = Infinity): (given: string) => number {
  const range = max === Infinity ? `, ${String(min)} or more` : ` from ${String(min)} to ${String(max)}`;
  return (given) => {
    if (DIGITS.test(given) && Number(given) >= min && Number(given) <= max) return Number(given);
    throw new InvalidArgumentError(`It must be a whole number${range}.`);
  };
}

const orLatest =
  (min: number, what: string) =>
  (given: string): NumberOrLatest => {
    if (given === 'latest') return given;
    if (DIGITS.test(given) && Number(given) >= min) return Number(given);
    throw new InvalidArgumentError(`It must be a ${what}, a whole number, or "latest".`);
  };

/** The one in force at the moment of asking is `latest`. */
export const revisionOrLatest = orLatest(0, 'revision');
export const releaseOrLatest = orLatest(1, 'release');

/** All values of a type of the domain: the compiler compares them with its schema, which most verbs need not load. */
const allOf = <T extends string>(values: Readonly<Record<T, true>>) => Object.keys(values);

export const roleOption = (what: string) =>
  new Option('--role <role>', what).choices(allOf<Role>({ orchestrator: true, worker: true }));
export const originOption = (what: string) =>
  new Option('--origin <origin>', what).choices(allOf<Origin>({ panel: true, tool: true }));
export const jsonOption = () => new Option('--json', 'print the JSON of the interface, for programs');
export const limitOption = () =>
  new Option('--limit <n>', 'print the first n only; all if not given').argParser(wholeNumber(1));
export const messageOption = () => new Option('--message <text>', 'why, kept with the version');
export const dryRunOption = () => new Option('--dry-run', 'check everything, store nothing');
export const requestIdOption = () =>
  new Option('--request-id <id>', 'the same request with the same id is done once, however often it is sent');
