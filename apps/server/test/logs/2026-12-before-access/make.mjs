/**
 * Makes this folder with a build of another commit: `node make.mjs CHECKOUT FOLDER`, where CHECKOUT is a built clone of it.
 * Kept as a record of what the log holds and why; nothing runs it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [checkout, folder] = process.argv.slice(2).map((path) => resolve(path));
const data = mkdtempSync(join(tmpdir(), 'palimpsest-old-data-'));
const builtins = mkdtempSync(join(tmpdir(), 'palimpsest-old-builtins-'));
for (const name of ['prompts', 'skills']) cpSync(join(checkout, name), join(builtins, name), { recursive: true });

const DAY = 24 * 3_600_000;
let server;
process.on('exit', () => server?.child.kill());
async function start(days = 0) {
  const clock = `const now = Date.now; Date.now = () => now() + ${days * DAY}`;
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(clock)}`,
    join(checkout, 'apps/server/dist/main.js'),
  ];
  const env = { PATH: process.env.PATH, PALIMPSEST_PORT: '0', PALIMPSEST_DATA: data, PALIMPSEST_BUILTINS: builtins };
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    server = { child, url: /^listening on (\S+)$/.exec(line)[1] };
    return;
  }
}
async function stop() {
  const gone = once(server.child, 'exit');
  server.child.kill('SIGTERM');
  await gone;
}
async function ask(method, path, body, headers = {}) {
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await fetch(server.url + path, {
    method,
    ...sent,
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${text}`);
  return JSON.parse(text);
}
const panel = { 'sec-fetch-site': 'same-origin' };
const current = async () => (await ask('GET', '/v1/configuration')).revision;
const change = async (body, headers) =>
  ask('PATCH', '/v1/configuration', { base_revision: await current(), ...body }, headers);
const prompt = (session, body) => ask('POST', `/v1/sessions/${session}/prompt`, body);
const skill = (session, name) => ask('GET', `/v1/sessions/${session}/skills/${name}`);

const rule = (id, instruction, enabled = true) => ({ id, name: `Rule ${id}`, instruction, enabled });
const policies = {
  first: { version: 1, mode: 'supervised', rules: [rule('R1', 'Take links.\nTwo lines.'), rule('R2', 'Off.', false)] },
  // Two rules with one id were taken then.
  twins: { version: '2-beta', mode: 'accept', rules: [rule('R1', 'One of two.'), rule('R1', 'The other.')] },
  none: { version: 3, mode: 'accept', rules: [] },
};
const main = (policy) => ({
  role: 'orchestrator',
  variables: [
    { name: 'Repository', value: 'octo/app' },
    { name: 'Hostile', value: '{rules} $& \\\r\n## Policy' },
  ],
  policy,
});
const explicit = {
  role: 'worker',
  variables: [
    { name: 'Branch', value: 'b' },
    { name: 'Number', value: 7 },
    { name: 'Draft', value: true },
  ],
};
const matched = {
  id: 'R1',
  name: 'Links',
  instruction: 'Mend links.',
  process: 'One at a time.',
  communication: 'Say so.',
};
const inferred = (...rules) => ({ role: 'worker', variables: [], ticket: { kind: 'inferred', rules } });

await start();
await prompt('main', main(policies.first)); // Revision 0.
await prompt('main', main(policies.twins));
await prompt('explicit', { ...explicit, ticket: { kind: 'explicit' } });
await prompt('inferred', inferred(matched));
const configuration = {
  sections: { communication: { text: 'Plain English.\r\nNo haste.\r\n' }, delivery: { text: 'Show evidence.\n' } },
  skills: { house: { description: 'How the house is kept', body: 'Sweep.\n\nThen rest.' } },
  overrides: {
    'runtime/work': { text: '## Work\n\nOurs, 工作 😀.\n' },
    'runtime/subscriptions': { text: '## Subscriptions\n\nGone soon.' },
    'runtime/environment': { text: `## Environment\n\n${'{variables}\n'.repeat(12)}` },
    'skill/github': { text: 'Our way with GitHub.' },
  },
};
await ask(
  'PUT',
  '/v1/configuration',
  { base_revision: 0, configuration, message: 'first', request_id: 'save-1' },
  panel,
);
await prompt('main', main(policies.first)); // Revision 1.
await skill('main', 'github'); // After a prompt of the same revision: not recorded then.
await prompt('explicit', explicit);
await change({ sections: { delivery: { text: '' } }, skills: { second: { description: 'Another', body: '' } } });
await skill('main', 'house'); // Before the prompt of revision 2.
await prompt('main', main(policies.none));
await skill('explicit', 'feishu');
const edits = [
  { key: 'runtime/work', find: 'Ours', replace: 'Theirs' },
  { key: 'team/skill/house', find: 'Then rest.', replace: 'Then rest well.' },
  { key: 'runtime/replies', find: '## ', replace: '### ' },
];
await change({ edits, message: 'by edits', request_id: 'edits:1' });
await prompt('inferred', inferred(matched, { ...matched, instruction: 'The same id again.' }));
await change({ skills: { second: null }, overrides: { 'runtime/replies': null } }, panel);
await ask('POST', '/v1/versions/1/restore', { base_revision: 4, message: 'back', request_id: 'restore-1' });
await prompt('main', main(policies.twins)); // Revision 5.
await ask('POST', '/v1/versions/3/restore', { base_revision: 5, keys: ['runtime/work', 'team/skill/house'] }, panel);
await ask('POST', '/v1/defaults/restore', { base_revision: 6, keys: ['team/communication'] });
await ask('POST', '/v1/defaults/restore', { base_revision: 7, message: 'all of it' }, panel);
await ask('POST', '/v1/versions/7/restore', { base_revision: 8 });
const { default: work } = await ask('GET', '/v1/parts/runtime/work');
// Its text is the default's: it is removed from the version.
await change({ overrides: { 'runtime/work': { text: work.text } }, release: 1 });
await change({ overrides: { 'runtime/work': { text: '## Work\n\nOurs again.', base: work.digest } } });
await prompt('explicit', explicit); // Revision 11.
const old = await ask('POST', '/v1/preview', explicit);
await stop();

// A use as builds wrote it before skills were loaded on demand.
const { openStore, readSettings } = await import(pathToFileURL(join(checkout, 'apps/server/dist/index.js')));
const log = await openStore(readSettings({ PALIMPSEST_DATA: data }));
const use = {
  session: 'older',
  use: 1,
  role: 'worker',
  revision: 11,
  release: 1,
  policy: null,
  variables: explicit.variables,
};
const more = { ticket: { kind: 'explicit' }, prompt_digest: old.digest, timestamp: new Date().toISOString() };
const id = '0c1f7c52-6d0e-4b0a-9f55-0a5d1c1f3e01';
await log.append(
  'usage-default:older',
  [{ id, type: 'RevisionUsed', schema: 1, data: { ...use, ...more } }],
  'no_stream',
);
await log.close();

// The second release: a changed default, a removed part, a template with a new placeholder, a reserved name. Its version is
// above that of every build to come, so that a later build serves it and records none of its own.
const file = join(builtins, 'prompts/catalogue.json');
const manifest = JSON.parse(readFileSync(file, 'utf8'));
manifest.version = '1000.0.0';
manifest.parts = manifest.parts.filter(({ key }) => key !== 'runtime/subscriptions');
for (const role of ['orchestrator', 'worker'])
  manifest.order[role] = manifest.order[role].filter((key) => key !== 'runtime/subscriptions');
manifest.reserved_skill_names.push('house');
manifest.parts.find(({ key }) => key === 'runtime/work').placeholders.push('variables');
writeFileSync(file, JSON.stringify(manifest));
const append = (path, text) =>
  writeFileSync(join(builtins, path), `${readFileSync(join(builtins, path), 'utf8')}\n${text}\n`);
append('prompts/runtime/work.md', '{variables}');
append('prompts/runtime/worker.md', 'Another one.');

await start(1); // A clock that is a day ahead …
await prompt('older', explicit);
await prompt('main', main(policies.first)); // Release 2, revision 11.
await change({ sections: { ticket_scope: { text: 'One Ticket, one change.' } } }); // Drops runtime/subscriptions.
await prompt('main', main(policies.first));
await stop();
await start(); // … and then right: the version and the uses after it are earlier than those before.
await prompt('main', main(policies.none)); // Its time is before that of its version, 12.
await prompt('explicit', explicit);
await skill('main', 'github');
await change({ skills: { last: { description: 'd'.repeat(600), body: 'x' } } }, panel);
await ask('POST', '/v1/defaults/restore', { base_revision: 13, keys: ['team/skill/last'] });
await prompt('inferred', inferred(matched)); // Revision 14.
await ask('POST', '/v1/versions/13/restore', { base_revision: 14 });
await prompt('main', main(policies.twins)); // Revision 15, which is current.

const { items: versions } = await ask('GET', '/v1/versions?limit=200');
const { items: releases } = await ask('GET', '/v1/releases');
const { items: sessions } = await ask('GET', '/v1/sessions');
const prompts = [];
for (const { session, uses } of sessions)
  for (const { use: number, skill: loaded } of uses)
    if (loaded === null) {
      const path = `/v1/sessions/${session}/uses/${number}/prompt`;
      const { revision, release, digest, bytes } = await ask('GET', path);
      prompts.push({ path, revision, release, digest, bytes });
    }
const status = await ask('GET', '/v1/configuration');
const { items: events } = await ask('GET', '/v1/events?limit=200');
await stop();
const types = {};
for (const { type } of events) types[type] = (types[type] ?? 0) + 1;
const answered = { types, status, versions, releases, sessions, prompts };
writeFileSync(join(folder, 'answered.json'), `${JSON.stringify(answered, null, 2)}\n`);

const Database = createRequire(join(checkout, 'libs/log-sqlite/package.json'))('better-sqlite3');
for (const name of ['log.sqlite', 'views.sqlite']) {
  const db = new Database(join(data, name));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  cpSync(join(data, name), join(folder, name));
}
rmSync(data, { recursive: true });
rmSync(builtins, { recursive: true });
