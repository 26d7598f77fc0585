import { foldText } from '#lib/document/values/fold-text.ts';

/** Words of one text that are looked at. */
const MOST_WORDS = 40;

/**
 * The folded words of a label, a field's name or a description: `previousBalance`, `previous_balance` and “Previous balance:”
 * give the same words. Digits stand apart from letters; signs are left out, apart from `#` and `%`.
 */
export function wordsOfLabel(text: string): string[] {
  const spaced = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
  const words = foldText(spaced).match(/\p{L}+|\p{N}+|[#%]/gu) ?? [];
  return words.slice(0, MOST_WORDS);
}
