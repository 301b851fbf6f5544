import { shown } from './shown.ts';

/** The first line with something in it, cut to what fits beside the rest. */
export function beginning(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const characters = [...shown(line.trim().replaceAll('\t', ' '))];
  return characters.length > 60 ? `${characters.slice(0, 59).join('')}…` : characters.join('');
}
