// Appends from `callers` loops at once, two events at a time, and writes a line for each answer:
// node append.js <file> <name> <callers> <appends of each>
import { randomUUID } from 'node:crypto';
import { writeSync } from 'node:fs';
import { openSqliteLog } from '../dist/index.js';

const [file, name, callers, appends] = process.argv.slice(2);
const log = await openSqliteLog({ file });
writeSync(1, 'open\n');

async function loop(stream) {
  for (let n = 0; n < Number(appends); n++) {
    const ids = [`${stream}/${randomUUID()}`, `${stream}/${randomUUID()}`];
    const events = ids.map((id) => ({ id, type: 'Happened', schema: 1, data: { n } }));
    const { revision } = await log.append(stream, events, (await log.head(stream)) ?? 'no_stream');
    writeSync(1, `${revision} ${ids.join(' ')}\n`);
  }
}

await Promise.all(Array.from({ length: Number(callers) }, (_, caller) => loop(`${name}-${caller}`)));
await log.close();
