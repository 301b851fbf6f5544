import { Builtins } from './builtins.ts';
import { send } from './prompts-meanwhile.ts';
import { startProcess, type ServerProcess } from './server-process.ts';

/** A server made ready on an empty data folder, and the request that costs most on it. */
export interface Heavy {
  readonly server: ServerProcess;
  readonly ask: () => Promise<Buffer>;
}
/** Each route with the worst that the limits let through. To try another, add a line. */
export const heavyRequests: readonly (readonly [name: string, prepare: (data: string) => Promise<Heavy>])[] = [
  ['the difference of versions with 130 skills of 1,950 characters', (data) => difference(data, bigSkills)],
  ['the difference of versions with 3,000 tiny skills', (data) => difference(data, tinySkills)],
  ['the difference of a text of 260,000 characters with its lines permuted', (data) => difference(data, longText)],
  ['a stale save of 60 skills, every line changed', (data) => staleSave(data, (mark) => skills(60, 2_840, mark))],
  ['a stale save of 3,000 tiny skills', (data) => staleSave(data, (mark) => skills(1_500, 14, mark))],
  ['a part of 200,000 characters whose default changed', changedPart],
];

/** Lines that share few words, so that finding which stand for each other is the most work. */
function lines(units: number, mark: string): string {
  const line = (index: number) => `${mark}${'abcdefg'[index % 7] ?? ''}${'vwxyz'[index % 5] ?? ''}`;
  return Array.from({ length: units / 4 }, (_, index) => line(index)).join('\n');
}

function skills(count: number, units: number, mark: string) {
  const of = (index: number) => [`skill-${String(index)}`, { description: mark, body: lines(units, mark) }] as const;
  return { skills: Object.fromEntries(Array.from({ length: count }, (_, index) => of(index))) };
}
const bigSkills = (mark: string) => skills(130, 1_950, mark);
const tinySkills = (mark: string) => skills(3_000, 4, mark);

function longText(mark: string) {
  const all = Array.from({ length: 26_000 }, (_, index) => String((index * (mark === 'a' ? 1 : 7_919)) % 26_000));
  return { overrides: { 'runtime/work': { text: all.map((line) => line.padEnd(9, '.')).join('\n') } } };
}

type Draft = (mark: string) => object;
const put = (base_revision: number, configuration: object) => JSON.stringify({ base_revision, configuration });

/** Saves a configuration and another of its kind, on top of each other. */
async function saved(data: string, draft: Draft): Promise<ServerProcess> {
  const server = await startProcess(data);
  for (const [base, mark] of ['a', 'b'].entries())
    await send(server, 'PUT', '/v1/configuration', put(base, draft(mark)));
  return server;
}

async function difference(data: string, draft: Draft): Promise<Heavy> {
  const server = await saved(data, draft);
  return { server, ask: () => send(server, 'GET', '/v1/versions/1/diff/2') };
}

async function staleSave(data: string, draft: Draft): Promise<Heavy> {
  const server = await saved(data, draft);
  const late = put(1, draft('c'));
  return { server, ask: () => send(server, 'PUT', '/v1/configuration', late) };
}

async function changedPart(data: string): Promise<Heavy> {
  const builtins = new Builtins();
  const env = { PALIMPSEST_BUILTINS: builtins.folder };
  builtins.text('runtime/work', () => lines(200_000, 'a'));
  const before = await startProcess(data, env);
  const override = { overrides: { 'runtime/work': { text: lines(200_000, 'b') } } };
  await send(before, 'PUT', '/v1/configuration', put(0, override));
  await before.stop();
  builtins.text('runtime/work', () => lines(200_000, 'c'));
  builtins.version('99.0.0');
  const server = await startProcess(data, env);
  builtins.remove();
  return { server, ask: () => send(server, 'GET', '/v1/parts/runtime/work') };
}
