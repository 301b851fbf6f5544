import { placeholderNames } from '../catalogue/manifest.ts';
import { placeholdersOf } from '../catalogue/listed.ts';
import { isSkill, type DraftEntry } from './entries.ts';
import type { Rules } from './rules.ts';
import type { SkillEntry, Warning } from './schemas.ts';

/** What is odd but allowed in an entry that a save sets (S15). `path` is the entry's place in the request's body. */
export function warningsOf(rules: Rules, key: string, path: string, entry: DraftEntry): Warning[] {
  if (isSkill(entry)) return skillWarnings(path, entry);
  const warnings: Warning[] = [];
  if (entry.text.trim() === '') {
    const message = 'the text is empty: agents are told nothing here';
    warnings.push({ code: 'empty_text', path: `${path}/text`, message });
  }
  for (const { token, meant } of misspelt(entry.text, placeholdersOf(rules.release, key))) {
    const message = `${token} is no placeholder of this part and stays as it is; did you mean {${meant}}?`;
    warnings.push({ code: 'misspelt_placeholder', path: `${path}/text`, message });
  }
  for (const { name, times } of repeated(entry.text, placeholdersOf(rules.release, key))) {
    const message = `{${name}} stands ${String(times)} times, and each prompt holds what fills it as often; the bytes of a prompt are limited`;
    warnings.push({ code: 'repeated_placeholder', path: `${path}/text`, message });
  }
  return warnings;
}

function skillWarnings(path: string, { description, body }: SkillEntry): Warning[] {
  const warnings: Warning[] = [];
  if ([...description].length > 500) {
    const message = 'some hosts cut a description after 500 characters';
    warnings.push({ code: 'long_description', path: `${path}/description`, message });
  }
  if (body.trim() === '') warnings.push({ code: 'empty_text', path: `${path}/body`, message: 'the skill has no text' });
  return warnings;
}

/** Above this, a placeholder's repetition is told (S15, P9). */
const TIMES_UNTOLD = 10;

function repeated(text: string, own: readonly string[]): { name: string; times: number }[] {
  const counted = own.map((name) => ({ name, times: text.split(`{${name}}`).length - 1 }));
  return counted.filter(({ times }) => times > TIMES_UNTOLD);
}

/** A text full of braces is no template with a slip of the pen. */
const TOKENS_LOOKED_AT = 50;

/** Tokens in braces that are near a placeholder of this template, or are one of another template, spaces included. Each once. */
function misspelt(text: string, own: readonly string[]): { token: string; meant: string }[] {
  const found = [...text.matchAll(/\{\s*([A-Za-z_]{3,20})\s*\}/g)].slice(0, TOKENS_LOOKED_AT);
  const tokens = new Map(found.map(([token, word = '']) => [token, word]));
  return [...tokens].flatMap(([token, word]) => {
    if (own.some((name) => token === `{${name}}`)) return [];
    const near = own.find((name) => distance(word.toLowerCase(), name) <= 2);
    const meant = near ?? ((placeholderNames as readonly string[]).includes(word) ? own[0] : undefined);
    return meant === undefined ? [] : [{ token, meant }];
  });
}

/** Levenshtein's distance of two short words. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const substituted = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
