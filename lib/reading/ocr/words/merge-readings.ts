import { judgeReadings } from './judge-readings.ts';
import type { LineWord } from './line-word.ts';

/** Words of the two readers that stand over the same stretch of the line. */
type Stretch = { first: LineWord[]; second: LineWord[] };

/** Columns by which words may overlap and still be apart. */
const TOLERANCE = 3;
/** How far an agreement of both readers takes away doubt. */
const AGREED_DOUBT = 0.35;
/** A word that the second reader does not see at all is right less often. */
const UNSEEN = 0.8;
const SIGN_CONFIDENCE = 0.7;
const WORD_CONFIDENCE = 0.9;

/**
 * Makes one reading of a line out of two. Where both have the same text it stands, more surely than before; where they differ,
 * the likelier one; signs that only the second reader knows (€, £, accents) are taken over.
 */
export function mergeReadings(first: LineWord[], second: LineWord[]): LineWord[] {
  return stretches(first, second).flatMap((stretch) => {
    if (stretch.second.length === 0) return stretch.first.map((word) => ({ ...word, confidence: word.confidence * UNSEEN }));
    if (stretch.first.length === 0) return stretch.second.filter(isWorthTaking);
    const [a, b] = [joined(stretch.first), joined(stretch.second)];
    if (a.text === b.text) {
      const words = isBetterSplit(stretch) ? stretch.second : stretch.first;
      return words.map((word) => ({ ...word, confidence: 1 - (1 - Math.max(a.confidence, b.confidence)) * AGREED_DOUBT }));
    }
    const { preferSecond, confidence } = judgeReadings(a, b);
    return (preferSecond ? stretch.second : stretch.first).map((word) => ({ ...word, confidence }));
  });
}

function stretches(first: LineWord[], second: LineWord[]): Stretch[] {
  const all = [
    ...first.map((word) => ({ word, reader: 'first' as const })),
    ...second.map((word) => ({ word, reader: 'second' as const })),
  ];
  all.sort((a, b) => a.word.left - b.word.left);
  const found: Stretch[] = [];
  let end = Number.NEGATIVE_INFINITY;
  for (const { word, reader } of all) {
    if (found.length === 0 || word.left > end - TOLERANCE) {
      found.push({ first: [], second: [] });
      end = word.right;
    }
    found.at(-1)![reader].push(word);
    end = Math.max(end, word.right);
  }
  return found;
}

function joined(words: LineWord[]): { text: string; confidence: number } {
  return { text: words.map((word) => word.text).join(''), confidence: Math.min(...words.map((word) => word.confidence)) };
}

/**
 * The second reader finds the spaces of prose better, except that it opens numbers after their comma and closes up words
 * with numbers.
 */
function isBetterSplit({ first, second }: Stretch): boolean {
  const [ours, theirs] = [boundaries(first), boundaries(second)];
  const text = joined(first).text;
  for (const at of theirs) if (!ours.has(at) && /\d[.,]$/.test(text.slice(0, at)) && /^\d{2,3}(?!\d)/.test(text.slice(at))) return false;
  for (const at of ours) {
    if (theirs.has(at)) continue;
    const [before, after] = [text[at - 1]!, text[at]!];
    if ((/\p{L}/u.test(before) && /\d/.test(after)) || (/\d/.test(before) && /[\p{L}%€]/u.test(after)) || before === ':') return false;
  }
  return true;
}

function boundaries(words: LineWord[]): Set<number> {
  const found = new Set<number>();
  let length = 0;
  for (const word of words.slice(0, -1)) {
    length += word.text.length;
    found.add(length);
  }
  return found;
}

function isWorthTaking({ text, confidence }: LineWord): boolean {
  return /^[€£$%]$/.test(text) ? confidence >= SIGN_CONFIDENCE : /[\p{L}\p{N}]/u.test(text) && confidence >= WORD_CONFIDENCE;
}
