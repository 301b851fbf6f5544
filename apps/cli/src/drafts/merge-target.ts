import { existsSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { WrongUse } from '../terminal/wrong-use.ts';

/** A file for the merge of a stale save. */
export interface MergeTarget {
  readonly file: string;
  /** Answers why it cannot be written, or null. */
  write(merged: unknown, revision: number): string | null;
}

/** It must be new, so that neither the draft nor an earlier merge that someone works on is lost. Throws `WrongUse`. */
export function mergeTarget(file: string): MergeTarget {
  if (existsSync(file)) throw new WrongUse(`${file} is there already; name a new file for the merge`);
  if (!existsSync(dirname(file))) throw new WrongUse(`the folder of ${file} is not there; make it, or name another`);
  return {
    file,
    write(merged, revision) {
      const replace = { base_revision: revision, configuration: merged };
      try {
        writeFileSync(file, `${JSON.stringify(replace, null, 2)}\n`, { flag: 'wx' });
        return null;
      } catch (error) {
        return (error as NodeJS.ErrnoException).code ?? 'unknown error';
      }
    },
  };
}
