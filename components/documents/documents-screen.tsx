'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { DropOverlay } from '#components/upload/drop-overlay.tsx';
import { ReadingNote } from '#components/upload/reading-note.tsx';
import { SamplesDrawer } from '#components/upload/samples-drawer.tsx';
import { useAddFiles } from '#components/upload/use-add-files.ts';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { BulkBar } from './actions/bulk-bar.tsx';
import { DocumentsHeader } from './documents-header.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { ListBody } from './list/list-body.tsx';
import { ListPages } from './list/list-pages.tsx';
import { ListTabs } from './list/list-tabs.tsx';
import { useListCursor } from './list/use-list-cursor.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useListSelection } from './list/use-list-selection.ts';
import { useListState } from './list/use-list-state.ts';
import { UnqueuedFilter } from './unqueued-filter.tsx';

/** The list of documents, and where new ones are dropped. */
export function DocumentsScreen() {
  const list = useListState();
  const documents = useQuery(documentsQuery(list.query));
  const mayAdd = useMay('reviewer');
  const files = useAddFiles(mayAdd);
  const [samplesOpen, setSamplesOpen] = useState(false);
  const openSamples = () => setSamplesOpen(true);
  const { selection, select, isAll, isSelectingAll, selectAll } = useListSelection(list);
  const search = useRef<HTMLInputElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const { lines, rows, total, heads, folded, fold, foldActive, active, setActive, moves, moveTo, onScroll } = useListCursor(
    list,
    documents,
    scroll,
  );
  const selected = Object.keys(selection);
  const keyed = { rows, active, foldActive, moveTo, selection, select, search, list, mayAdd };
  useListKeys({ ...keyed, onSamples: openSamples, chooseFiles: files.chooseFiles });
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
        onSamples={openSamples}
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
      <div ref={scroll} onScroll={onScroll} className="flex min-h-0 flex-1 flex-col overflow-auto bg-surface">
        <ListBody
          list={list}
          documents={documents}
          rowCount={rows.length}
          total={total}
          mayAdd={mayAdd}
          files={files}
          onSamples={openSamples}
        >
          <DocumentsTable
            {...{ lines, folded, total, list, selection, moves }}
            documents={rows}
            onFold={fold}
            onSelectionChange={select}
            active={Math.min(active, rows.length - 1)}
            onActiveChange={setActive}
            isStale={documents.isPlaceholderData}
            scrollRef={scroll}
          />
        </ListBody>
      </div>
      {total > 0 ? <ListPages list={list} total={heads} attached={Math.max(0, total - heads)} /> : null}
      {files.isDragged ? <DropOverlay /> : null}
      {files.isReading ? <ReadingNote /> : null}
      <SamplesDrawer isOpen={samplesOpen} onClose={() => setSamplesOpen(false)} />
    </div>
  );
}
