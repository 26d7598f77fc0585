import type { Page } from '#lib/contract/service/reading.ts';
import { searchBeginnings } from '#lib/extraction/memory/search-beginnings.ts';
import { type KnownPages, MOST_PAGES, sketchPage, sketchPages } from '#lib/extraction/memory/sketch-reading.ts';
import { describePage, type PageFeatures } from '#lib/extraction/splitting/page-features.ts';

/** A page of a document that stacks are made of. */
export type StackPage = { page: Page; features: PageFeatures; sketch: Uint32Array };

/** A document that stacks are made of, without its blank pages: the first ones, and the last. */
export type StackDocument = { set: string; pages: StackPage[]; last: StackPage; isWhole: boolean; known: KnownPages };

/** @returns null when all pages are blank */
export function toStackDocument(set: string, id: string, pages: readonly Page[]): StackDocument | null {
  const seen = (page: Page): StackPage => ({ page, features: describePage(page), sketch: sketchPage(page) });
  const first = pages.slice(0, MOST_PAGES).map(seen);
  const printed = first.filter(({ features }) => !features.empty);
  if (printed.length === 0) return null;
  const isWhole = pages.length <= MOST_PAGES;
  const ends = isWhole ? [] : [seen(pages.at(-1)!)].filter(({ features }) => !features.empty);
  return { set, pages: printed, last: ends[0] ?? printed.at(-1)!, isWhole, known: sketchPages(id, { pages: [...pages] }) };
}

/** Of approved documents those that the product looks at for a stack of these documents. */
export function chooseKnown(stack: readonly StackDocument[], approved: readonly StackDocument[]): KnownPages[] {
  const search = searchBeginnings(stack.flatMap(({ pages }) => pages.map(({ sketch }) => sketch)));
  for (const { known } of approved) search.look({ id: known.id, sketch: known.pages[0]! });
  const found = search.found();
  return approved.filter(({ known }) => found.has(known.id)).map(({ known }) => known);
}
