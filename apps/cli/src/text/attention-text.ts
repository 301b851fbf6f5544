import type { Attention } from '@palimpsest/domain';
import { colours } from '../terminal/output.ts';

/** What an upgrade left for the team to settle, each with the way to settle it (D1, D5, D6). */
export function attentionLines(status: Attention): string[] {
  const lines = [
    ...status.default_changed.map(
      (key) =>
        `the default of ${key} changed under the team's text; see "palimpsest parts ${key}", then save the text again`,
    ),
    ...status.removed_parts.map((key) => `the part ${key} is no more; the next save drops its override`),
    ...status.placeholder_missing.map(
      ({ key, placeholders }) =>
        `the override of ${key} lacks ${placeholders.map((name) => `{${name}}`).join(', ')}; put it in`,
    ),
    ...status.reserved_names.map((name) =>
      status.shadowed_skills.includes(name)
        ? `the skill name ${name} is a built-in skill's now, which is loaded instead; rename the team's`
        : `the skill name ${name} is reserved now; the skill stays in use, and needs another name when it is next changed`,
    ),
  ];
  return lines.length === 0 ? [] : [lines.map((line) => `${colours.yellow('!')} ${line}`).join('\n')];
}
