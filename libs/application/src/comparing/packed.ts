import { isSkill, type Entries, type Entry } from '@palimpsest/domain';

/**
 * Entries as they cross to the worker: one text and some numbers instead of thousands of objects, which the thread that
 * serves prompts would copy one by one.
 */
export interface PackedEntries {
  /** All texts, one after another. */
  readonly texts: string;
  /** Four numbers an entry: its kind, and the lengths of its key, its text and what stands beside it. */
  readonly numbers: Int32Array;
}

const SKILL = 1;
const TEXT = 0;
const NUMBERS = 4;

export function packEntries(entries: Entries): PackedEntries {
  const texts: string[] = [];
  const numbers = new Int32Array(entries.size * NUMBERS);
  let at = 0;
  for (const [key, entry] of entries) {
    const [text, beside] = isSkill(entry) ? [entry.body, entry.description] : [entry.text, entry.base];
    numbers.set([isSkill(entry) ? SKILL : TEXT, key.length, text.length, beside.length], at);
    texts.push(key, text, beside);
    at += NUMBERS;
  }
  return { texts: texts.join(''), numbers };
}

export function unpackEntries({ texts, numbers }: PackedEntries): Entries {
  const entries = new Map<string, Entry>();
  let from = 0;
  const take = (length = 0) => texts.slice(from, (from += length));
  for (let at = 0; at < numbers.length; at += NUMBERS) {
    const key = take(numbers[at + 1]);
    const [text, beside] = [take(numbers[at + 2]), take(numbers[at + 3])];
    entries.set(key, numbers[at] === SKILL ? { body: text, description: beside } : { text, base: beside });
  }
  return entries;
}

/** How much there is to look at: an entry costs something beside its text too. */
export function sizeOfEntries({ texts, numbers }: PackedEntries): number {
  return texts.length + numbers.length * 5;
}
