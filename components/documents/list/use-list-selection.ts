'use client';

import type { RowSelectionState } from '@tanstack/react-table';
import { useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import { listAllIds } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import type { ListState } from './use-list-state.ts';

/** The selected documents of the list: those of this page, or all that the list shows on any page. */
export function useListSelection(list: ListState) {
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [isAll, setAll] = useState(false);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const selectAll = async () => {
    setSelectingAll(true);
    try {
      const ids = await listAllIds(list.query);
      setSelection(Object.fromEntries(ids.map((id) => [id, true] as const)));
      setAll(true);
    } catch (error) {
      showToast({ tone: 'bad', title: 'Not all documents could be selected', detail: errorMessage(error) });
    } finally {
      setSelectingAll(false);
    }
  };
  const select = (next: RowSelectionState) => {
    setAll(false);
    setSelection(next);
  };
  return { selection, select, isAll, isSelectingAll, selectAll };
}
