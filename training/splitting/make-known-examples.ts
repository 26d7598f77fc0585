import { compareWithKnown, judgeKnown } from '#lib/extraction/memory/known-pages.ts';
import type { KnownPages } from '#lib/extraction/memory/sketch-reading.ts';
import { comparePages } from '#lib/extraction/splitting/compare-pages.ts';
import { createRandom } from '../learning/random.ts';
import { type BoundaryExample, balance } from './make-examples.ts';
import { chooseKnown, type StackDocument, type StackPage } from './stack-document.ts';

const STACKS = 4000;
const BLANK = 0.12;
/** Times that each pair of pages is met, each with other approvals. */
const DRAWS = 2;

/**
 * What approved documents say of pairs of pages in simulated stacks: two documents after each other, or the inside of one, at an
 * installation that approved a random share of all other documents, mostly a small one. The same for the same documents.
 * @param oddsOf what the other marks say of a pair, in log-odds, with weights that did not see the set
 */
export function makeKnownExamples(
  documents: readonly StackDocument[],
  oddsOf: (set: string, marks: number[]) => number,
): BoundaryExample[] {
  const random = createRandom(11);
  const sets = [...new Set(documents.map(({ set }) => set))];
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const bySet = new Map(sets.map((set) => [set, documents.filter((document) => document.set === set)]));
  const examples: BoundaryExample[] = [];
  const add = (stack: readonly StackDocument[], pairs: [before: StackPage, here: StackPage][], begins: boolean) => {
    const { set, pages } = stack.at(-1)!;
    for (let draw = 0; draw < DRAWS; draw += 1) {
      const share = random() ** 2;
      const known = chooseKnown(
        stack,
        documents.filter((other) => !stack.includes(other) && random() < share),
      );
      for (const pair of pairs) {
        const odds = oddsOf(set, comparePages(pair[0].features, pair[1].features, begins && random() < BLANK));
        examples.push({ set, odds, marks: marksOf(pair, known), begins, weight: begins ? 1 : 1 / Math.sqrt(pages.length) });
      }
    }
  };
  for (let stack = 0; stack < STACKS; stack += 1) {
    const set = pick(sets);
    const first = pick(bySet.get(set)!);
    const second = pick(bySet.get(random() < 0.5 ? set : pick(sets))!);
    if (first !== second) add([first, second], [[first.last, second.pages[0]!]], true);
  }
  for (const document of documents) {
    const pairs = document.pages.slice(1).map((page, index): [StackPage, StackPage] => [document.pages[index]!, page]);
    if (pairs.length > 0) add([document], pairs, false);
  }
  return balance(examples);
}

function marksOf([before, here]: [StackPage, StackPage], known: readonly KnownPages[]): number[] {
  return judgeKnown(compareWithKnown(before.sketch, known), compareWithKnown(here.sketch, known)).marks;
}
