/**
 * What a terminal would not show, or would obey: controls, marks that turn the direction of writing, separators, joiners,
 * fillers and tags. Tabs and line breaks are what they are.
 */
const HIDDEN = String.raw`(?![\t\n]|\r\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** Scripts whose letters are joined or kept apart by U+200C and U+200D. */
const JOINING = ['Arab', 'Beng', 'Deva', 'Gujr', 'Khmr', 'Knda', 'Mlym', 'Mong', 'Orya', 'Sinh', 'Syrc', 'Taml', 'Telu']
  .map((script) => String.raw`\p{Script_Extensions=${script}}`)
  .join('');

/** Where such a character makes one sign of its neighbours, which is seen: emoji, letters that join, variants of signs. */
const SEEN = [
  String.raw`[\p{Emoji}--[0-9#*]][\uFE0E\uFE0F](?!\u200D)`,
  // The first sign is looked at alone: trying every emoji at every letter takes a hundred times as long.
  String.raw`(?=[\p{Emoji}--[0-9#*]]|[0-9#*]\uFE0F)\p{RGI_Emoji}`,
  String.raw`\p{Script=Han}[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[${JOINING}])[\u200C\u200D](?=[${JOINING}])`,
].join('|');

/** The sequences of `colours`, and no others. */
const OWN_COLOURS = String.raw`\u001B\[(?:[127]|2[27]|3[1-9])m`;

const hidden = new RegExp(HIDDEN, 'v');
const inText = new RegExp(`(${SEEN})|${HIDDEN}`, 'gv');
const inColouredText = new RegExp(`(${SEEN}|${OWN_COLOURS})|${HIDDEN}`, 'gv');

/** A text for people: what is hidden in it is written out, such as `\u{202e}`, so that nothing looks like what it is not. */
export const visible = (text: string): string => shown(text, inText);

/** The same for a text that we coloured. */
export const visibleInColour = (text: string): string => shown(text, inColouredText);

function shown(text: string, pattern: RegExp): string {
  if (!hidden.test(text)) return text;
  return text.replace(pattern, (found: string, seen?: string) =>
    seen === undefined ? `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}` : found,
  );
}
