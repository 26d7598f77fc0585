import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import type { SummaryResult } from '#lib/contract/service/summary-job.ts';
import { unionAll } from '#lib/document/geometry/box.ts';
import { isOpening, leansOnBefore, namesMoney, namesTime } from './summary/summary-cues.ts';
import { countTerms, listSentences, type Sentence } from './summary/summary-sentences.ts';
import { findTitle } from './summary/summary-title.ts';

const ENGINE = 'centroid-3';
/** A summary is at most this part of the document’s text. */
const LARGEST_PART = 0.3;
/** Sentences that are less than this part of the text do not tell what the document is about. */
const LEAST_PART = 0.021;
/** Without a wish, a summary is this part of the running text, at least five sentences and at most thirty. */
const USUAL_PART = 0.03;
const [FEWEST, MOST] = [5, 30];
/** How much a sentence loses for repeating one that was picked already. */
const REPETITION = 0.7;
/** Likeness from which on two sentences say the same. */
const SAME = 0.8;
/** Words that are read at one go; longer sentences lose. */
const EASY_WORDS = 32;
/** Running text below this part of all text does not stand for the document. */
const LITTLE_PROSE = 0.25;
/** Amounts, terms and dates are what business documents are read for. */
const [MONEY, TIME] = [1.4, 1.25];
const BOILERPLATE_PART = 0.25;
const ITEM_PART = 0.6;
const LEANING_PART = 0.65;
/** Forms ask; answers are what matters. */
const QUESTION_PART = 0.4;

const TABLES = 'The document is made of tables, labels and figures';

type Chosen = { sentence: Sentence; score: number };
type Summary = Pick<SummaryResult, 'title' | 'text' | 'sentences' | 'note' | 'engine'>;

/**
 * Summarises a document by its own sentences: the one that says what it is, then those nearest to the document's centre of weighted
 * words (centroid method of Radev et al. 2004; the title's words count more), earlier ones a little preferred (Edmundson 1969),
 * long ones and the clauses of every document put back, each further pick penalised for likeness to the picks before (maximal
 * marginal relevance, Carbonell and Goldstein 1998). Sentences come back in document order with their places. At most 30 % of the
 * text; `note` says why there is nothing, or that sentences are only a small part of the document.
 * @param options.maxSentences without it, as many as the length asks for
 */
export function summarise(reading: Reading, options: { maxSentences?: number | null | undefined }): Summary {
  const sentences = listSentences(reading);
  const title = findTitle(reading);
  const [all, running] = [lengthOfText(reading), sum(sentences.map(({ text }) => text.length))];
  const picked = pick(sentences, title?.text ?? '', {
    most: options.maxSentences ?? MOST,
    enough: options.maxSentences ? Number.POSITIVE_INFINITY : Math.max(running * USUAL_PART, all * LEAST_PART),
    room: Math.min(all, Math.max(running, all / 2)) * LARGEST_PART,
  });
  const isTelling = options.maxSentences || sum(picked.map(({ sentence }) => sentence.text.length)) >= all * LEAST_PART;
  const isOfItsOwn = picked.some(({ sentence }) => !sentence.isBoilerplate);
  const picks = isTelling && isOfItsOwn ? picked : [];
  return {
    title,
    text: picks.map(({ sentence }) => sentence.text).join(' '),
    sentences: picks.map(({ sentence, score }) => ({
      text: sentence.text,
      score: Math.max(0, Math.min(1, score)),
      evidence: placesOf(reading, sentence),
    })),
    note: noteFor({ all, running, sentences: sentences.length, picked: picked.length, isOfItsOwn, isGiven: picks.length > 0 }),
    engine: ENGINE,
  };
}

function pick(sentences: Sentence[], title: string, limits: { most: number; enough: number; room: number }): Chosen[] {
  const weights = weighTerms(sentences);
  const centre = new Map<string, number>();
  for (const { terms, isBoilerplate } of sentences)
    for (const [term, count] of terms)
      centre.set(term, (centre.get(term) ?? 0) + count * (weights.get(term) ?? 0) * (isBoilerplate ? BOILERPLATE_PART : 1));
  for (const term of countTerms(title).keys()) if (centre.has(term)) centre.set(term, 2 * centre.get(term)!);
  const norms = sentences.map(({ terms }) => normOf(terms, weights));
  const centreNorm = Math.sqrt(sum([...centre.values()].map((value) => value * value)));
  const relevance = sentences.map((sentence, index) => {
    let product = 0;
    for (const [term, count] of sentence.terms) product += count * (weights.get(term) ?? 0) * (centre.get(term) ?? 0);
    const near = norms[index]! > 0 && centreNorm > 0 ? product / (norms[index]! * centreNorm) : 0;
    return near * mannerOf(sentence);
  });
  const opening = findOpening(sentences);
  if (opening >= 0) relevance[opening] = Math.max(1, ...relevance) + 1;

  const repeated = sentences.map(() => 0);
  const left = new Set(sentences.keys());
  const picks: Chosen[] = [];
  let [room, text] = [limits.room, 0];
  while (picks.length < limits.most && (picks.length < FEWEST || text < limits.enough)) {
    let best = { index: -1, score: 0 };
    for (const index of left) {
      const score = relevance[index]! * (1 - REPETITION * repeated[index]!);
      if (score > best.score) best = { index, score };
    }
    if (best.index < 0) break;
    left.delete(best.index);
    const sentence = sentences[best.index]!;
    if (sentence.text.length > room || repeated[best.index]! >= SAME) continue;
    room -= sentence.text.length;
    text += sentence.text.length;
    picks.push({ sentence, score: best.index === opening ? 1 : relevance[best.index]! });
    for (const index of left) repeated[index] = Math.max(repeated[index]!, likeness(sentences, norms, weights, index, best.index));
  }
  return picks.sort((a, b) => a.sentence.order - b.sentence.order);
}

