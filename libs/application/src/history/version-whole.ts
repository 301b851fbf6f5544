import { configurationOf, versionView, type VersionState, type VersionWhole } from '@palimpsest/domain';

/** A version as it is shown when it is read alone (INTERFACES.md, version). */
export function versionWhole({ record, entries }: VersionState): VersionWhole {
  return { ...versionView(record), changed: record?.changed ?? [], configuration: configurationOf(entries) };
}
