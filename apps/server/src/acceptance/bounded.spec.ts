import { afterEach, expect, it } from '@jest/globals';
import { heavyRequests } from '../../test/heavy-requests.ts';
import { longest, median, promptsMeanwhile, yardstick } from '../../test/prompts-meanwhile.ts';
import { dataFolder, type ServerProcess } from '../../test/server-process.ts';

/** How often each is asked for: a turn of the server that is too long comes each time, a busy machine's pause does not. */
const TIMES = 5;
/**
 * The longest that a prompt may take meanwhile, in yardsticks: far more than it takes on a machine where others work too, and
 * a small part of the thousand that it took while differences were made on the thread that serves it.
 */
const MOST = 30;

const open: { readonly server: ServerProcess; readonly remove: () => void }[] = [];
afterEach(async () => {
  for (const { server, remove } of open.splice(0)) {
    await server.stop();
    remove();
  }
});

it.each(heavyRequests)(
  'U1 prompts go on while the server works on %s',
  async (_, prepare) => {
    const { path, remove } = dataFolder();
    const heavy = await prepare(path);
    open.push({ server: heavy.server, remove });
    // The first one starts what is started once.
    await heavy.ask();
    const ratios: number[] = [];
    for (let time = 0; time < TIMES; time += 1) {
      const waits = await promptsMeanwhile(heavy.server, heavy.ask);
      ratios.push(longest(waits) / yardstick());
    }
    expect(median(ratios)).toBeLessThan(MOST);
  },
  120_000,
);
