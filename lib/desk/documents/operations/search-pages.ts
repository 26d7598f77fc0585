import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageMatch, SearchPages } from '#lib/contract/desk/page-search.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { searchPage, searchPageForAny } from '#lib/document/geometry/search-page.ts';
import type { Desk } from '../../context/desk.ts';
import { readSearch } from '../../search/search-terms.ts';
import { type DocumentRow, getDocumentRow } from '../desk-document.ts';

/** Pages taken from the store at a time. */
const RUN = 10;
/** Places in one answer; nobody steps through more. */
const MAX_MATCHES = 500;

/**
 * Places of a document where a text stands, over all pages that are read; where it stands nowhere as it was typed, the places of its
 * words and phrases. Other requests are answered in between.
 * @throws ProblemError `not_found`; the signal's reason when it is aborted
 */
export async function searchPages(desk: Desk, id: string, sought: string, signal?: AbortSignal): Promise<SearchPages> {
  const row = await getDocumentRow(desk.database, id);
  const terms = readSearch(sought).map(({ written }) => written);
  const found = await searchAll(desk, row, (page, limit) => searchPage(page, sought, limit), signal);
  if (found.matches.length > 0 || terms.length < 2) return found;
  return searchAll(desk, row, (page, limit) => searchPageForAny(page, terms, limit), signal);
}

async function searchAll(
  desk: Desk,
  { sha256, pageCount, pagesRead }: DocumentRow,
  search: (page: Page, limit: number) => PageMatch[],
  signal: AbortSignal | undefined,
): Promise<SearchPages> {
  const count = pageCount ?? pagesRead;
  const matches: PageMatch[] = [];
  let searched = 0;
  for (let from = 1; from <= count && matches.length <= MAX_MATCHES; from += RUN) {
    signal?.throwIfAborted();
    const pages = await desk.reader.listPages(sha256, from, Math.min(count, from + RUN - 1));
    for (const page of pages) {
      matches.push(...search(page, MAX_MATCHES + 1));
      searched += 1;
      await nextTurn();
    }
  }
  return { matches: matches.slice(0, MAX_MATCHES), pages_searched: searched, is_cut: matches.length > MAX_MATCHES };
}
