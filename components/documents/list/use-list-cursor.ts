'use client';

import type { UseQueryResult } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { keepWorklist, worklistOfList } from '#lib/client/review/worklist.ts';
import type { ListDocuments } from '#lib/contract/desk/desk-document.ts';
import { MOST_COUNTED } from '#lib/contract/desk/search/most-counted.ts';
import { familyLines, type ListLine } from './family-lines.ts';
import { useFolded } from './use-folded.ts';
import { useListPlace } from './use-list-place.ts';
import type { ListState } from './use-list-state.ts';

const NONE: ListLine[] = [];

/** The lines that the list shows, and which of them the keys act on. What the list shows is also what the review goes through. */
export function useListCursor(list: ListState, documents: UseQueryResult<ListDocuments>, scroll: RefObject<HTMLDivElement | null>) {
  const [active, setActive] = useState(0);
  const [moves, setMoves] = useState(0);
  const moveTo = (index: number) => {
    setActive(index);
    setMoves((count) => count + 1);
  };
  const { folded, fold } = useFolded(list.state.q);
  const lines = useMemo(() => (documents.data ? familyLines(documents.data, folded) : NONE), [documents.data, folded]);
  const rows = useMemo(() => lines.map(({ document }) => document), [lines]);
  const total = documents.data?.total ?? 0;
  const heads = documents.data?.heads ?? total;
  const filter = JSON.stringify(list.query);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list shows something else, the keys begin at its top
  useEffect(() => {
    setActive(0);
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);
  useEffect(() => keepWorklist(worklistOfList(list.query)), [list.query]);
  const { onScroll } = useListPlace({ rows, active, moveTo, scroll });
  useEffect(() => {
    // The last page may have gone while one looked at it.
    if (documents.data && !documents.isPlaceholderData && rows.length === 0 && heads > 0 && list.state.page > 1) {
      list.show({ page: Math.ceil(heads / list.state.size) });
    }
  });
  const foldActive = (isFolded: boolean) => {
    const line = lines[active];
    if (!line?.canFold || folded.has(line.document.id) === isFolded) return false;
    fold(line.document.id, isFolded);
  };
  return {
    lines,
    rows,
    /** Documents that the filter fits, attachments included. */
    total,
    /** Documents that are no attachment of another one shown. */
    heads,
    /** Whether there are more, found by a search that is not counted to its end. */
    isMore: Boolean(list.state.q) && total > MOST_COUNTED,
    folded,
    fold,
    foldActive,
    active,
    setActive,
    /** Counts the moves by keys: each brings the line into view. */
    moves,
    moveTo,
    onScroll,
  };
}
