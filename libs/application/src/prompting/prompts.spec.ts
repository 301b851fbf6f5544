import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from '@jest/globals';
import { evolveCatalogue, noReleases, nothingSaved, recordOf, currentRelease, type Inputs } from '@palimpsest/domain';
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

describe('prompts that are ready to be sent', () => {
  it('P6 equal inputs give the same bytes, whether they are the same object or not; others give others', () => {
    const prompts = new Prompts();
    const one = inputs('x');
    const ready = prompts.ready(present, one);
    expect(prompts.ready(present, one)).toBe(ready);
    expect(prompts.ready(present, inputs('x'))).toBe(ready);
    expect(prompts.ready(present, inputs('y')).digest).not.toBe(ready.digest);
    const next = { ...present, version: { ...nothingSaved, revision: 1 } };
    expect(JSON.parse(`{${prompts.ready(next, one).body.toString()}`)).toMatchObject({ revision: 1, prompt: '- a: x' });
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
      const ready = prompts.ready(present, each);
      if (index < 10) first.push(new WeakRef(ready));
      if (index % 20 === 19) await setImmediate();
    }
    await setImmediate();
    collect();
    expect(first.filter((each) => each.deref() !== undefined)).toEqual([]);
    expect(living).toHaveLength(80);
  });
});
