import { queryOptions } from '@tanstack/react-query';
import type { OutlineEntry } from '#lib/contract/service/reading.ts';
import { requestJson } from '../http/http.ts';
import { keepOfTheSame } from '../http/keep-of-the-same.ts';
import { documentKeys } from './documents.ts';

/** The headings or bookmarks of a document. Asked for again when more of it has been read. */
export function outlineQuery(documentId: string, pagesRead: number) {
  return queryOptions({
    queryKey: [...documentKeys.one(documentId), 'outline', pagesRead],
    queryFn: ({ signal }) => requestJson<{ entries: OutlineEntry[] }>(`/api/documents/${documentId}/outline`, { signal }),
    placeholderData: keepOfTheSame(documentKeys.one(documentId)),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
