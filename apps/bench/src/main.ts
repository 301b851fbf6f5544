import { cpus, totalmem } from 'node:os';
import { differences } from './differences.ts';
import { promptOverHttp } from './prompt-over-http.ts';
import { promptsMeanwhile } from './prompts-meanwhile.ts';
import type { Measured } from './measured.ts';

/** `npm run bench [NAME…] [-- --seconds N]`: each benchmark is a ratio, both sides in turn in one run. */
const benchmarks: Readonly<Record<string, (seconds: number) => Measured[] | Promise<Measured[]>>> = {
  'prompt-over-http': promptOverHttp,
  'prompts-meanwhile': promptsMeanwhile,
  differences,
};

const given = process.argv.slice(2);
const at = given.indexOf('--seconds');
const seconds = at === -1 ? 5 : Number(given[at + 1]);
const names = given.filter((name, index) => !name.startsWith('--') && (at === -1 || index !== at + 1));
const unknown = names.find((name) => !Object.hasOwn(benchmarks, name));
if (unknown !== undefined || !(seconds > 0)) {
  console.error(`usage: npm run bench -- [${Object.keys(benchmarks).join(' | ')}] [--seconds N]`);
  process.exit(2);
}

console.log(
  `Node.js ${process.version}, ${String(cpus().length)} cores (${cpus()[0]?.model ?? 'unknown'}), ${String(Math.round(totalmem() / 2 ** 30))} GiB`,
);
for (const [name, run] of Object.entries(benchmarks)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n${name}`);
  console.table(await run(seconds));
}
