'use client';

import { useMemo } from 'react';
import type { Flag, MergedRow } from '#lib/contract/desk/review.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { columnTotals } from '#lib/document/rules/column-totals.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { useReview } from '../session/review-context.ts';
import { useRowsMeter } from './use-rows-meter.ts';
import { useTablePages } from './use-table-pages.ts';

const NO_PAGES: readonly Page[] = [];

/** The first flag of each cell of a table: by row, as pointers write it, and column; '' stands for the row as a whole. */
function firstFlags(flags: readonly Flag[], table: string): Map<string, Map<string, Flag>> {
  const byRow = new Map<string, Map<string, Flag>>();
  for (const flag of flags) {
    const [name, row, column = ''] = parsePointer(flag.pointer);
    if (name !== table || row === undefined) continue;
    const ofRow = byRow.get(row) ?? new Map<string, Flag>();
    if (!ofRow.has(column)) ofRow.set(column, flag);
    byRow.set(row, ofRow);
  }
  return byRow;
}

/**
 * What is known of a table besides its rows: the pages it stands on, how complete it is, its sums and its flags.
 * @param isUsed the pages are asked for only when a person works on the table
 */
export function useRowsFindings(field: Field, columns: readonly RowField[], rows: readonly MergedRow[], isUsed: boolean) {
  const { detail } = useReview();
  const known = detail.completeness?.[field.name];
  const morePages = useMemo(() => [...new Set(known?.lines?.flatMap(({ page, taken }) => (taken ? [] : [page])))], [known]);
  const { pages, isComplete } = useTablePages(rows, morePages, isUsed);
  const meter = useRowsMeter(columns, rows, known, isComplete ? pages : NO_PAGES);
  const totals = useMemo(
    () => (detail.schema && detail.fields ? columnTotals(detail.schema, detail.fields, field.name) : []),
    [detail.schema, detail.fields, field.name],
  );
  const flagsByRow = useMemo(() => firstFlags(detail.flags, field.name), [detail.flags, field.name]);
  return { pages, isComplete, meter, totals, flagsByRow };
}
