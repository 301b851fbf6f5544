import type { PartView, ReleaseWhole, Status, VersionWhole } from '@palimpsest/domain';
import { get, step } from '../talking/api.ts';
import { refused } from '../talking/problem.ts';

/** The default that stood in a version for an entry without team text. Throws `unknown_part`. */
export async function textInForce(
  version: Status | VersionWhole,
  key: string,
): Promise<{ text: string; release: number }> {
  if ('limit' in version || version.release === null) {
    const { body } = await get<PartView>(`/v1/parts/${step(key, 'entry key')}`);
    return { text: body.default?.text ?? '', release: version.release ?? 0 };
  }
  const { body } = await get<ReleaseWhole>(`/v1/releases/${String(version.release)}`);
  const text = body.texts[body.digests[key] ?? ''];
  if (text !== undefined) return { text, release: version.release };
  throw refused(
    'unknown_part',
    'key',
    `no entry had the key ${key} in revision ${String(version.revision)}; "palimpsest parts" lists those of today`,
  );
}
