import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Page, Reading } from '#lib/contract/service/reading.ts';
import type { SummaryResult } from '#lib/contract/service/summary-job.ts';
import { rankEvidence } from '#lib/document/grounding/locate.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { listFigures, listPageFigures } from './list-figures.ts';
import { countTerms } from './summary/summary-sentences.ts';

/** A sentence of a model's with the passage that is said to prove it. */
export type QuotedSentence = { text: string; quote: string };

/** Score from which on a passage is the quote: `rankEvidence` gives .8 to one that agrees wholly. */
const SURE = 0.7;
const SHORTEST_QUOTE = 3;
/** Part of a sentence's words that must stand on the page of its quote, by their beginnings. */
const FAMILIAR = 0.34;
const BEGINNING = 5;
/** A summary is at most this part of the document's text. */
const LARGEST_PART = 0.3;

/**
 * Keeps the sentences of a model's summary that the document backs: the quote stands in the document, the sentence's figures stand
 * on the page of the quote, and some of its words do. Sentences beyond 30 % of the text and repetitions go too.
 * @returns the sentences with the places of their quotes, and how many were left out because nothing backs them
 */
export function groundSummary(
  { pages }: Pick<Reading, 'pages'>,
  sentences: readonly QuotedSentence[],
  limits: { maxSentences: number | null },
): { sentences: SummaryResult['sentences']; dropped: number } {
  const kept: SummaryResult['sentences'] = [];
  let dropped = 0;
  let room = LARGEST_PART * lengthOf(pages);
  const known = new Set<string>();
  for (const sentence of sentences) {
    const evidence = findQuote(sentence, pages);
    if (!evidence) {
      dropped += 1;
      continue;
    }
    const key = foldText(sentence.text);
    if (known.has(key) || sentence.text.length > room || kept.length >= (limits.maxSentences ?? Number.POSITIVE_INFINITY)) continue;
    known.add(key);
    room -= sentence.text.length;
    kept.push({ text: sentence.text, score: 1, evidence: [evidence] });
  }
  return { sentences: kept, dropped };
}

function findQuote({ text, quote }: QuotedSentence, pages: readonly Page[]): Evidence | null {
  if (quote.split(' ').length < SHORTEST_QUOTE) return null;
  const [place] = rankEvidence(quote, 'string', pages, { limit: 1 });
  if (!place || place.score < SURE) return null;
  const page = pages.find(({ number }) => number === place.evidence.page);
  return page && isBacked(text, page) ? place.evidence : null;
}

/** True when the figures of a sentence, as whole numbers, and enough of its words stand on the page. */
function isBacked(sentence: string, page: Page): boolean {
  const there = listPageFigures(page);
  if ([...listFigures(sentence)].some((figure) => !there.has(figure))) return false;
  const beginnings = new Set([...countTerms(visibleText(page)).keys()].map((term) => term.slice(0, BEGINNING)));
  const terms = [...countTerms(sentence).keys()];
  return terms.filter((term) => beginnings.has(term.slice(0, BEGINNING))).length >= FAMILIAR * terms.length;
}

function visibleText({ words }: Page): string {
  return words
    .filter(({ hidden }) => !hidden)
    .map(({ text }) => text)
    .join(' ');
}

function lengthOf(pages: readonly Page[]): number {
  return pages.reduce((total, page) => total + (page.hidden ? 0 : visibleText(page).length), 0);
}
