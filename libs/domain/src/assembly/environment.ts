import { indented, scalarText } from './fill-template.ts';
import type { Variable } from './schemas.ts';

/** `{variables}` (P4): one line for each, in the given order. */
export function variableLines(variables: readonly Variable[]): string {
  return variables.map(({ name, value }) => `- ${name}: ${indented(scalarText(value))}`).join('\n');
}
