'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { documentKeys } from '#lib/client/documents/documents.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { type Suggestion, suggestValues } from '#lib/document/review/suggest-values.ts';
import { useReviewActs } from '../session/review-context.ts';

/** Values of the pages loaded so far that begin as typed; null text means that nothing is being typed. */
export function useSuggestions(field: RowField, typed: string | null): Suggestion[] {
  const client = useQueryClient();
  const { documentId } = useReviewActs();
  return useMemo(() => {
    if (typed === null || field.type === 'enum' || field.type === 'boolean') return [];
    const runs = client.getQueriesData<{ pages: Page[] }>({ queryKey: [...documentKeys.one(documentId), 'pages'] });
    const pages = new Map(runs.flatMap(([, run]) => run?.pages ?? []).map((page) => [page.number, page]));
    return suggestValues({ field, typed, pages: [...pages.values()].toSorted((a, b) => a.number - b.number) });
  }, [client, documentId, field, typed]);
}
