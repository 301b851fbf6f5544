import { isSkill, type Digest, type VersionState } from '@palimpsest/domain';

/** The texts of a version in memory, by the digests under which its event names them. */
export function* heldTexts(version: VersionState): Iterable<[Digest, string]> {
  for (const [key, stored] of Object.entries(version.record?.entries ?? {})) {
    const entry = version.entries.get(key);
    if (entry === undefined) continue;
    if (!isSkill(entry)) yield [stored.digest, entry.text];
    else {
      yield [stored.digest, entry.body];
      if ('description' in stored) yield [stored.description, entry.description];
    }
  }
}

/** Looks texts up that a version names. Throws where one is not there: the log would then miss what it refers to. */
export function textIn(texts: ReadonlyMap<Digest, string>): (digest: Digest) => string {
  return (digest) => {
    const text = texts.get(digest);
    if (text === undefined) throw new Error(`the log holds no text ${digest}`);
    return text;
  };
}
