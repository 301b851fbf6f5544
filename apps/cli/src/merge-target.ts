import { existsSync, writeFileSync } from 'node:fs';
import { WrongUse } from './wrong-use.ts';

/** A file for the merge of a stale save. */
export interface MergeTarget {
  readonly file: string;
  write(merged: unknown, revision: number): void;
}

/** It must be new, so that neither the draft nor an earlier merge that someone works on is lost. Throws `WrongUse`. */
export function mergeTarget(file: string): MergeTarget {
  if (existsSync(file)) throw new WrongUse(`${file} is there already; name a new file for the merge`);
  return {
    file,
    write(merged, revision) {
      const replace = { base_revision: revision, configuration: merged };
      writeFileSync(file, `${JSON.stringify(replace, null, 2)}\n`, { flag: 'wx' });
    },
  };
}
