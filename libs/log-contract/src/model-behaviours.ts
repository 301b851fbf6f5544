import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { LogConflict, LogError } from '@palimpsest/application';
import type { EventLog, ExpectedRevision } from '@palimpsest/application';
import type { NewEvent } from '@palimpsest/domain';
import { collect, newEvent } from './made-events.ts';
import { Model } from './model.ts';
import type { ModelEvent } from './model.ts';
import type { OpenedLog } from './opened-log.ts';
import { operations } from './operations.ts';
import type { Operation } from './operations.ts';

/** One random walk of the log and the model, side by side, among streams that no other walk has. */
class Walk {
  private readonly model = new Model();
  private readonly batches: [stream: string, events: NewEvent[], expected: ExpectedRevision][] = [];
  private readonly positions: (bigint | null)[];

  constructor(
    private readonly log: EventLog,
    private readonly prefix: string,
    start: bigint | null,
  ) {
    this.positions = [start];
  }

  async step(operation: Operation): Promise<void> {
    if (operation.kind === 'append') return this.append(operation);
    if (operation.kind === 'repeat') {
      const batch = this.batches[operation.batch % Math.max(this.batches.length, 1)];
      return batch && this.compare(...batch);
    }
    if (operation.kind === 'read') {
      const stream = this.prefix + operation.stream;
      const events = await collect(this.log.read(stream, operation.options));
      expect(events.map(plain)).toEqual(this.model.read(stream, operation.options).map(plain));
      return;
    }
    const { filter, count } = operation;
    const after = operation.after % this.positions.length;
    const prefixes = (filter.prefixes ?? ['']).map((prefix) => this.prefix + prefix);
    const read = this.log.readAll({
      ...filter,
      prefixes,
      after: this.positions[after] as bigint | null,
      ...(count === undefined ? {} : { count }),
    });
    const expected = this.model.readAll({ ...filter, prefixes }, after, count);
    expect((await collect(read)).map(plain)).toEqual(expected.map(plain));
  }

  private async append({ stream: name, types, off, again }: Operation & { kind: 'append' }): Promise<void> {
    const stream = this.prefix + name;
    const right = (this.model.head(stream) ?? -1n) + off;
    const { events: known } = this.model;
    const events = types.map((type, n) => {
      const old = again === null ? undefined : known[(again % Math.max(known.length, 1)) + n];
      return newEvent({ type, ...(old ? { id: old.id } : {}) });
    });
    await this.compare(stream, events, right < 0n ? 'no_stream' : right);
  }

  private async compare(stream: string, events: NewEvent[], expected: ExpectedRevision): Promise<void> {
    this.batches.push([stream, events, expected]);
    const before = this.model.events.length;
    const should = this.model.append(stream, events, expected);
    const did = await this.log.append(stream, events, expected).catch((error: unknown) => {
      if (error instanceof LogError) return error.code;
      throw error;
    });
    if (typeof did === 'string' || typeof should === 'string') {
      expect(did).toBe(should);
      return;
    }
    expect(did.revision).toBe(should?.revision ?? null);
    expect(await this.log.head(stream)).toBe(this.model.head(stream));
    for (const { id } of this.model.events.slice(before)) {
      const stored = (await collect(this.log.read(stream))).find((event) => event.id === id);
      this.positions.push(stored?.position ?? null);
    }
    if (this.model.events.length > before) expect(did.position).toBe(this.positions.at(-1));
  }
}

function plain({ id, type, stream, revision }: ModelEvent): ModelEvent {
  return { id, type, stream, revision };
}

export function modelBehaviours(opened: OpenedLog): void {
  test('any sequence of appends, right and wrong, new and repeated, and of reads is what a simple model says', async () => {
    let walks = 0;
    await fc.assert(
      fc.asyncProperty(operations, async (steps) => {
        const walk = new Walk(opened.log, `${walks++}/`, await opened.log.end());
        for (const step of steps) await walk.step(step);
      }),
      { numRuns: 60 },
    );
  });

  test('any appends at once are as if they had come one after another', async () => {
    const writers = fc.array(fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 5 }), {
      maxLength: 6,
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(writers, async (sizes) => {
        const stream = `race-${runs++}`;
        const won: string[][] = [];
        await Promise.all(
          sizes.map(async (batches) => {
            for (const size of batches) {
              const events = Array.from({ length: size }, () => newEvent());
              const head = await opened.log.head(stream);
              const revision = await opened.log.append(stream, events, head ?? 'no_stream').then(
                (appended) => appended.revision,
                (error: unknown) => {
                  if (!(error instanceof LogConflict)) throw error;
                  return null;
                },
              );
              if (revision !== null) won[Number(revision)] = events.map(({ id }) => id);
            }
          }),
        );
        const stored = (await collect(opened.log.read(stream))).map(({ id }) => id);
        expect(stored).toEqual(won.flat());
        // Of those at one revision, one wins.
        expect(stored.length > 0).toBe(sizes.length > 0);
        expect(
          won.every((batch, last) => stored.slice(last + 1 - batch.length, last + 1).join() === batch.join()),
        ).toBe(true);
      }),
      { numRuns: 25 },
    );
  });
}
