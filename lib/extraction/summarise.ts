import type { Page, Reading, Word } from '#lib/contract/reading.ts';
import type { SummaryResult } from '#lib/contract/summary-job.ts';
import { unionAll } from '#lib/document/box.ts';
import { foldText } from '#lib/document/fold-text.ts';

type Sentence = { page: number; words: number[]; text: string; terms: Map<string, number>; order: number };

const ENGINE = 'centroid-2';
const TEXT_BLOCKS = new Set(['paragraph', 'list_item', 'note']);
const MOST_SENTENCES = 5_000;
const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 80;
/** A summary is at most this part of the running text. */
const LARGEST_PART = 0.3;
/** Characters of running text below which there is nothing to shorten. */
const SHORTEST_TEXT = 300;
/** Part of a sentence's words that may be numbers, addresses and the like. */
const MOST_NUMBERS = 0.4;
/** How much a sentence loses for repeating one that was picked already. */
const REPETITION = 0.6;
/** Words that end with a full stop without ending a sentence, in the languages most seen. */
const ABBREVIATION =
  /^(?:\p{L}|nr|no|art|abs|bzw|ca|dr|prof|mr|mrs|ms|st|str|inc|ltd|co|etc|vs|fig|vol|pp|ggf|inkl|zzgl|usw|evtl|tel|av|cf|ex|env|sig|srl|spa|núm|pág|approx|dept|ext)$/iu;

/**
 * Summarises a document by its own sentences: those nearest to the document's centre of weighted words (centroid method of
 * Radev et al. 2004), earlier ones a little preferred, each further pick penalised for likeness to the picks before
 * (maximal marginal relevance, Carbonell and Goldstein 1998). Sentences come back in document order with their places.
 * Lines of tables, headers, footers, addresses and figures are no sentences. Running text too short to be shortened is given
 * back whole; `note` says so, or why there is none.
 */
export function summarise(
  reading: Reading,
  options: { maxSentences: number },
): Pick<SummaryResult, 'text' | 'sentences' | 'note' | 'engine'> {
  const sentences = reading.pages
    .flatMap((page, index) => sentencesOf(page, index + 1))
    .slice(0, MOST_SENTENCES)
    .map((sentence, order) => ({ ...sentence, order }));
  const length = sentences.reduce((sum, { text }) => sum + text.length, 0);
  if (length < SHORTEST_TEXT) {
    const all = sentences.slice(0, options.maxSentences).map((sentence) => ({ sentence, score: 1 }));
    return { ...resultOf(reading, all), note: noteFor(reading, sentences.length) };
  }
  const weights = weighTerms(sentences);
  const centre = new Map<string, number>();
  for (const { terms } of sentences)
    for (const [term, count] of terms) centre.set(term, (centre.get(term) ?? 0) + count * (weights.get(term) ?? 0));
  const relevance = sentences.map(({ terms, order }) => likeness(terms, centre, weights) * (1 + 0.25 / Math.sqrt(1 + order)));
  const picks: Chosen[] = [];
  const left = new Set(sentences.map((_sentence, index) => index));
  let room = length * LARGEST_PART;
  while (picks.length < options.maxSentences && left.size > 0) {
    let best = { index: -1, score: -1 };
    for (const index of left) {
      const repeated = Math.max(0, ...picks.map(({ sentence }) => likeness(sentences[index]!.terms, sentence.terms, weights)));
      const score = relevance[index]! * (1 - REPETITION * repeated);
      if (score > best.score) best = { index, score };
    }
    if (best.score <= 0) break;
    left.delete(best.index);
    if (sentences[best.index]!.text.length > room) continue;
    room -= sentences[best.index]!.text.length;
    picks.push({ sentence: sentences[best.index]!, score: Math.min(1, relevance[best.index]!) });
  }
  picks.sort((a, b) => a.sentence.order - b.sentence.order);
  return { ...resultOf(reading, picks), note: picks.length > 0 ? null : noteFor(reading, sentences.length) };
}

type Chosen = { sentence: Sentence; score: number };

function resultOf(reading: Reading, picks: readonly Chosen[]): Pick<SummaryResult, 'text' | 'sentences' | 'engine'> {
  return {
    text: picks.map(({ sentence }) => sentence.text).join(' '),
    sentences: picks.map(({ sentence, score }) => ({
      text: sentence.text,
      score: Math.max(0, Math.min(1, score)),
      evidence: [
        {
          page: sentence.page,
          box: unionAll(sentence.words.map((index) => reading.pages[sentence.page - 1]!.words[index]!.box)),
          text: sentence.text,
          words: sentence.words,
        },
      ],
    })),
    engine: ENGINE,
  };
}

