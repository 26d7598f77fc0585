/**
 * Folds a text for comparison: compatibility forms, case, accents and `ß` are evened out; punctuation and spaces stay.
 * The result can differ in length from the input.
 */
export function foldText(text: string): string {
  // Most print is plain ASCII, for which case is all there is to fold.
  if (!/[^ -~]/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/ł/g, 'l')
    .replace(/ø/g, 'o')
    .replace(/æ/g, 'ae')
    .replace(/œ/g, 'oe');
}

/** Folds a text and keeps letters and digits only: two texts with the same key differ in spelling habits at most. */
export function textKey(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Folds a short text to be compared with others: with single spaces, and none around it. */
export function foldShort(text: string): string {
  return foldText(text).replaceAll(/\s+/g, ' ').trim();
}