/** What a sentence's place, length and kind are worth: 1 is an ordinary one. */
function mannerOf({ words, order, isWhole, isBoilerplate, clarity, text }: Sentence): number {
  const place = 1 + 0.4 / Math.sqrt(1 + order);
  const length = words.length > EASY_WORDS ? (EASY_WORDS / words.length) ** 0.7 : words.length < 7 ? 0.6 : 1;
  const figures = namesMoney(text) ? MONEY : namesTime(text) ? TIME : 1;
  const flaws = [
    isBoilerplate && BOILERPLATE_PART,
    !isWhole && ITEM_PART,
    leansOnBefore(text) && LEANING_PART,
    text.endsWith('?') && QUESTION_PART,
    /_{2}|[{}]/.test(text) && ITEM_PART,
  ];
  return flaws.reduce<number>((worth, flaw) => worth * (flaw || 1), place * length * figures * clarity * clarity);
}

/** The sentence that says what the document is: among the first ones; -1 when none does. */
function findOpening(sentences: readonly Sentence[]): number {
  const first = sentences.slice(0, Math.max(4, Math.min(12, Math.ceil(sentences.length / 8))));
  const opening = first.findIndex(({ text, isBoilerplate, words }) => !isBoilerplate && words.length >= 6 && isOpening(text));
  if (opening >= 0) return opening;
  return first.findIndex(({ isWhole, isBoilerplate, words }) => isWhole && !isBoilerplate && words.length >= 7);
}

function placesOf({ pages }: Reading, { words, text }: Sentence): Evidence[] {
  return [...new Set(words.map(({ page }) => page))].map((page) => {
    const here = words.filter((place) => place.page === page).map(({ word }) => word);
    const whole = here.length === words.length;
    return {
      page: pages[page]!.number,
      box: unionAll(here.map((word) => pages[page]!.words[word]!.box)),
      text: whole ? text : here.map((word) => pages[page]!.words[word]!.text).join(' '),
      words: here,
    };
  });
}

type Facts = { all: number; running: number; sentences: number; picked: number; isOfItsOwn: boolean; isGiven: boolean };

function noteFor({ all, running, sentences, picked, isOfItsOwn, isGiven }: Facts): string | null {
  if (all === 0) return 'The document has no readable text.';
  if (sentences === 0) return 'The document has no sentences: it is made of tables, labels and figures.';
  if (picked > 0 && !isOfItsOwn)
    return 'The document has no sentences but general conditions and notices; the rest are tables, labels and figures.';
  const isLittle = running < LITTLE_PROSE * all;
  if (isGiven) return isLittle ? `${TABLES} for the most part; these are sentences between them.` : null;
  return isLittle ? `${TABLES}; its few sentences do not tell what it is about.` : 'The document is too short to be shortened.';
}

function lengthOfText({ pages }: Reading): number {
  return sum(pages.map(({ hidden, words }) => (hidden ? 0 : sum(words.map((word) => (word.hidden ? 0 : word.text.length + 1))))));
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Inverse sentence frequency; words of more than a fifth of the sentences (articles, fillers) weigh little by themselves. */
function weighTerms(sentences: readonly Sentence[]): Map<string, number> {
  const frequency = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  return new Map(
    [...frequency].map(([term, count]) => [
      term,
      Math.log(1 + sentences.length / count) * (count > 4 && count > sentences.length / 5 ? 0.2 : 1),
    ]),
  );
}

function normOf(terms: Map<string, number>, weights: Map<string, number>): number {
  return Math.sqrt(sum([...terms].map(([term, count]) => (count * (weights.get(term) ?? 0)) ** 2)));
}

/** Cosine of the words of two sentences under the weights. */
function likeness(sentences: readonly Sentence[], norms: number[], weights: Map<string, number>, a: number, b: number): number {
  let product = 0;
  for (const [term, count] of sentences[a]!.terms) product += count * (sentences[b]!.terms.get(term) ?? 0) * (weights.get(term) ?? 0) ** 2;
  return norms[a]! && norms[b]! ? product / (norms[a]! * norms[b]!) : 0;
}
