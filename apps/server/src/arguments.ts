/** What the server can be told on its command line; everything else is a setting in the environment. */
const FLAGS = {
  '--help': 'print this and end',
  '--version': 'print the version and end',
  '--end-with-parent': 'stop, as at SIGTERM, when the process that started it has ended; npm start gives this',
  '--allow-downgrade': 'record the built-in text even where its version is lower than the recorded one',
} as const;
export type Flag = keyof typeof FLAGS;

const names = Object.keys(FLAGS) as Flag[];

/** The flags that are given. Throws `UnknownArguments`. */
export function readArguments(given: readonly string[]): ReadonlySet<Flag> {
  const unknown = given.filter((each) => !isFlag(each));
  if (unknown.length > 0) throw new UnknownArguments(unknown);
  return new Set(given.filter(isFlag));
}

const isFlag = (given: string): given is Flag => Object.hasOwn(FLAGS, given);

/** Wrong use: exit code 2. */
export class UnknownArguments extends Error {
  constructor(unknown: readonly string[]) {
    const what = unknown.length === 1 ? 'argument' : 'arguments';
    super(`it knows no ${what} ${unknown.join(' ')}; it knows ${names.join(', ')}`);
  }
}

export const HELP = `Usage: node apps/server/dist/main.js [options]

The server of Palimpsest. Its settings are environment variables, PALIMPSEST_PORT, PALIMPSEST_DATA and others: see
docs/operating.md.

Options:
${names.map((name) => `  ${name.padEnd(19)}${FLAGS[name]}`).join('\n')}
`;
