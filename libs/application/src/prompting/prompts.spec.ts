import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import {
  currentRelease,
  evolveCatalogue,
  noReleases,
  nothingSaved,
  PROMPT_LIMIT_BYTES,
  recordOf,
  type Inputs,
} from '@palimpsest/domain';
import type { Present } from '../present/latest.ts';
import { Prompts } from './prompts.ts';

const manifest = {
  version: '1.0.0',
  parts: [{ key: 'runtime/environment', file: 'e.md', placeholders: ['variables' as const], summary: 's' }],
  sections: [],
  skills: [],
  reserved_skill_names: [],
  notes: { inferred_ticket: 'note.md' },
  order: { orchestrator: [], worker: ['runtime/environment'] },
};
const texts = new Map([['runtime/environment', '{variables}']]);
const record = recordOf(noReleases, { manifest, texts }, { now: '2026-12-01T00:00:00.000Z', format: 1 });
const catalogue = evolveCatalogue(noReleases, record, 1n);
const present: Present = { version: nothingSaved, catalogue, release: currentRelease(catalogue), head: null };
const inputs = (value: string): Inputs => ({
  role: 'worker',
  variables: [{ name: 'a', value }],
  ticket: { kind: 'explicit' },
});

const ask = async (prompts: Prompts, given: Inputs, from = present) =>
  prompts.known(from, given) ?? (await prompts.make(from, given));

describe('prompts that are ready to be sent', () => {
  it('P6 equal inputs give the same bytes, whether they are the same object or not; others give others', async () => {
    const prompts = new Prompts();
    const one = inputs('x');
    const ready = await ask(prompts, one);
    expect(prompts.known(present, one)).toBe(ready);
    expect(prompts.known(present, inputs('x'))).toBe(ready);
    expect((await ask(prompts, inputs('y'))).digest).not.toBe(ready.digest);
    const next = { ...present, version: { ...nothingSaved, revision: 1 } };
    expect(JSON.parse(`{${(await ask(prompts, one, next)).body.toString()}`)).toMatchObject({
      revision: 1,
      prompt: '- a: x',
    });
  });

  it('make a prompt once for all who ask for it meanwhile', async () => {
    const prompts = new Prompts();
    const [one, other] = await Promise.all([ask(prompts, inputs('x')), ask(prompts, inputs('x'))]);
    expect(other).toBe(one);
    expect(prompts.known(present, inputs('x'))).toBe(one);
  });

  it('P9 refuse one above the limit each time, and keep nothing of it', async () => {
    const prompts = new Prompts();
    const large = inputs('x'.repeat(PROMPT_LIMIT_BYTES));
    const tooLarge = { details: { errors: [{ code: 'prompt_too_large', limit: PROMPT_LIMIT_BYTES }] } };
    for (let turn = 0; turn < 2; turn += 1) await expect(ask(prompts, large)).rejects.toMatchObject(tooLarge);
  });

  it('lets go of the oldest above its bound, also where their inputs live on', async () => {
    setFlagsFromString('--expose_gc');
    const collect = runInNewContext('gc') as () => void;
    const prompts = new Prompts();
    const living: Inputs[] = [];
    const first: WeakRef<object>[] = [];
    for (let index = 0; index < 80; index += 1) {
      const each = inputs(String(index) + 'x'.repeat(1_000_000));
      living.push(each);
      const ready = await ask(prompts, each);
      if (index < 10) first.push(new WeakRef(ready));
      if (index % 20 === 19) await setImmediate();
    }
    await setImmediate();
    collect();
    expect(first.filter((each) => each.deref() !== undefined)).toEqual([]);
    expect(living).toHaveLength(80);
  });
});
