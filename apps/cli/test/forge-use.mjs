import { openStore, readSettings } from '@palimpsest/server';

/** Appends a use whose prompt was never given, as somebody could who writes to the log by other means. */
const log = await openStore(readSettings(process.env));
const stream = 'usage-default:executor';
for await (const event of log.read(stream)) {
  const data = { ...event.data, use: 2, revision: 0, prompt_digest: `sha256:${'0'.repeat(64)}` };
  await log.append(stream, [{ ...event, id: 'forged', data }], 0n);
}
await log.close();
