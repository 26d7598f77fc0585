import type { Reading, Word } from '#lib/contract/service/reading.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { isAbbreviation, isBoilerplate, isCourtesy, isEnumerator, isStarter } from './summary-cues.ts';
import { listRuns, type Run, type WordPlace } from './summary-runs.ts';

/** A sentence of the document: its words by place, its text as a person would write it, and how often each term stands in it. */
export type Sentence = {
  words: WordPlace[];
  text: string;
  terms: Map<string, number>;
  order: number;
  /** Ends like a sentence; false for items of lists and lines of slides. */
  isWhole: boolean;
  /** How surely its words were recognised; 1 for text of the file itself. */
  clarity: number;
  isBoilerplate: boolean;
};

const MOST_SENTENCES = 5_000;
const SHORTEST_WORDS = 4;
/** Of an item without a full stop. */
const SHORTEST_ITEM = 8;
const LONGEST_WORDS = 130;
/** Characters; what is longer is made to be looked at long. */
const LONGEST_TEXT = 2_000;
/** Words from which on what leads to a list says something by itself. */
const LONG_LEAD = 12;
/** Part of a sentence's words that may be numbers, addresses and the like. */
const MOST_NUMBERS = 0.4;
const END = /[.!?…。！？][)"'”’»\]]*$/u;
/** Words after which a hyphen stands for a part that follows: “in- and outgoing”. */
const LINK = /^(?:and|or|to|und|oder|bzw\.?|et|ou|y|o|e|u|en|of|i|oraz|lub|a)$/iu;

/** The sentences of a reading in reading order: lines of tables, headings, addresses, salutations and figures are none. */
export function listSentences(reading: Reading): Sentence[] {
  const sentences: Sentence[] = [];
  for (const run of listRuns(reading)) {
    for (const words of cutRun(reading, run)) {
      if (sentences.length >= MOST_SENTENCES) return sentences;
      const texts = words.map((place) => wordAt(reading, place));
      if (!isSentence(texts)) continue;
      const text = joinWords(reading, words);
      if (isCourtesy(text) && words.length < 14) continue;
      const terms = countTerms(text);
      if (terms.size < 2) continue;
      sentences.push({
        words,
        text,
        terms,
        order: sentences.length,
        isWhole: END.test(text),
        clarity: texts.reduce((total, { confidence = 1 }) => total + confidence, 0) / texts.length,
        isBoilerplate: isBoilerplate(text),
      });
    }
  }
  return sentences;
}

const wordAt = (reading: Reading, { page, word }: WordPlace): Word => reading.pages[page]!.words[word]!;

/** Cuts a run after each sentence, and takes the item numbers off their beginnings. */
function cutRun(reading: Reading, run: Run): Run[] {
  const sentences: Run[] = [[]];
  for (const [at, place] of run.entries()) {
    const [{ text }, next] = [wordAt(reading, place), run[at + 1] && wordAt(reading, run[at + 1]!).text];
    sentences.at(-1)!.push(place);
    if (endsSentence(text, next)) sentences.push([]);
  }
  return sentences.map((words) => {
    let start = 0;
    while (start < Math.min(3, words.length) && isEnumerator(wordAt(reading, words[start]!).text)) start += 1;
    return words.slice(Math.max(start, headEnd(words.map((place) => wordAt(reading, place).text))));
  });
}

/** Where a sentence begins after a heading in capitals that runs into it: “SUPPLY AGREEMENT This agreement …”; 0 without one. */
function headEnd(texts: readonly string[]): number {
  const isCapital = (text: string | undefined) => text !== undefined && /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text);
  for (let at = Math.min(texts.length - SHORTEST_WORDS, 40); at >= 2; at--)
    if (/^(?:\p{Lu}\p{Ll}+|THIS)$/u.test(texts[at]!) && isStarter(texts[at]!) && isCapital(texts[at - 1]) && isCapital(texts[at - 2]))
      return at;
  return 0;
}

function endsSentence(text: string, next: string | undefined): boolean {
  if (next === undefined) return false;
  if (/[:;]$/.test(text)) return isEnumerator(next) && /\d|\(|[•·▪●]/u.test(next);
  if (!END.test(text)) return false;
  if (/^\p{Ll}/u.test(next)) return false;
  // the day or the item number: 3. Mai, 12. Juni
  if (/^\(?\d{1,3}\.$/.test(text)) return false;
  return !/\.[)"'”’»\]]*$/u.test(text) || !isAbbreviation(text.replace(/[.)"'”’»\]]+$/u, ''), next);
}

/** Running text: enough words, mostly words, begun like a sentence, and ended like one or long enough to be an item. */
function isSentence(words: readonly Word[]): boolean {
  const [first, last] = [words[0]?.text ?? '', words.at(-1)?.text ?? ''];
  if (words.length < SHORTEST_WORDS || words.length > LONGEST_WORDS) return false;
  if (words.reduce((length, { text }) => length + text.length, 0) > LONGEST_TEXT) return false;
  if (/^["'“„«(]*\p{Ll}/u.test(first)) return false;
  const odd = words.filter(({ text }) => /\d|@|^https?:|^www\./.test(text) || !/\p{L}/u.test(text)).length;
  const low = words.filter(({ text }) => /^\P{L}*\p{Ll}/u.test(text)).length;
  if (odd > MOST_NUMBERS * words.length) return false;
  // Headings, names and addresses are capitals without an end; running text has low letters.
  if (END.test(last)) return low >= 0.3 * words.length;
  if (last.endsWith(':')) return words.length >= LONG_LEAD && low >= 0.5 * words.length;
  return words.length >= SHORTEST_ITEM && low >= 0.5 * words.length && /[\p{L}\p{N})"”’»%]$/u.test(last) && !LINK.test(last);
}

/** Joins words again, mending those that the end of a line has cut. */
function joinWords(reading: Reading, words: readonly WordPlace[]): string {
  let text = '';
  for (const [at, place] of words.entries()) {
    const word = wordAt(reading, place);
    const before = at > 0 ? words[at - 1]! : null;
    const isCut =
      before !== null &&
      /\p{L}[-\u00ad\u2010\u2011]$/u.test(text) &&
      isLineBreak(wordAt(reading, before), word, before.page !== place.page);
    if (before === null) text = word.text;
    else if (!isCut || LINK.test(word.text)) text += ` ${word.text}`;
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(word.text)) text = text.slice(0, -1) + word.text;
    else text += word.text;
  }
  return text.replace(/\u00ad/gu, '');
}

/** True when the second word begins a line, a column or a page. */
function isLineBreak({ box: before }: Word, { box: next }: Word, turnsPage: boolean): boolean {
  return turnsPage || next[0] < before[2] || next[1] >= before[3] || next[3] <= before[1];
}

/** Words that carry sense: short ones are articles and the like in all the languages that are read. */
export function countTerms(text: string): Map<string, number> {
  const terms = new Map<string, number>();
  for (const word of text.split(/\s+/)) {
    const term = foldText(word).replace(/[^\p{L}\p{N}]+/gu, '');
    if (term.length >= 4 && /\p{L}/u.test(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return terms;
}
