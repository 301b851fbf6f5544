import type { Status } from '@palimpsest/domain';
import { get } from './api.ts';

/** The revision in force at this moment. */
export async function currentRevision(): Promise<number> {
  return (await get<Status>('/v1/configuration')).body.revision;
}
