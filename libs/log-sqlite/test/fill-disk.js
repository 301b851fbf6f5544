// Fills a small disk until the log says so, makes room, goes on; prints what it met as JSON:
// node fill-disk.js <an empty folder on a disk of some 30 MB>
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSqliteLog, openSqliteLog } from '../dist/index.js';

const folder = process.argv[2];
const file = join(folder, 'log.db');
// More room than the write-ahead log needs to empty itself into the file.
const ballast = join(folder, 'ballast');
const text = 'x'.repeat(100_000);
const answered = [];
const codes = [];

async function append(log) {
  const id = String(answered.length);
  const expected = answered.length === 0 ? 'no_stream' : BigInt(answered.length - 1);
  try {
    await log.append('s', [{ id, type: 'Happened', schema: 1, data: { text } }], expected);
    answered.push(id);
    return true;
  } catch (error) {
    codes.push(error.code);
    return false;
  }
}

async function read(log) {
  const ids = [];
  for await (const { id } of log.read('s')) ids.push(id);
  return ids.join() === answered.join();
}

writeFileSync(ballast, Buffer.alloc(12_000_000));
const log = await openSqliteLog({ file });
while (await append(log));
const whenFull = answered.length;
const readsWhenFull = await read(log);
await append(log);
rmSync(ballast);
let after = 0;
while (after < 10 && (await append(log))) after++;
const readsAfter = await read(log);
await log.close();
const again = await openSqliteLog({ file });
const readsAgain = await read(again);
await again.close();
const { damage, events } = await checkSqliteLog(file);
console.log(JSON.stringify({ whenFull, codes, readsWhenFull, after, readsAfter, readsAgain, damage, events }));
