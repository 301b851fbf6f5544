import { afterEach, expect, it } from '@jest/globals';
import { heavyRequests } from '../../test/heavy-requests.ts';
import { promptsMeanwhile, within, yardstick } from '../../test/prompts-meanwhile.ts';
import { dataFolder, type ServerProcess } from '../../test/server-process.ts';

/** How often each is asked for. */
const TIMES = 5;
/** The longest that a prompt may take, in yardsticks: a comparison on the serving thread takes some hundred of them. */
const MOST = 20;

const open: { server: ServerProcess; remove: () => void }[] = [];
afterEach(async () => {
  for (const { server, remove } of open.splice(0)) {
    await server.stop();
    remove();
  }
});

it.each(heavyRequests)(
  'U1 prompts go on while the server works on %s',
  async (name, prepare) => {
    const data = dataFolder();
    const { server, ask } = await prepare(data.path);
    open.push({ server, remove: data.remove });
    const unit = yardstick();
    const idle = await promptsMeanwhile(server, () => new Promise((r) => setTimeout(r, 1000)));
    const bytes = (await ask()).length;
    const began = performance.now();
    const waits = await promptsMeanwhile(server, async () => {
      for (let time = 0; time < TIMES; time += 1) await ask();
    });
    const each = (performance.now() - began) / TIMES;
    (await import('node:fs')).appendFileSync('/tmp/compare-measured.txt',
      `MEASURED ${name}: unit ${unit.toFixed(1)}; idle p99 ${within(idle, 0.99).toFixed(1)} max ${within(idle, 1).toFixed(1)}; busy n=${waits.length} p99 ${within(waits, 0.99).toFixed(1)} max ${within(waits, 1).toFixed(1)}; each ${each.toFixed(0)} ms, ${bytes} bytes\n`,
    );
    expect(within(waits, 1) / unit).toBeLessThan(MOST);
  },
  120_000,
);
