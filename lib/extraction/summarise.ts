import type { Page, Reading, Word } from '#lib/contract/reading.ts';
import type { SummaryResult } from '#lib/contract/summary-job.ts';
import { unionAll } from '#lib/document/box.ts';
import { foldText } from '#lib/document/fold-text.ts';

type Sentence = { page: number; words: number[]; text: string; terms: Map<string, number>; order: number };

const TEXT_BLOCKS = new Set(['paragraph', 'list_item', 'note']);
const MOST_SENTENCES = 5_000;
const SHORTEST_WORDS = 4;
const LONGEST_WORDS = 80;
/** How much a sentence loses for repeating one that was picked already. */
const REPETITION = 0.6;
/** Words that end with a full stop without ending a sentence, in the languages most seen. */
const ABBREVIATION =
  /^(?:\p{L}|nr|no|art|abs|bzw|ca|dr|prof|mr|mrs|ms|st|str|inc|ltd|co|etc|vs|fig|vol|pp|ggf|inkl|zzgl|usw|evtl|tel|av|cf|ex|env|sig|srl|spa|núm|pág|approx|dept|ext)$/iu;

/**
 * Summarises a document by its own sentences: those nearest to the document's centre of weighted words (centroid method of
 * Radev et al. 2004), earlier ones a little preferred, each further pick penalised for likeness to the picks before
 * (maximal marginal relevance, Carbonell and Goldstein 1998). Sentences come back in document order with their places.
 */
export function summarise(reading: Reading, options: { maxSentences: number }): SummaryResult {
  const sentences = listSentences(reading).slice(0, MOST_SENTENCES);
  const weights = weighTerms(sentences);
  const centre = new Map<string, number>();
  for (const { terms } of sentences)
    for (const [term, count] of terms) centre.set(term, (centre.get(term) ?? 0) + count * (weights.get(term) ?? 0));
  const relevance = sentences.map(({ terms, order }) => likeness(terms, centre, weights) * (1 + 0.25 / Math.sqrt(1 + order)));
  const picks: { sentence: Sentence; score: number }[] = [];
  const left = new Set(sentences.map((_sentence, index) => index));
  while (picks.length < options.maxSentences && left.size > 0) {
    let best = { index: -1, score: -1 };
    for (const index of left) {
      const repeated = Math.max(0, ...picks.map(({ sentence }) => likeness(sentences[index]!.terms, sentence.terms, weights)));
      const score = relevance[index]! * (1 - REPETITION * repeated);
      if (score > best.score) best = { index, score };
    }
    if (best.score <= 0) break;
    left.delete(best.index);
    picks.push({ sentence: sentences[best.index]!, score: Math.min(1, relevance[best.index]!) });
  }
  picks.sort((a, b) => a.sentence.order - b.sentence.order);
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
    engine: 'extractive-1',
  };
}

/** Sentences of running text; of a document without any, its lines. */
function listSentences(reading: Reading): Sentence[] {
  const running = reading.pages.flatMap((page, index) => sentencesOf(page, index + 1, false));
  const found = running.length > 0 ? running : reading.pages.flatMap((page, index) => sentencesOf(page, index + 1, true));
  return found.map((sentence, order) => ({ ...sentence, order }));
}

function sentencesOf(page: Page, number: number, byLine: boolean): Omit<Sentence, 'order'>[] {
  if (page.hidden) return [];
  const groups = byLine
    ? page.lines.map(({ words }) => words)
    : page.blocks
        .filter(({ kind }) => TEXT_BLOCKS.has(kind))
        .map(({ lines: [first, end] }) => [page.lines[first]?.words[0] ?? 0, page.lines[end - 1]?.words[1] ?? 0] as const);
  return groups.flatMap(([first, end]) => {
    const sentences: number[][] = [[]];
    for (let index = first; index < end; index++) {
      const word = page.words[index];
      if (!word || word.hidden) continue;
      sentences.at(-1)!.push(index);
      if (!byLine && endsSentence(word, page.words[index + 1])) sentences.push([]);
    }
    return sentences
      .filter(({ length }) => length >= (byLine ? 2 : SHORTEST_WORDS) && length <= LONGEST_WORDS)
      .map((words) => ({
        page: number,
        words,
        text: joinWords(words.map((index) => page.words[index]!.text)),
        terms: countTerms(words.map((index) => page.words[index]!.text)),
      }))
      .filter(({ terms }) => terms.size >= 2);
  });
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
