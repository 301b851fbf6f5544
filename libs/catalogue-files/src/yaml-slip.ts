const FIELD = /^([^\s:'"#][^:]*):(?:[ \t]+(.*))?$/;
/** What YAML takes for more than the begin of a text. */
const SPECIAL = /^(?:[@`%,*&!{}[\]|>#]|[?-](?:[ \t]|$))/;

/** What people usually get wrong in a line of YAML that was not understood, and the remedy, in words for who wrote it. */
export function slipIn(lines: readonly string[], at: number): string {
  const line = lines[at] ?? '';
  const next = lines[at + 1] ?? '';
  if (/^ *\t/.test(line)) return 'a tab at its begin; indent with blanks';
  const [, field = '', value = ''] = FIELD.exec(line) ?? [];
  if (field === '') return 'no field; write a name, a colon, a blank and a text, such as "name: …"';
  const quote = /^["']/.exec(value)?.[0];
  if (quote !== undefined) return inQuotes(field, quote);
  if (/:(?:[ \t]|$)/.test(value))
    return `a colon inside of the text of ${field}; put the text in quotes: ${field}: "…"`;
  if (SPECIAL.test(value))
    return `the text of ${field} begins with ${value.charAt(0)}, which has a meaning in YAML; put the text in quotes: ${field}: "…"`;
  if (/^[ \t]+\S/.test(next))
    return value === ''
      ? `${field} has a list or fields of its own; write one text: ${field}: "…"`
      : `the line after it is indented; begin each field without blanks, or put the text of ${field} in quotes`;
  if (/^- /.test(next)) return `${field} has a list; write one text: ${field}: "…"`;
  if (value === '') return `${field} has no text; write it after the colon and a blank`;
  return `the text of ${field} cannot be read; put it in quotes: ${field}: "…"`;
}

const inQuotes = (field: string, quote: string): string =>
  `the text of ${field} begins with ${quote} and must end with it; ` +
  `write ${quote === '"' ? '\\" for a " and \\\\ for a \\' : "'' for a '"} inside of it`;
