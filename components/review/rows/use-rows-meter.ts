'use client';

import { useMemo, useRef } from 'react';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { findRowLines, type RowLine } from '#lib/document/rows/find-row-lines.ts';
import { type CompletenessMeter, measureCompleteness } from '#lib/document/rows/measure-completeness.ts';

type Completeness = ExtractionResult['completeness'][string];

/**
 * How much of what looks like rows is in the data. Deployments that do not say which lines look like rows are helped out:
 * the lines are looked for here, once, when the pages are there.
 */
export function useRowsMeter(
  columns: readonly RowField[],
  rows: readonly MergedRow[],
  known: Completeness | undefined,
  pages: readonly Page[],
): CompletenessMeter | null {
  const found = useRef<RowLine[] | null>(null);
  return useMemo(() => {
    if (known?.lines) return measureCompleteness(rows, known);
    if (!found.current && pages.length > 0 && rows.length > 0) found.current = findRowLines(columns, rows, pages);
    if (!found.current) return null;
    return measureCompleteness(rows, {
      row_like_lines: found.current.length,
      rows: rows.length,
      unclaimed: known?.unclaimed ?? [],
      lines: found.current,
    });
  }, [columns, rows, known, pages]);
}
