import { comparePages } from '#lib/extraction/splitting/compare-pages.ts';
import type { PageFeatures } from '#lib/extraction/splitting/page-features.ts';
import { createRandom } from '../learning/random.ts';

/**
 * Two pages in a row: what is compared of them, and whether the second begins a document.
 * `odds`: what is said by other marks, whose weights are not learned.
 */
export type BoundaryExample = { set: string; marks: number[]; begins: boolean; weight: number; odds?: number };

const STACKS = 4000;
/** Share of stacks with a blank page between the documents. */
const BLANK = 0.12;
/** What the examples of a set weigh together at most, beginnings and continuations each. */
const MOST_WEIGHT = 60;

/**
 * Examples from stacks of two documents, half of them of one set, some with a blank page between, and from pages inside
 * documents. The same for the same documents.
 * @param sets by name: the page features of each document, blank pages left out
 * @throws RangeError when there are no documents
 */
export function makeBoundaryExamples(sets: ReadonlyMap<string, PageFeatures[][]>): BoundaryExample[] {
  const random = createRandom(7);
  const names = [...sets.keys()];
  if (![...sets.values()].some((documents) => documents.length > 0)) throw new RangeError('There are no documents to learn from.');
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)];
  const examples: BoundaryExample[] = [];
  for (let stack = 0; stack < STACKS; stack += 1) {
    const set = pick(names) ?? '';
    const other = random() < 0.5 ? set : (pick(names) ?? '');
    const [first, second] = [pick(sets.get(set) ?? []), pick(sets.get(other) ?? [])];
    const [last, next] = [first?.at(-1), second?.[0]];
    if (first === second || !last || !next) continue;
    examples.push({ set: other, marks: comparePages(last, next, random() < BLANK), begins: true, weight: 1 });
  }
  for (const [set, documents] of sets)
    for (const pages of documents)
      pages.forEach((page, index) => {
        const before = pages[index - 1];
        if (before) examples.push({ set, marks: comparePages(before, page, false), begins: false, weight: 1 / Math.sqrt(pages.length) });
      });
  return balance(examples);
}

/** Sets count alike, and so do beginnings and continuations. */
export function balance(examples: readonly BoundaryExample[]): BoundaryExample[] {
  const sums = new Map<string, number>();
  const key = ({ set, begins }: BoundaryExample) => `${set} ${begins}`;
  for (const example of examples) sums.set(key(example), (sums.get(key(example)) ?? 0) + example.weight);
  return examples.map((example) => {
    const sum = sums.get(key(example)) ?? 1;
    return { ...example, weight: (example.weight * Math.min(MOST_WEIGHT, sum)) / sum };
  });
}