function noteFor({ pages }: Reading, sentences: number): string {
  if (pages.every(({ words }) => words.length === 0)) return 'The document has no readable text.';
  if (sentences === 0) return 'The document has no sentences: it is made of tables, labels and figures.';
  return 'The document has so little running text that all of it is given.';
}

function sentencesOf(page: Page, number: number): Omit<Sentence, 'order'>[] {
  if (page.hidden) return [];
  const groups = page.blocks
    .filter(({ kind }) => TEXT_BLOCKS.has(kind))
    .map(({ lines: [first, end] }) => [page.lines[first]?.words[0] ?? 0, page.lines[end - 1]?.words[1] ?? 0] as const);
  return groups.flatMap(([first, end]) => {
    const sentences: number[][] = [[]];
    for (let index = first; index < end; index++) {
      const word = page.words[index];
      if (!word || word.hidden) continue;
      sentences.at(-1)!.push(index);
      if (endsSentence(word, page.words[index + 1])) sentences.push([]);
    }
    return sentences
      .filter((words) => isSentence(words.map((index) => page.words[index]!)))
      .map((words) => ({
        page: number,
        words,
        text: joinWords(words.map((index) => page.words[index]!.text)),
        terms: countTerms(words.map((index) => page.words[index]!.text)),
      }))
      .filter(({ terms }) => terms.size >= 2);
  });
}

/** Running text: enough words, mostly words, begun and ended like a sentence or long enough to be one. */
function isSentence(words: readonly Word[]): boolean {
  if (words.length < SHORTEST_WORDS || words.length > LONGEST_WORDS) return false;
  const odd = words.filter(({ text }) => /\d|@|^https?:|^www\./.test(text) || !/\p{L}/u.test(text)).length;
  const low = words.filter(({ text }) => /^\P{L}*\p{Ll}/u.test(text)).length;
  if (odd > MOST_NUMBERS * words.length) return false;
  const ends = /[.!?…:;][)"'”’»]*$/u.test(words.at(-1)?.text ?? '');
  // Headings, names and addresses are capitals without an end; running text has low letters.
  return ends ? low >= 0.25 * words.length : words.length >= 10 && low >= 0.5 * words.length;
}

function endsSentence({ text }: Word, next: Word | undefined): boolean {
  if (!/[.!?…][)"'”’»]*$/u.test(text)) return false;
  if (ABBREVIATION.test(text.replace(/[.)"'”’»]+$/u, '')) || /^\(?\d+\.$/.test(text)) return false;
  return !next || !/^\p{Ll}/u.test(next.text);
}

/** Joins words again, mending those that a line end has cut. */
function joinWords(words: string[]): string {
  return words.reduce(
    (text, word) => (/\p{Ll}[-\u2010]$/u.test(text) && /^\p{Ll}/u.test(word) ? text.slice(0, -1) + word : text ? `${text} ${word}` : word),
    '',
  );
}

function countTerms(words: string[]): Map<string, number> {
  const terms = new Map<string, number>();
  for (const word of words) {
    const term = foldText(word).replace(/[^\p{L}\p{N}]+/gu, '');
    if (term.length >= 3 && /\p{L}/u.test(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return terms;
}

/** Inverse sentence frequency; words of more than a fifth of the sentences (articles, fillers) weigh little by themselves. */
function weighTerms(sentences: Sentence[]): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return new Map(
    [...frequency].map(([term, count]) => [
      term,
      Math.log(1 + sentences.length / count) * (count > 4 && count > sentences.length / 5 ? 0.2 : 1),
    ]),
  );
}

/** Cosine of two bags of words under the weights. */
function likeness(a: Map<string, number>, b: Map<string, number>, weights: Map<string, number>): number {
  let [product, lengthA, lengthB] = [0, 0, 0];
  for (const [term, count] of a) {
    const weight = count * (weights.get(term) ?? 0);
    lengthA += weight * weight;
    product += weight * (b.get(term) ?? 0) * (weights.get(term) ?? 0);
  }
  for (const [term, count] of b) lengthB += (count * (weights.get(term) ?? 0)) ** 2;
  return lengthA && lengthB ? product / Math.sqrt(lengthA * lengthB) : 0;
}
