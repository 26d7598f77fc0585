import type { Reading } from '#lib/contract/service/reading.ts';
import { readingOfPages } from '#lib/document/geometry/reading-of-pages.ts';
import { LAYOUT_LIKENESS } from '#lib/extraction/memory/find-alike.ts';
import { compareWithKnown } from '#lib/extraction/memory/known-pages.ts';
import { type SplittingWeights, split } from '#lib/extraction/split.ts';
import { createRandom } from '../learning/random.ts';
import { chooseKnown, type StackDocument } from './stack-document.ts';

const STACKS = 60;
const MOST_DOCUMENTS = 5;
/** Share of the documents of other layouts that were approved too. */
const OTHERS = 0.2;

/** Of the documents that begin inside stacks: found, missed, and boundaries where none is; of stacks: how many there are, and are right. */
export type StackScore = { found: number; missed: number; wrong: number; stacks: number; right: number };

/**
 * Stacks of two to five documents whose layouts others of the set share, split where so many documents of each of these layouts were
 * approved before, and a fifth of the documents of other layouts. The same stacks for each count.
 * @returns a score for each count; null when too few documents share their layout with three others
 */
export function measureStacks(
  documents: readonly StackDocument[],
  everything: readonly StackDocument[],
  { counts, weights }: { counts: readonly number[]; weights: SplittingWeights },
): StackScore[] | null {
  const whole = documents.filter(({ isWhole }) => isWhole);
  const alike = new Map(whole.map((document) => [document, layoutOf(document, everything)]));
  const usable = whole.filter((document) => alike.get(document)!.length > Math.max(...counts));
  if (usable.length < 2 * MOST_DOCUMENTS) return null;
  const scores = counts.map(() => ({ found: 0, missed: 0, wrong: 0, stacks: 0, right: 0 }));
  for (let seed = 1; seed <= STACKS; seed += 1) {
    const random = createRandom(seed);
    const length = 2 + Math.floor(random() * (MOST_DOCUMENTS - 1));
    const stack = shuffled(usable, random).slice(0, length);
    const related = new Set(stack.flatMap((document) => alike.get(document)!));
    const others = everything.filter((other) => !stack.includes(other) && !related.has(other) && random() < OTHERS);
    const orders = stack.map((document) => shuffled(alike.get(document)!, random).filter((other) => !stack.includes(other)));
    for (const [at, count] of counts.entries()) {
      const approved = [...new Set([...orders.flatMap((order) => order.slice(0, count)), ...others])];
      add(scores[at]!, stack, split(readingOf(stack), { known: chooseKnown(stack, approved), weights }).segments);
    }
  }
  return scores;
}

/** The score as a line of a table. */
export function describeScore({ found, missed, wrong, stacks, right }: StackScore): string {
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  return `boundaries F1 ${share(2 * found, 2 * found + missed + wrong)} (${missed} missed, ${wrong} too many), whole stacks ${share(right, stacks)} of ${stacks}`;
}

function layoutOf(document: StackDocument, everything: readonly StackDocument[]): StackDocument[] {
  const others = everything.filter((other) => other !== document);
  const comparisons = compareWithKnown(
    document.pages[0]!.sketch,
    others.map(({ known }) => known),
  );
  return others.filter((_, at) => comparisons[at]!.pages[0]! >= LAYOUT_LIKENESS);
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  return list
    .map((entry) => ({ entry, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ entry }) => entry);
}

function readingOf(stack: readonly StackDocument[]): Reading {
  const pages = stack.flatMap((document) => document.pages.map(({ page }) => page));
  return readingOfPages(pages.map((page, index) => ({ ...page, number: index + 1 })));
}

function add(score: StackScore, stack: readonly StackDocument[], segments: readonly { first_page: number }[]): void {
  const starts = new Set<number>();
  let page = 1;
  for (const { pages } of stack) {
    starts.add(page);
    page += pages.length;
  }
  starts.delete(1);
  const proposed = segments.slice(1).map(({ first_page }) => first_page);
  const found = proposed.filter((one) => starts.has(one)).length;
  score.found += found;
  score.missed += starts.size - found;
  score.wrong += proposed.length - found;
  score.stacks += 1;
  if (found === starts.size && found === proposed.length) score.right += 1;
}
