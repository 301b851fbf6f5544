import { takeLock } from '@palimpsest/file-lock';

/** A lock that one holder has, over all processes. The operating system frees it when the holder dies, however it dies. */
export interface Locks {
  /** The release of the lock, or null where another has it. */
  take(name: string): (() => void) | null;
}

/** Locks beside a file. */
export const fileLocks = (file: string): Locks => ({ take: (name) => takeLock(`${file}.lock-${name}`) });

/** Locks of a store in memory, which nobody else can open. */
export function memoryLocks(): Locks {
  const taken = new Set<string>();
  return {
    take(name) {
      if (taken.has(name)) return null;
      taken.add(name);
      return () => taken.delete(name);
    },
  };
}
