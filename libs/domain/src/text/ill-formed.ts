const SURROGATE = /\p{Surrogate}/u;
/** Control characters that no team text may hold (S8): all but tab, line feed and carriage return. */
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/;
/** The same less VT, FF and U+0085, which P4 turns into ordinary line breaks inside a value. */
const CONTROL_IN_VALUE = /[\u0000-\u0008\u000E-\u001F\u007F-\u0084\u0086-\u009F]/;

/** Says what is ill-formed in a text (S8), or null: an unpaired surrogate or a control character, with its place. */
export function illFormed(text: string, where: 'text' | 'value' = 'text'): string | null {
  const control = (where === 'text' ? CONTROL : CONTROL_IN_VALUE).exec(text);
  const surrogate = SURROGATE.exec(text);
  if (control === null && surrogate === null) return null;
  const isControl = control !== null && (surrogate === null || control.index < surrogate.index);
  const found = isControl ? control : surrogate;
  if (found === null) return null;
  const code = found[0].charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
  return `holds the ${isControl ? 'control character' : 'unpaired surrogate'} U+${code} at offset ${String(found.index)}; remove it`;
}
