import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { NestFactory } from '@nestjs/core';
import { afterAll, describe, expect, it } from '@jest/globals';
import {
  applicationModule,
  AssemblePrompt,
  LoadSkill,
  ProblemError,
  Projector,
  RestoreDefaults,
  RestoreVersion,
  SaveConfiguration,
  viewNames,
} from '@palimpsest/application';
import { catalogueFiles } from '@palimpsest/catalogue-files';
import { parseChange, Refusal } from '@palimpsest/domain';
import { MemoryLog } from '@palimpsest/log-memory';
import { openSqliteViews } from '@palimpsest/views-sqlite';
import { dataFolder } from '../../test/server-process.ts';
import { viewRows } from '../../test/view-rows.ts';

const COMMANDS = 10_000;
const builtins = fileURLToPath(new URL('../../../../', import.meta.url));
const caller = {
  actor: 'local',
  role: 'admin',
  session: null,
  origin: 'tool' as const,
  client: null,
  request_id: 'r',
};

/** Numbers that are the same at each run: a linear congruential generator. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const folder = dataFolder();
afterAll(folder.remove);
const liveFile = join(folder.path, 'live.sqlite');
const rebuiltFile = join(folder.path, 'rebuilt.sqlite');

describe('the read models after many commands', () => {
  it('A3 live rows equal rebuilt ones, row for row, after 10,000 random commands, refused ones among them', async () => {
    const log = new MemoryLog();
    const views = openSqliteViews({ file: liveFile, team: 'default' });
    const module = applicationModule({
      log,
      views,
      catalogue: catalogueFiles(builtins),
      policy: { current: () => Promise.resolve(null) },
      clock: { now: () => Date.UTC(2026, 11, 1) },
      settings: { team: 'default', limit: 262_144, allowDowngrade: false },
      report: () => undefined,
    });
    Logger.overrideLogger(false);
    const app = await NestFactory.createApplicationContext(module);
    const bus = app.get(CommandBus);
    const pick = numbers(1);
    let revision = 0;
    let refused = 0;
    const sessions = new Set<string>();
    const source = { method: 'PATCH', path: '/', body: null };
    const command = (index: number) => {
      const base_revision = pick(10) === 0 ? Math.max(0, revision - 1) : revision;
      const kind = pick(10);
      if (kind < 4) {
        const sections = { delivery: pick(5) === 0 ? null : { text: `Text ${String(pick(50))}` } };
        const skills = {
          [`skill-${String(pick(5))}`]: pick(4) === 0 ? null : { description: 'd', body: String(pick(9)) },
        };
        const request_id = pick(20) === 0 ? `r-${String(pick(40))}` : undefined;
        const body = JSON.parse(JSON.stringify({ base_revision, sections, skills, request_id })) as unknown;
        return new SaveConfiguration(caller, parseChange(body), { ...source, body: request_id ?? index });
      }
      if (kind === 4) return new RestoreVersion(caller, pick(revision + 1), { base_revision }, source);
      if (kind === 5 && pick(5) === 0) return new RestoreDefaults(caller, { base_revision }, source);
      const session = `s-${String(pick(200))}`;
      if (kind === 6 && pick(3) === 0) return new LoadSkill(caller, session, pick(2) === 0 ? 'github' : 'feishu');
      const variables = [{ name: 'Number', value: pick(3) }];
      const policy = { version: pick(4), mode: 'accept', rules: [] };
      const role = pick(3) === 0 ? 'orchestrator' : 'worker';
      return new AssemblePrompt(caller, session, role === 'worker' ? { role, variables } : { role, variables, policy });
    };
    for (let index = 0; index < COMMANDS; index += 1) {
      try {
        const made = command(index);
        const answer: unknown = await bus.execute(made);
        if (made instanceof AssemblePrompt) sessions.add(made.session);
        if (typeof answer === 'object' && answer !== null && 'saved' in answer)
          revision = Math.max(revision, (answer.saved as { revision: number }).revision);
      } catch (error) {
        if (!(error instanceof Refusal) && !(error instanceof ProblemError)) throw error;
        refused += 1;
      }
    }
    expect(revision).toBeGreaterThan(2_000);
    expect(refused).toBeGreaterThan(500);
    const projector = app.get(Projector);
    for (const view of viewNames) await projector.catchUp(view);

    const rebuilt = openSqliteViews({ file: rebuiltFile, team: 'default' });
    const again = new Projector({ log, views: rebuilt, team: 'default' });
    for (const view of viewNames) await again.rebuild(view);
    const rows = viewRows(liveFile);
    expect(viewRows(rebuiltFile)).toEqual(rows);
    // Commands that left a table empty would say nothing of it.
    for (const [table, found] of Object.entries(rows)) expect([table, found.length]).not.toEqual([table, 0]);
    expect(rows['versions']).toHaveLength(revision);
    expect(rows['uses_sessions']).toHaveLength(sessions.size);
    expect(rows['uses']).toContainEqual(expect.arrayContaining(['github']));
    await again.stop();
    await app.close();
    rebuilt.close();
    views.close();
  }, 300_000);
});
