import type { PoliciesView } from '@palimpsest/application';
import type { Reader } from './reader.ts';

export function policiesView(read: Reader): PoliciesView {
  return {
    place(digest) {
      const text = 'SELECT place FROM {t} WHERE digest = ?';
      return read((prepare) => prepare(text).pluck().safeIntegers().get(digest) as bigint | undefined) ?? null;
    },
    count: () => read((prepare) => prepare('SELECT count(*) FROM {t}').pluck().get() as number),
  };
}
