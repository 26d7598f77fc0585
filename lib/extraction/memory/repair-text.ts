import { foldText } from '#lib/document/values/fold-text.ts';

/** Signs that recognition takes for one another, by the one that stands for them. */
const CONFUSED: Record<string, string> = { o: '0', q: '0', d: '0', i: '1', l: '1', '|': '1', '!': '1', s: '5', z: '2', b: '8', g: '6' };
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
      if (word.length <= LONGEST) words.set(plain(word), word.replace(LEADING, '').replace(TRAILING, ''));
  let [repairs, known, all] = [0, 0, 0];
  const repaired = text.split(/\s+/).map((word) => {
    const key = plain(word);
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

function plain(word: string): string {
  return foldText(word).replace(/[^\p{L}\p{N}]+/gu, '');
}

/** True when one word is another one with slips of recognition. */
function isSlip(word: string, other: string): boolean {
  if (!other || Math.abs(word.length - other.length) > 1) return false;
  if (confusedKey(word) === confusedKey(other)) return word.length > 1 && /\p{L}/u.test(other);
  if (/\d/.test(word) || /\d/.test(other) || word.length < ONE_SLIP) return false;
  return distance(word, other) <= (word.length >= TWO_SLIPS ? 2 : 1);
}

function confusedKey(word: string): string {
  return [...word].map((sign) => CONFUSED[sign] ?? sign).join('');
}

/** Edit distance (Levenshtein 1966). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length] ?? 0;
}
