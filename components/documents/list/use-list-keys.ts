import type { RowSelectionState } from '@tanstack/react-table';
import { useRouter } from 'next/navigation';
import type { RefObject } from 'react';
import { documentAddress } from '#components/shared/documents/document-address.ts';
import { useChooseKind } from '#components/shared/documents/use-choose-kind.ts';
import { useShortcuts } from '#components/shared/keys/shortcuts.ts';
import { stayOffline } from '#components/shared/stay-offline.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { FoundPlace } from '#lib/contract/desk/search/found.ts';
import type { ListState } from './use-list-state.ts';

export type ListKeysOptions = {
  rows: readonly DeskDocument[];
  /** Where documents were found, by their ids. */
  found: Record<string, FoundPlace> | undefined;
  active: number;
  moveTo: (index: number) => void;
  /** Folds or unfolds what is attached to the active document; false when there is nothing to do. */
  foldActive: (isFolded: boolean) => unknown;
  selection: RowSelectionState;
  select: (selection: RowSelectionState) => void;
  search: RefObject<HTMLInputElement | null>;
  list: ListState;
  mayAdd: boolean;
  chooseFiles: () => void;
  onSamples: () => void;
};

/** The keys of the list. */
export function useListKeys(options: ListKeysOptions): void {
  const { rows, found, active, moveTo, foldActive, selection, select, search, list, mayAdd, chooseFiles, onSamples } = options;
  const router = useRouter();
  const go = (to: number) => {
    if (rows.length === 0) return false;
    moveTo(Math.min(rows.length - 1, Math.max(0, to)));
  };
  const toggle = (index: number) => {
    const row = rows[index];
    if (!row) return false;
    const { [row.id]: was, ...rest } = selection;
    select(was ? rest : { ...selection, [row.id]: true });
  };
  const open = () => {
    const row = rows[active];
    if (!row) return false;
    if (!stayOffline()) router.push(documentAddress(row.id, found?.[row.id]));
  };
  const choose = useChooseKind();
  const chooseKind = (place: number) => {
    const row = rows[active];
    const schema = row?.state === 'unclassified' ? row.kind?.choices[place] : undefined;
    if (!row || !schema || choose.isPending) return false;
    choose.mutate({ document: row, schema });
  };
  const clear = () => {
    if (Object.keys(selection).length === 0) return false;
    select({});
  };
  useShortcuts('Documents', [
    { id: 'documents.next', keys: ['j', 'ArrowDown'], label: 'Next document', run: () => go(active + 1) },
    { id: 'documents.before', keys: ['k', 'ArrowUp'], label: 'Previous document', run: () => go(active - 1) },
    { id: 'documents.first', keys: ['Home'], label: 'First on this page', run: () => go(0) },
    { id: 'documents.last', keys: ['End'], label: 'Last on this page', run: () => go(rows.length - 1) },
    { id: 'documents.open', keys: ['Enter', 'o'], label: 'Open', run: open },
    { id: 'documents.fold', keys: ['ArrowLeft'], label: 'Collapse attachments', run: () => foldActive(true) },
    { id: 'documents.unfold', keys: ['ArrowRight'], label: 'Expand attachments', run: () => foldActive(false) },
    { id: 'documents.select', keys: ['x', ' '], label: 'Select', run: () => toggle(active) },
    {
      id: 'documents.select-all',
      keys: ['Mod+a'],
      label: 'Select all on this page',
      run: () => rows.length > 0 && select(Object.fromEntries(rows.map(({ id }) => [id, true] as const))),
    },
    { id: 'documents.clear', keys: ['Escape'], label: 'Clear selection', run: clear },
    { id: 'documents.page-after', keys: [']'], label: 'Next page', run: () => list.show({ page: list.state.page + 1 }) },
    { id: 'documents.page-before', keys: ['['], label: 'Previous page', run: () => list.show({ page: Math.max(1, list.state.page - 1) }) },
    ...([1, 2, 3, 4, 5] as const).map((number) => ({
      id: `documents.kind-${number}`,
      keys: [`${number}`] as const,
      label: number === 1 ? 'Set kind: most likely' : `Set kind: option ${number}`,
      run: () => chooseKind(number - 1),
      isDisabled: !mayAdd,
    })),
    { id: 'documents.search', keys: ['/'], label: 'Search', run: () => search.current?.focus() },
    { id: 'documents.add', keys: ['a'], label: 'Add files', run: chooseFiles, isDisabled: !mayAdd },
    { id: 'documents.samples', keys: ['s'], label: 'Samples', run: onSamples, isDisabled: !mayAdd },
  ]);
}
