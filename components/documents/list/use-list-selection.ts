'use client';

import type { RowSelectionState } from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { listAllDocuments } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { ListState } from './use-list-state.ts';

const NONE: ReadonlyMap<string, DeskDocument> = new Map();

/** The selected documents of the list: those of this page, or all that the list shows on any page. @param rows those of this page */
export function useListSelection(list: ListState, rows: readonly DeskDocument[]) {
  const [selection, setSelection] = useState<RowSelectionState>({});
  /** Documents of other pages, as they were when all were selected. */
  const [elsewhere, setElsewhere] = useState(NONE);
  const [isAll, setAll] = useState(false);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const selectAll = async () => {
    setSelectingAll(true);
    try {
      const all = await listAllDocuments(list.query);
      setElsewhere(new Map(all.map((document) => [document.id, document])));
      setSelection(Object.fromEntries(all.map(({ id }) => [id, true] as const)));
      setAll(true);
    } catch (error) {
      showToast({ tone: 'bad', title: 'Not all documents could be selected', detail: errorMessage(error) });
    } finally {
      setSelectingAll(false);
    }
  };
  const select = (next: RowSelectionState) => {
    setAll(false);
    // what is selected stays so when the page is turned
    setElsewhere((before) => {
      const known = new Map([...before, ...rows.map((row) => [row.id, row] as const)]);
      return new Map([...known].filter(([id]) => next[id]));
    });
    setSelection(next);
  };
  /** As fresh as they are known. */
  const selected = useMemo(() => {
    const here = new Map(rows.map((row) => [row.id, row]));
    return Object.keys(selection).flatMap((id) => here.get(id) ?? elsewhere.get(id) ?? []);
  }, [selection, elsewhere, rows]);
  return { selection, select, selected, isAll, isSelectingAll, selectAll };
}
