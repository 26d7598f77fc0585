'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { documentKeys } from '#lib/client/documents/documents.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { type Suggestion, suggestValues } from '#lib/document/review/suggest-values.ts';
import { useReviewActs } from '../session/review-context.ts';

const IDLE = () => {};

/** Values of the pages loaded so far that begin as typed, also of pages that come meanwhile; null text means that nothing is being typed. */
export function useSuggestions(field: RowField, typed: string | null): Suggestion[] {
  const client = useQueryClient();
  const { documentId } = useReviewActs();
  const isIdle = typed === null || field.type === 'enum' || field.type === 'boolean';
  const findRuns = () =>
    client
      .getQueriesData<{ pages: Page[] }>({ queryKey: [...documentKeys.one(documentId), 'pages'] })
      .flatMap(([, run]) => (run ? [run] : []));
  const subscribe = useCallback((listener: () => void) => (isIdle ? IDLE : client.getQueryCache().subscribe(listener)), [client, isIdle]);
  const loaded = useSyncExternalStore(
    subscribe,
    () => (isIdle ? 0 : findRuns().length),
    () => 0,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the runs are the client's, `loaded` tells when there are more
  return useMemo(() => {
    if (isIdle) return [];
    const pages = new Map(findRuns().flatMap((run) => run.pages.map((page) => [page.number, page] as const)));
    return suggestValues({ field, typed, pages: [...pages.values()].toSorted((a, b) => a.number - b.number) });
  }, [client, documentId, field, typed, loaded]);
}
