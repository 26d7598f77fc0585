import { foldText } from '#lib/document/values/fold-text.ts';

/** Letters and spaces of a text, case and accents aside; runs of digits are 0. */
export function evened(text: string): string {
  return foldText(text)
    .replace(/\d+/g, '0')
    .replace(/[^\p{L}0]+/gu, ' ')
    .trim();
}
