import { load, send } from './http.ts';
import { measured, type Measured } from './measured.ts';
import { withServer } from './own-server.ts';

const ROUNDS = 3;
const LINES = 5_000;
const request = { role: 'worker', variables: [] };

/** Prompts while versions whose texts share no line, or have their lines shuffled, are compared over and over. */
export function promptsMeanwhile(seconds: number): Promise<Measured[]> {
  return withServer(async (url) => {
    await saveVersions(url);
    const target = `${url}/v1/sessions/bench/prompt`;
    const idle: number[] = [];
    const busy: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const alone = await load(target, request, seconds, 4);
      const comparing = compare(url);
      const beside = await load(target, request, seconds, 4);
      await comparing.stop();
      if (round === 0) continue; // warms up
      idle.push(alone.p99);
      busy.push(beside.p99);
    }
    return [measured('prompts, 99th percentile while differences go on, against idle', busy, idle, 'µs', '≤ 2')];
  });
}

async function saveVersions(url: string): Promise<void> {
  const lines = Array.from({ length: LINES }, (_, index) =>
    `line ${String(index * 7_919)} of a long text`.padEnd(49, '.'),
  );
  const texts = [lines, lines.map((line) => line.split('').reverse().join('')), [...lines].sort()];
  for (const [base_revision, text] of texts.entries()) {
    const change = { base_revision, overrides: { 'runtime/work': { text: text.join('\n') } } };
    await send(`${url}/v1/configuration`, change, 'PATCH');
  }
}

/** Asks for differences, one after the other, until it is stopped. */
function compare(url: string): { stop(): Promise<void> } {
  const asking = new AbortController();
  const running = (async () => {
    for (let count = 0; !asking.signal.aborted; count += 1) {
      const answer = await fetch(`${url}/v1/versions/${String((count % 2) + 1)}/diff/3`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`a difference was answered with ${String(answer.status)}`);
    }
  })();
  return {
    async stop() {
      asking.abort();
      await running;
    },
  };
}
