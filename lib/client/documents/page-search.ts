import { queryOptions } from '@tanstack/react-query';
import type { Recognised, SearchPages } from '#lib/contract/desk/page-search.ts';
import type { Box } from '#lib/contract/service/box.ts';
import { requestJson, withQuery } from '../http/http.ts';
import { keepOfTheSame } from '../http/keep-of-the-same.ts';
import { documentKeys } from './documents.ts';

/** A little more than the desk gives itself. */
const RECOGNISE_TIMEOUT_MS = 35_000;

/** Places of a document where a text stands. The places before stay visible while the next come. */
export function searchPagesQuery(documentId: string, sought: string, pagesRead: number) {
  return queryOptions({
    queryKey: [...documentKeys.one(documentId), 'search', sought, pagesRead],
    queryFn: ({ signal }) => requestJson<SearchPages>(withQuery(`/api/documents/${documentId}/search`, { q: sought }), { signal }),
    placeholderData: keepOfTheSame(documentKeys.one(documentId)),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: sought.trim() !== '',
  });
}

/** Reads a part of a page from its picture. @param box box scale */
export function recognisePart(documentId: string, page: number, box: Box): Promise<Recognised> {
  const path = `/api/documents/${documentId}/pages/${page}/recognise`;
  return requestJson<Recognised>(path, { method: 'POST', body: { box }, timeout: RECOGNISE_TIMEOUT_MS });
}
