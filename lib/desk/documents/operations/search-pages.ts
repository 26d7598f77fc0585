import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PageMatch, SearchPages } from '#lib/contract/desk/page-search.ts';
import { searchPage, searchPageForAny } from '#lib/document/geometry/search-page.ts';
import type { Desk } from '../../context/desk.ts';
import { readSearch } from '../../search/search-terms.ts';
import { getDocumentRow } from '../desk-document.ts';

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
  const count = row.pageCount ?? row.pagesRead;
  const terms = readSearch(sought).map(({ written }) => written);
  const whole: PageMatch[] = [];
  const apart: PageMatch[] = [];
  let searched = 0;
  for (let from = 1; from <= count && whole.length <= MAX_MATCHES; from += RUN) {
    signal?.throwIfAborted();
    const pages = await desk.reader.listPages(row.sha256, from, Math.min(count, from + RUN - 1));
    for (const page of pages) {
      whole.push(...searchPage(page, sought, MAX_MATCHES + 1));
      if (whole.length === 0 && terms.length > 1 && apart.length <= MAX_MATCHES)
        apart.push(...searchPageForAny(page, terms, MAX_MATCHES + 1));
      searched += 1;
      await nextTurn();
    }
  }
  const matches = whole.length > 0 ? whole : apart;
  return { matches: matches.slice(0, MAX_MATCHES), pages_searched: searched, is_cut: matches.length > MAX_MATCHES };
}
