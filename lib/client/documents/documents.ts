import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { DeskDocument, ListDocuments, listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { requestJson, requestNothing, withQuery } from '../http/http.ts';

/** What a list asks for; what is left out has the contract's default. */
export type ListQuery = Partial<z.output<typeof listDocumentsQuerySchema>>;

/** `['documents', …]`: `list` for lists by their query, `one` for everything about one document. */
export const documentKeys = {
  all: ['documents'] as const,
  lists: ['documents', 'list'] as const,
  list: (query: ListQuery) => ['documents', 'list', query] as const,
  /** The lines of review: made of lists, but no lists themselves. */
  lines: ['documents', 'line'] as const,
  line: (id: string) => ['documents', 'line', id] as const,
  one: (id: string) => ['documents', 'one', id] as const,
  detail: (id: string) => ['documents', 'one', id, 'detail'] as const,
  audit: (id: string) => ['documents', 'one', id, 'audit'] as const,
  /** Mutation key of everything that writes to a document. */
  write: (id: string) => ['documents', 'write', id] as const,
};

/** Asks for one page of the list. */
export function listDocuments(query: ListQuery, signal?: AbortSignal): Promise<ListDocuments> {
  return requestJson<ListDocuments>(withQuery('/api/documents', query), { signal });
}

/** What has changed can be found by its text and values a moment later, which no change tells. */
const FINDABLE_MS = 3_000;

/** One page of the list; the page before stays visible while the next comes. */
export function documentsQuery(query: ListQuery) {
  const isSearch = Boolean(query.q || query.where);
  return queryOptions({
    queryKey: documentKeys.list(query),
    queryFn: ({ signal }) => listDocuments(query, signal),
    placeholderData: keepPreviousData,
    // The delta request keeps lists fresh.
    staleTime: isSearch ? FINDABLE_MS : 60_000,
    refetchInterval: ({ state }) => (isSearch && state.data?.total === 0 ? FINDABLE_MS : false),
  });
}

/** Deletes a document, those attached to it, and every byte derived from them. One that went with its parent before is no error. */
export async function removeDocument(id: string): Promise<void> {
  try {
    await requestNothing(`/api/documents/${id}`, { method: 'DELETE' });
  } catch (error) {
    if (!(error instanceof ProblemError && error.code === 'not_found')) throw error;
  }
}

/** Everything a list's filter selects, whatever the page. */
export async function listAllDocuments(query: ListQuery): Promise<DeskDocument[]> {
  const byId = new Map<string, DeskDocument>();
  for (let page = 1; ; page += 1) {
    const { items, total } = await listDocuments({ ...query, families: undefined, columns: undefined, page, page_size: 200 });
    for (const document of items) byId.set(document.id, document);
    if (items.length === 0 || page * 200 >= total) return [...byId.values()];
  }
}
