import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ComparedValues, CompareFieldQuery } from '#lib/contract/desk/compare-field.ts';
import { requestJson, withQuery } from '../http/http.ts';

export type CompareFieldChoice = Omit<CompareFieldQuery, 'after'>;

/** The values of one field over many documents, page by page. What one works on is not asked for again by itself. */
export function compareFieldQuery(choice: CompareFieldChoice) {
  return infiniteQueryOptions({
    queryKey: ['compare-field', choice],
    queryFn: ({ pageParam, signal }) => requestJson<ComparedValues>(withQuery('/api/fields', { ...choice, after: pageParam }), { signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.next,
    enabled: choice.schema_id !== '' && choice.field !== '',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}
