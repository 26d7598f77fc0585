import { foldText } from '#lib/document/values/fold-text.ts';
import { CHUNK, isUnspaced, numbersOf, wordsOf } from './lexemes.ts';
import { partsOf, type SearchTerm } from './search-terms.ts';

/** Where a match begins and ends, and the place of its term in the search. */
export type MarkedRange = [number, number, number];
/** Ranges of a text that match, first to last; how many terms do. */
export type Marked = { ranges: MarkedRange[]; count: number };

/** Finds terms in a text as the index does. Null when it has none of them. */
export function markTerms(text: string, terms: readonly SearchTerm[]): Marked | null {
  const folded = foldText(text);
  const ranges: MarkedRange[] = [];
  let count = 0;
  for (const [place, term] of terms.entries()) {
    if (!mayHave(folded, term)) continue;
    const found = rangesOfTerm(text, term);
    if (found.length === 0) continue;
    count += 1;
    ranges.push(...found.map(([start, end]): MarkedRange => [start, end, place]));
  }
  return count === 0 ? null : { ranges: ranges.sort((one, other) => one[0] - other[0] || other[1] - one[1]), count };
}

/**
 * What the search within a document is to look for: the terms as they were typed, numbers and days as this text has them; phrases in
 * quotation marks.
 */
export function soughtIn(text: string, terms: readonly SearchTerm[]): string {
  const spelled = terms.map((term) => {
    const [first] = rangesOfTerm(text, term);
    const printed = first ? text.slice(...first) : term.written;
    const word = foldText(printed).includes(foldText(term.written)) ? term.written : printed;
    return word.includes(' ') && terms.length > 1 ? `"${word}"` : word;
  });
  return spelled.join(' ');
}

const rangesOfTerm = (text: string, term: SearchTerm) => (term.kind === 'phrase' ? rangesOfPhrase(text, term) : rangesOfWord(text, term));

/** A quick look that rules most texts out. What has digits may be printed in other ways. */
function mayHave(folded: string, { written, words }: SearchTerm): boolean {
  return /\d/.test(written) || words.every((word) => folded.includes(word));
}

function rangesOfWord(text: string, term: SearchTerm): [number, number][] {
  const ranges: [number, number][] = [];
  for (const match of text.matchAll(CHUNK)) {
    if (isWord(match[0], term)) ranges.push(trimmed(match[0], match.index));
  }
  return ranges;
}

/** Whether a stretch without spaces is what the term says: as a word or its beginning, in parts, as a number or a day. */
function isWord(chunk: string, term: SearchTerm): boolean {
  const { words, isBeginning, numbers, day } = term;
  const key = wordsOf(chunk);
  const whole = words.join('');
  const fits = (word: string) => (isBeginning ? word.startsWith(whole) : word === whole);
  if (key.some(fits) || fits(key.join(''))) return true;
  if (whole !== '' && isUnspaced(whole) && key.join('').includes(whole)) return true;
  const part = partsOf(term);
  if (part !== null && foldText(chunk).includes(part)) return true;
  if (numbers.length > 0 && numbersOf(chunk).some((number) => numbers.includes(number))) return true;
  return day !== null && key.join('') === day.replaceAll('-', '');
}

function rangesOfPhrase(text: string, { words }: SearchTerm): [number, number][] {
  const all = [...text.matchAll(CHUNK)].flatMap((match) =>
    wordsOf(match[0]).map((word) => ({ word, range: trimmed(match[0], match.index) })),
  );
  const ranges: [number, number][] = [];
  for (let at = 0; at + words.length <= all.length; at += 1) {
    if (words.every((word, place) => all[at + place]!.word === word || (isUnspaced(word) && all[at + place]!.word.includes(word)))) {
      ranges.push([all[at]!.range[0], all[at + words.length - 1]!.range[1]]);
    }
  }
  return ranges;
}

/** The range of a stretch without the punctuation at its ends. */
function trimmed(chunk: string, index: number): [number, number] {
  const before = /^[^\p{L}\p{N}]*/u.exec(chunk)?.[0].length ?? 0;
  let end = chunk.length;
  // from the back: a pattern would try every beginning
  while (end > before && !/[\p{L}\p{N}]/u.test(chunk.slice(end - 1, end))) end -= 1;
  return end <= before ? [index, index + chunk.length] : [index + before, index + end];
}
