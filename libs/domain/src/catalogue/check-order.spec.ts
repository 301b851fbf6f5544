import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { assemble } from '../assembly/assemble.ts';
import { manifest, sourceOf, withManifest } from '../../test/small-catalogue.ts';
import type { Catalogue } from './catalogue.ts';
import { checkCatalogue } from './check-catalogue.ts';

const { parts, order } = manifest;
const orders = (changed: Partial<typeof order>): Catalogue => withManifest({ order: { ...order, ...changed } });

describe('checkCatalogue, on the orders', () => {
  it.each<[string, Catalogue, string[]]>([
    [
      'P1 an unknown key in an order',
      orders({ worker: ['runtime/none'] }),
      ['the order of the worker names runtime/none, which is no part and no section'],
    ],
    [
      'P1 a key twice in an order',
      orders({ worker: ['runtime/shared', 'runtime/shared'] }),
      ['the order of the worker names runtime/shared twice'],
    ],
    [
      "P1 the policy in the worker's order",
      orders({ worker: ['runtime/policy'] }),
      ["the order of the worker names runtime/policy, and the policy is never in a worker's prompt"],
    ],
    [
      "P1 the empty policy in the worker's order",
      orders({ worker: ['runtime/policy/none'] }),
      ['the order of the worker names runtime/policy/none, which takes the place of runtime/policy'],
    ],
    [
      "P1 the empty policy in the orchestrator's order",
      orders({ orchestrator: ['runtime/policy/none', 'runtime/policy'] }),
      ['the order of the orchestrator names runtime/policy/none, which takes the place of runtime/policy'],
    ],
    [
      'P5 a policy that is not last',
      orders({ orchestrator: ['runtime/policy', 'runtime/shared'] }),
      ['runtime/policy must be last in the order of the orchestrator'],
    ],
    [
      'P1 the note in an order',
      orders({ worker: ['ticket/rules'] }),
      ['the order of the worker names ticket/rules, which stands last for an inferred Ticket by itself'],
    ],
    [
      'P8 a skill in an order',
      orders({ worker: ['skill/github'] }),
      ['the order of the worker names skill/github, a skill'],
    ],
    [
      'P1 a policy without its counterpart',
      withManifest({ parts: parts.filter(({ key }) => key !== 'runtime/policy/none') }),
      ['runtime/policy is in the order, but there is no part runtime/policy/none'],
    ],
  ])('refuses %s', (_, faulty, starts) => {
    const faults = checkCatalogue(faulty);
    expect(faults).toEqual(starts.map((start) => expect.stringContaining(start)));
    // Every sentence begins with what is wrong.
    expect(faults.map((fault, index) => fault.startsWith(starts[index] ?? ''))).toEqual(starts.map(() => true));
  });

  it('allows an order without a policy', () => {
    expect(checkCatalogue(orders({ orchestrator: ['runtime/shared'] }))).toEqual([]);
  });

  it('whatever order it accepts, the policy is last for an orchestrator and never there for a worker (P1)', () => {
    const key = fc.constantFrom(
      ...parts.map(({ key: each }) => each),
      'team/communication',
      'team/delivery',
      'ticket/rules',
    );
    const policy = { version: 1, mode: 'auto', rules: [{ id: 'r', name: 'R', instruction: 'Do.', enabled: true }] };
    let accepted = 0;
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { maxLength: 4 }),
        fc.uniqueArray(key, { maxLength: 4 }),
        (orchestrator, worker) => {
          const each = orders({ orchestrator, worker });
          if (checkCatalogue(each).length > 0) return;
          accepted += 1;
          const main = assemble(sourceOf(each), { role: 'orchestrator', variables: [], policy });
          expect(main.parts.findIndex(({ key: found }) => found === 'runtime/policy')).toBe(
            orchestrator.includes('runtime/policy') ? main.parts.length - 1 : -1,
          );
          const executor = assemble(sourceOf(each), { role: 'worker', variables: [], ticket: { kind: 'explicit' } });
          expect(executor.parts.map(({ key: found }) => found)).toEqual(worker);
          expect(executor.prompt).not.toContain('Policy');
        },
      ),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(50);
  });
});
