import { distanceWithin, recognitionKey } from '#lib/document/grounding/recognition-slips.ts';
import { textKey } from '#lib/document/values/fold-text.ts';

/** Letters of a word that may have one slip, and two. */
const [ONE_SLIP, TWO_SLIPS] = [5, 8];
/** Letters of a word that is looked at. */
const LONGEST = 60;
/** Signs before and behind a word. */
const LEADING = /^[^\p{L}\p{N}]{0,20}/u;
const TRAILING = /[^\p{L}\p{N}]{0,20}$/u;

/**
 * A recognised text with its words put right where remembered texts have the same word but for slips of recognition; words with
 * figures only where confused signs are all there is.
 * @param doubtful the words that may be put right, folded: those that were recognised with little confidence
 * @returns the text, how many of its words were put right, and the share of its words that the remembered texts have
 */
export function repairText(
  text: string,
  remembered: readonly string[],
  doubtful: ReadonlySet<string>,
): { text: string; repairs: number; known: number } {
  const words = new Map<string, string>();
  for (const one of remembered)
    for (const word of one.split(/\s+/))
      if (word.length <= LONGEST) words.set(textKey(word), word.replace(LEADING, '').replace(TRAILING, ''));
  let [repairs, known, all] = [0, 0, 0];
  const repaired = text.split(/\s+/).map((word) => {
    const key = textKey(word);
    if (!key) return word;
    all++;
    if (words.has(key)) {
      known++;
      return word;
    }
    for (const [other, spelling] of words) {
      if (key.length > LONGEST || !doubtful.has(key) || !isSlip(key, other)) continue;
      repairs++;
      known++;
      return `${LEADING.exec(word)?.[0] ?? ''}${spelling}${TRAILING.exec(word)?.[0] ?? ''}`;
    }
    return word;
  });
  return { text: repaired.join(' '), repairs, known: all ? known / all : 0 };
}

/** True when one word is another one with slips of recognition. */
function isSlip(word: string, other: string): boolean {
  if (!other || Math.abs(word.length - other.length) > 1) return false;
  if (recognitionKey(word) === recognitionKey(other)) return word.length > 1 && /\p{L}/u.test(other);
  if (/\d/.test(word) || /\d/.test(other) || word.length < ONE_SLIP) return false;
  const slips = word.length >= TWO_SLIPS ? 2 : 1;
  return distanceWithin(word, other, slips) <= slips;
}
