'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { useAddFiles } from '#components/upload/use-add-files.ts';
import type { ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { FirstDocuments, ListFailed, ListSkeleton, NothingMatches } from './list-messages.tsx';
import { type ListState, NO_FILTERS } from './use-list-state.ts';

type ListBodyProps = {
  list: ListState;
  documents: UseQueryResult<ListDocuments>;
  rowCount: number;
  total: number;
  mayAdd: boolean;
  files: ReturnType<typeof useAddFiles>;
  onSamples: () => void;
  /** The table. */
  children: ReactNode;
};

/** The table of documents, or what stands in its place: an error, a list that loads, an empty desk, nothing that matches. */
export function ListBody({ list, documents, rowCount, total, mayAdd, files, onSamples, children }: ListBodyProps) {
  if (documents.isError && !documents.data) {
    return <ListFailed error={documents.error} onRetry={() => void documents.refetch()} isPending={documents.isFetching} />;
  }
  if (documents.isPending) return <ListSkeleton />;
  if (documents.data && !documents.isPlaceholderData && total === 0 && !list.isFiltered) {
    return <FirstDocuments mayAdd={mayAdd} onAddFiles={files.chooseFiles} onAddFolder={files.chooseFolder} onSamples={onSamples} />;
  }
  if (rowCount === 0) return <NothingMatches onClear={() => list.show({ ...NO_FILTERS, q: '', schema: '', tab: 'all' })} />;
  return children;
}
