'use client';

import { useEffect, useMemo, useState } from 'react';
import type { ActionDraft, MergedRow } from '#lib/contract/desk/review.ts';
import { type CellChange, draftsOfChanges } from '#lib/document/rows/cell-changes.ts';
import { isSameValue } from '#lib/document/values/read-cell-text.ts';
import type { RowsProposal } from './rows-preview.tsx';

/** Changes that are shown in a table, old and new, until a person accepts them or not. `scrollTo` brings the first into view. */
export function useRowsProposal(rows: readonly MergedRow[], scrollTo: (row: number) => void) {
  const [proposal, setProposal] = useState<RowsProposal | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was proposed is for the rows as they were
  useEffect(() => setProposal(null), [rows.length]);
  const changesByRow = useMemo(() => {
    const byRow = new Map<number, Map<string, CellChange>>();
    for (const change of proposal?.changes ?? []) byRow.set(change.row, (byRow.get(change.row) ?? new Map()).set(change.column, change));
    return byRow;
  }, [proposal]);
  return {
    proposal,
    changesByRow,
    propose: (title: string, changes: readonly CellChange[]) => {
      setProposal({ title, changes });
      if (changes[0]) scrollTo(changes[0].row);
    },
    /** What is to be done. Somebody may have changed a cell meanwhile; it keeps what it has. */
    accept: (): ActionDraft[] => {
      const stands = ({ row, column, from }: CellChange) => isSameValue(rows[row]?.cells[column]?.value ?? null, from);
      return draftsOfChanges(proposal?.changes.filter(stands) ?? []);
    },
    close: () => setProposal(null),
  };
}
