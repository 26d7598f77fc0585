import { describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { KNOWN_MARKS } from '#lib/extraction/memory/known-pages.ts';
import { split } from '#lib/extraction/split.ts';
import { MARKS } from '#lib/extraction/splitting/compare-pages.ts';
import { describePage, type PageFeatures } from '#lib/extraction/splitting/page-features.ts';
import { buildReading } from '#lib/extraction/testing/build-reading.ts';
import { createRandom } from '../learning/random.ts';
import { DocumentWriter } from '../synthetic/document-writer.ts';
import { makeSyntheticDocument } from '../synthetic/make-synthetic-document.ts';
import { writeContract } from '../synthetic/write-contract.ts';
import { describeBoundaries, learnBoundaries } from './learn-boundaries.ts';
import { type BoundaryExample, makeBoundaryExamples } from './make-examples.ts';

const pagesOf = (seed: number): Page[] => makeSyntheticDocument(seed).reading.pages;

/** A contract on pages so low that it takes several. */
function contractPages(seed: number): Page[] {
  const writer = new DocumentWriter(createRandom(seed), { width: 595, height: 420, recognised: false });
  writeContract(writer);
  return writer.reading().pages;
}

const seeds = (count: number) => Array.from({ length: count }, (_, seed) => seed);
const sets = new Map<string, PageFeatures[][]>([
  ['mixed', seeds(44).map((seed) => pagesOf(seed).map(describePage))],
  ['contracts', seeds(30).map((seed) => contractPages(seed).map(describePage))],
]);

const example = (marks: number[], begins: boolean): BoundaryExample => ({ set: 'a', marks, begins, weight: 1 });

describe('makeBoundaryExamples', () => {
  it('makes beginnings and continuations, the same for the same documents, and lets each set count alike', () => {
    const examples = makeBoundaryExamples(sets);
    expect(makeBoundaryExamples(sets)).toEqual(examples);
    expect(new Set(examples.map(({ begins }) => begins))).toEqual(new Set([true, false]));
    for (const set of sets.keys()) {
      const beginnings = examples.filter((entry) => entry.set === set && entry.begins);
      expect(beginnings.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(60, 6);
    }
  });

  it('refuses to make examples from no documents', () => {
    expect(() => makeBoundaryExamples(new Map())).toThrow('no documents');
    expect(() => makeBoundaryExamples(new Map([['empty', []]]))).toThrow('no documents');
  });
});

describe('learnBoundaries', () => {
  it('finds which marks speak for a boundary and which against it', () => {
    const examples = [example([1, 0, 1], true), example([1, 0, 0], true), example([0, 1, 1], false), example([0, 1, 0], false)];
    const [forIt = 0, against = 0, idle = 0] = learnBoundaries(examples);
    expect(forIt).toBeGreaterThan(1);
    expect(against).toBeLessThan(-1);
    expect(Math.abs(idle)).toBeLessThan(0.1);
    expect(describeBoundaries(examples, [forIt, against, idle])).toBe('beginnings found 2 of 2, continuations kept 2 of 2');
  });

  it('refuses to learn from nothing', () => {
    expect(() => learnBoundaries([])).toThrow('no examples');
  });

  it('gives weights with which the product finds where a document begins', { timeout: 600_000 }, () => {
    const weights = learnBoundaries(makeBoundaryExamples(sets));
    const [first, second] = [contractPages(101), pagesOf(0)];
    expect(first.length).toBeGreaterThan(1);
    const pages = [...first, ...second].map((page, index) => ({ ...page, number: index + 1 }));
    const stack = { ...buildReading([]), page_count: pages.length, pages };
    const known = { marks: KNOWN_MARKS, weights: [0, 0, 0, 0] };
    const { segments } = split(stack, { weights: { version: 1, marks: MARKS, weights, known } });
    expect(segments.map(({ first_page }) => first_page)).toEqual([1, first.length + 1]);
  });
});
