'use client';

import { useQuery } from '@tanstack/react-query';
import type { RowSelectionState } from '@tanstack/react-table';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { showToast } from '#components/ui/layers/toast.tsx';
import { SamplesDrawer } from '#components/upload/samples-drawer.tsx';
import { documentsQuery, listAllIds } from '#lib/client/documents/documents.ts';
import { errorMessage } from '#lib/client/http/error-message.ts';
import { keepWorklist, worklistOfList } from '#lib/client/review/worklist.ts';
import { DropOverlay } from '../upload/drop-overlay.tsx';
import { ReadingNote } from '../upload/reading-note.tsx';
import { useAddFiles } from '../upload/use-add-files.ts';
import { BulkBar } from './actions/bulk-bar.tsx';
import { DocumentsHeader } from './documents-header.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { familyLines, type ListLine } from './family-lines.ts';
import { FirstDocuments, ListFailed, ListSkeleton, NothingMatches } from './list-messages.tsx';
import { ListPages } from './list-pages.tsx';
import { ListTabs } from './list-tabs.tsx';
import { UnqueuedFilter } from './unqueued-filter.tsx';
import { useFolded } from './use-folded.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListPlace } from './use-list-place.ts';
import { useListState } from './use-list-state.ts';

const NONE: ListLine[] = [];

/** The list of documents, and where new ones are dropped. */
export function DocumentsScreen() {
  const list = useListState();
  const documents = useQuery(documentsQuery(list.query));
  const mayAdd = useMay('reviewer');
  const files = useAddFiles(mayAdd);
  const [samplesOpen, setSamplesOpen] = useState(false);
  const [selection, setSelection] = useState<RowSelectionState>({});
  const [isAll, setAll] = useState(false);
  const [isSelectingAll, setSelectingAll] = useState(false);
  const [active, setActive] = useState(0);
  const [moves, setMoves] = useState(0);
  const moveTo = (index: number) => {
    setActive(index);
    setMoves((count) => count + 1);
  };
  const search = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const { folded, fold } = useFolded();
  const lines = useMemo(() => (documents.data ? familyLines(documents.data, folded) : NONE), [documents.data, folded]);
  const rows = useMemo(() => lines.map(({ document }) => document), [lines]);
  const total = documents.data?.total ?? 0;
  const heads = documents.data?.heads ?? total;
  const selected = Object.keys(selection);
  const filter = JSON.stringify(list.query);
  const select = (next: RowSelectionState) => {
    setAll(false);
    setSelection(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the list shows something else, the keys begin at its top
  useEffect(() => {
    setActive(0);
    scroll.current?.scrollTo({ top: 0 });
  }, [filter]);
  useEffect(() => keepWorklist(worklistOfList(list.query)), [list.query]);
  const place = useListPlace({ rows, active, moveTo, scroll });
  useEffect(() => {
    // The last page may have gone while one looked at it.
    if (documents.data && !documents.isPlaceholderData && rows.length === 0 && heads > 0 && list.state.page > 1) {
      list.show({ page: Math.ceil(heads / list.state.size) });
    }
  });
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
  const foldActive = (isFolded: boolean) => {
    const line = lines[active];
    if (!line?.canFold || folded.has(line.document.id) === isFolded) return false;
    fold(line.document.id, isFolded);
  };
  useListKeys({
    rows,
    active,
    foldActive,
    moveTo,
    selection,
    select,
    search,
    list,
    onSamples: () => setSamplesOpen(true),
    chooseFiles: files.chooseFiles,
    mayAdd,
  });
  const isEmptyDesk = documents.data && !documents.isPlaceholderData && total === 0 && !list.isFiltered;
  return (
    <div {...files.rootProps} className="flex min-h-0 flex-1 flex-col">
      <input {...files.filesInputProps} />
      <input {...files.folderInputProps} />
      <DocumentsHeader
        list={list}
        total={total}
        mayAdd={mayAdd}
        searchRef={search}
        onAddFiles={files.chooseFiles}
        onAddFolder={files.chooseFolder}
        onSamples={() => setSamplesOpen(true)}
      >
        {selected.length > 0 ? (
          <BulkBar
            ids={selected}
            total={total}
            list={list}
            isAll={isAll}
            onSelectAll={() => void selectAll()}
            isSelectingAll={isSelectingAll}
            onClear={() => select({})}
          />
        ) : (
          <ListTabs list={list} counts={documents.data?.counts} />
        )}
      </DocumentsHeader>
      {list.state.queue ? <UnqueuedFilter list={list} /> : null}
      <div ref={scroll} onScroll={place.onScroll} className="flex min-h-0 flex-1 flex-col overflow-auto bg-surface">
        {documents.isError && !documents.data ? (
          <ListFailed error={documents.error} onRetry={() => void documents.refetch()} isPending={documents.isFetching} />
        ) : documents.isPending ? (
          <ListSkeleton />
        ) : isEmptyDesk ? (
          <FirstDocuments
            mayAdd={mayAdd}
            onAddFiles={files.chooseFiles}
            onAddFolder={files.chooseFolder}
            onSamples={() => setSamplesOpen(true)}
          />
        ) : rows.length === 0 ? (
          <NothingMatches onClear={() => list.show({ q: '', schema: '', assigned: '', queue: '', tab: 'all' })} />
        ) : (
          <DocumentsTable
            documents={rows}
            lines={lines}
            folded={folded}
            onFold={fold}
            total={total}
            list={list}
            selection={selection}
            onSelectionChange={select}
            active={Math.min(active, rows.length - 1)}
            onActiveChange={setActive}
            moves={moves}
            isStale={documents.isPlaceholderData}
            scrollRef={scroll}
          />
        )}
      </div>
      {total > 0 ? <ListPages list={list} total={heads} attached={Math.max(0, total - heads)} /> : null}
      {files.isDragged ? <DropOverlay /> : null}
      {files.isReading ? <ReadingNote /> : null}
      <SamplesDrawer isOpen={samplesOpen} onClose={() => setSamplesOpen(false)} />
    </div>
  );
}
