import { infiniteQueryOptions } from '@tanstack/react-query';
import type { FieldSheet, FieldSheetQuery } from '#lib/contract/desk/field-sheet.ts';
import { requestJson, withQuery } from '../http/http.ts';

export type FieldSheetChoice = Omit<FieldSheetQuery, 'after'>;

/** The values of one field over many documents, page by page. What one works on is not asked for again by itself. */
export function fieldSheetQuery(choice: FieldSheetChoice) {
  return infiniteQueryOptions({
    queryKey: ['field-sheet', choice],
    queryFn: ({ pageParam, signal }) => requestJson<FieldSheet>(withQuery('/api/fields', { ...choice, after: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    enabled: choice.schema_id !== '' && choice.field !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
