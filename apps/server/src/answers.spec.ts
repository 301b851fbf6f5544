import { expect, test } from '@jest/globals';
import { operations } from '@palimpsest/edge-http';
import { z } from 'zod';
import { ownServer } from '../test/own-server.ts';

const server = ownServer();

const policy = { version: 1, mode: 'supervised', rules: [{ id: 'r1', name: 'n', instruction: 'i', enabled: true }] };
const orchestrator = { role: 'orchestrator', variables: [], policy };
const configuration = {
  sections: { delivery: { text: 'Ship small changes.' } },
  skills: { review: { description: 'How to review', body: 'Read all of it.' } },
  overrides: { 'runtime/dispatch': { text: 'Dispatch at once.' } },
};

/** One use of every operation that answers with JSON, in an order in which each finds what it asks for. */
const uses: readonly [operation: string, path: string, status: number, body?: unknown][] = [
  ['getConfiguration', '/v1/configuration', 200],
  ['replaceConfiguration', '/v1/configuration', 200, { base_revision: 0, dry_run: true, configuration }],
  ['replaceConfiguration', '/v1/configuration', 201, { base_revision: 0, configuration, message: 'first' }],
  ['changeConfiguration', '/v1/configuration', 201, { base_revision: 1, sections: { delivery: { text: 'Ship.' } } }],
  ['restoreVersion', '/v1/versions/1/restore', 201, { base_revision: 2 }],
  ['restoreVersion', '/v1/versions/latest/restore', 200, { base_revision: 3, dry_run: true }],
  ['restoreDefaults', '/v1/defaults/restore', 201, { base_revision: 3, keys: ['team/delivery'] }],
  ['getConfiguration', '/v1/configuration', 200],
  ['listParts', '/v1/parts', 200],
  ['getPart', '/v1/parts/runtime/dispatch', 200],
  ['getPart', '/v1/parts/skill/github', 200],
  ['getHistory', '/v1/history/team/skill/review', 200],
  ['listVersions', '/v1/versions?limit=2&origin=tool&since=2020-01-01T00:00:00Z', 200],
  ['listVersions', '/v1/versions?at=2999-01-01T00:00:00%2B01:00', 200],
  ['getVersion', '/v1/versions/0', 200],
  ['getVersion', '/v1/versions/latest', 200],
  ['compareVersions', '/v1/versions/1/diff/2', 200],
  ['compareVersions', '/v1/versions/latest/diff/3', 200],
  ['compareVersions', '/v1/versions/3/diff/latest', 200],
  ['previewPrompt', '/v1/preview', 200, { ...orchestrator, configuration }],
  ['previewPrompt', '/v1/preview', 200, { ...orchestrator, revision: 'latest', release: 'latest' }],
  ['assemblePrompt', '/v1/sessions/s:1/prompt', 200, orchestrator],
  ['assemblePrompt', '/v1/sessions/s%3A2/prompt', 200, { role: 'worker', variables: [{ name: 'n', value: true }] }],
  ['listSessions', '/v1/sessions?role=worker', 200],
  ['listSessions', '/v1/sessions?revision=latest&release=latest', 200],
  ['getSession', '/v1/sessions/s:1', 200],
  ['reproducePrompt', '/v1/sessions/s:1/uses/1/prompt', 200],
  ['getSessionVersion', '/v1/sessions/s:2/revisions/4', 200],
  ['getSessionVersion', '/v1/sessions/s:2/revisions/latest', 200],
  ['listSkills', '/v1/sessions/s:1/skills', 200],
  ['loadSkill', '/v1/sessions/s:1/skills/review', 200],
  ['listReleases', '/v1/releases', 200],
  ['getRelease', '/v1/releases/1', 200],
  ['getRelease', '/v1/releases/latest', 200],
  ['listEvents', '/v1/events?limit=3&type=OverrideSaved', 200],
  ['listViews', '/v1/views', 200],
  ['rebuildView', '/v1/views/uses/rebuild', 202],
  ['registerSession', '/v1/sessions', 201, { session: 's:9', role: 'worker', ttl_seconds: 60 }],
  ['getMe', '/v1/me', 200],
  ['getHealth', '/healthz', 200],
  ['getReadiness', '/readyz', 200],
];

test.each(uses)('%s: %s answers %i in the shape that its schema states', async (name, path, status, ...[body]) => {
  const operation = operations[name];
  const schema = operation?.answers[status];
  if (operation === undefined || !(schema instanceof z.ZodType))
    throw new Error(`${name} has no schema for ${String(status)}`);
  const answer = await server.call(operation.method, path, body);
  expect([answer.status, answer.status >= 400 ? answer.text : '']).toEqual([status, '']);
  const result = schema.safeParse(answer.body);
  expect(result.error?.issues ?? []).toEqual([]);
  // What zod leaves out of an object is stated nowhere.
  expect(result.data).toEqual(answer.body);
});

test('every operation that answers with JSON was used', () => {
  const answering = Object.entries(operations).filter(([, { answers }]) =>
    Object.values(answers).some((each) => each instanceof z.ZodType),
  );
  const names = new Set(uses.map(([name]) => name)).add('getDocument');
  expect([...names].sort()).toEqual(answering.map(([name]) => name).sort());
});

test('If-None-Match with the tag is answered with 304, until the next save', async () => {
  const first = await fetch(`${server.url}/v1/configuration`);
  const headers = { 'if-none-match': `"other", W/${first.headers.get('etag') ?? ''}` };
  const again = await fetch(`${server.url}/v1/configuration`, { headers });
  expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', first.headers.get('etag')]);
  await server.call('PATCH', '/v1/configuration', { base_revision: 4 });
  expect((await fetch(`${server.url}/v1/configuration`, { headers })).status).toBe(200);
});
