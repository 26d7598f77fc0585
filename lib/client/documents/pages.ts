import { queryOptions } from '@tanstack/react-query';
import type { Page } from '#lib/contract/service/reading.ts';
import { requestJson } from '../http/http.ts';
import { documentKeys } from './documents.ts';

/** Pages are asked for in runs of this many: the first is shown when all of its run have come. */
export const PAGES_A_RUN = 4;

/** Pages of the run that holds `page` (1-based). While the document is still read, the run is asked for again until it is full. */
export function pagesQuery(documentId: string, page: number, pagesRead: number) {
  const from = Math.floor((page - 1) / PAGES_A_RUN) * PAGES_A_RUN + 1;
  const to = from + PAGES_A_RUN - 1;
  const available = Math.max(0, Math.min(pagesRead, to) - from + 1);
  return queryOptions({
    queryKey: [...documentKeys.one(documentId), 'pages', from, available],
    queryFn: ({ signal }) =>
      requestJson<{ pages: Page[]; page_count: number | null }>(`/api/documents/${documentId}/pages?from=${from}&to=${to}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: available > 0,
  });
}
