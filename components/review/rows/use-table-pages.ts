'use client';

import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { PAGES_A_RUN, pagesQuery } from '#lib/client/documents/pages.ts';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { useReview } from '../session/review-context.ts';

/** Runs of pages that a table may take part in reading anew; longer tables are read as far as that. */
const MOST_RUNS = 30;

function combine(results: UseQueryResult<{ pages: Page[] }>[]): { pages: Page[]; isComplete: boolean } {
  return { pages: results.flatMap(({ data }) => data?.pages ?? []), isComplete: results.every(({ data }) => data !== undefined) };
}

/** The pages on which rows stand, the one after them, and `more`; asked for only while `enabled`. */
export function useTablePages(
  rows: readonly MergedRow[],
  more: readonly number[],
  enabled: boolean,
): { pages: Page[]; isComplete: boolean } {
  const { documentId, detail } = useReview();
  const { pages_read: read, page_count: count } = detail.document;
  const runs = useMemo(() => {
    const numbers = new Set(more);
    for (const row of rows)
      for (const cell of Object.values(row.cells)) for (const { page } of cell.evidence) numbers.add(page).add(page + 1);
    if (numbers.size === 0) numbers.add(1);
    const known = [...numbers].filter((page) => page >= 1 && page <= (count ?? read));
    return [...new Set(known.map((page) => Math.floor((page - 1) / PAGES_A_RUN)))].sort((a, b) => a - b).slice(0, MOST_RUNS);
  }, [rows, more, count, read]);
  return useQueries({
    queries: runs.map((run) => {
      const query = pagesQuery(documentId, run * PAGES_A_RUN + 1, read);
      return { ...query, enabled: enabled && query.enabled };
    }),
    combine,
  });
}
