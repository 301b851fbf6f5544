import type { Digest } from '@palimpsest/domain';

/** Looks texts up that a version names. Throws where one is not there: the log would then miss what it refers to. */
export function textIn(texts: ReadonlyMap<Digest, string>): (digest: Digest) => string {
  return (digest) => {
    const text = texts.get(digest);
    if (text === undefined) throw new Error(`the log holds no text ${digest}`);
    return text;
  };
}
