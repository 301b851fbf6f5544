// Fills a small disk through a server, asks it everything meanwhile, makes room; prints what it met as JSON:
// node fill-disk.mjs <the server's main.js> <an empty folder on a small disk>
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { appendFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [main, folder] = process.argv.slice(2);
const ballast = join(folder, 'ballast');
// The most that others leave at first; it goes when room is made.
writeFileSync(ballast, Buffer.alloc(8_000_000));
let server;
let revision = 0;

async function start() {
  const env = { ...process.env, PALIMPSEST_DATA: join(folder, 'data'), PALIMPSEST_PORT: '0' };
  const child = spawn(process.execPath, [main], {
    env: { ...env, PALIMPSEST_LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  server = { child, url: /^listening on (\S+)\n$/.exec(line)[1] };
}

async function stop() {
  server.child.kill('SIGTERM');
  return (await once(server.child, 'exit'))[0];
}

async function call(method, path, body) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url + path, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

/** Random, as a file system may keep zeros without room. */
async function save() {
  const text = randomBytes(75_000).toString('hex');
  const answer = await call('PATCH', '/v1/configuration', {
    base_revision: revision,
    sections: { delivery: { text } },
  });
  if (answer.status === 201) revision = answer.body.revision;
  return answer.body.code ?? answer.status;
}

async function prompt(session) {
  const answer = await call('POST', `/v1/sessions/${session}/prompt`, { role: 'worker', variables: [] });
  return answer.body.code ?? answer.status;
}

/** Every kind of read; those that list also tell whether what was accepted last is in them. */
async function reads() {
  const at = async (path) => (await call('GET', path)).status;
  const newest = async (path) => (await call('GET', path)).body.items?.[0]?.revision === revision;
  return {
    versions: await newest('/v1/versions?limit=1'),
    history: await newest('/v1/history/team/delivery?limit=1'),
    configuration: await at('/v1/configuration'),
    older: await at('/v1/versions/1'),
    difference: await at(`/v1/versions/1/diff/2`),
    sessions: (await call('GET', '/v1/sessions')).body.items?.some(({ session }) => session === 'known') ?? false,
    session: await at('/v1/sessions/known'),
    parts: await at('/v1/parts'),
    ready: await at('/readyz'),
    views: (await call('GET', '/v1/views')).body.items.map(({ state }) => state),
  };
}

function fillTheRest() {
  try {
    for (;;) appendFileSync(ballast, Buffer.alloc(100_000));
  } catch (error) {
    return error.code;
  }
}

await start();
await save();
await save();
await prompt('known');
let refused;
do refused = await save();
while (refused === 201);
const whenFull = { refused, again: await save(), saves: revision, reads: await reads() };
let sessions = 0;
while ((await prompt(`s${sessions}`)) === 200) sessions += 1;
const { bavail, bsize } = statfsSync(folder);
const whenFullOfUses = { reads: await reads(), kept: bavail * bsize };
const byOthers = {
  code: fillTheRest(),
  save: await save(),
  configuration: (await call('GET', '/v1/configuration')).status,
};
rmSync(ballast);
const after = [];
for (let count = 0; count < 5; count += 1) after.push(await save());
const withRoom = { after, reads: await reads(), stopped: await stop() };
await start();
const items = (await call('GET', '/v1/versions?limit=200')).body.items.map((each) => each.revision);
const again = {
  reads: await reads(),
  lost: revision - items.length,
  prompt: await prompt('new'),
  stopped: await stop(),
};
console.log(JSON.stringify({ whenFull, whenFullOfUses, byOthers, withRoom, again }));
