'use client';

import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useMay } from '#components/shared/current-user.ts';
import { DropOverlay } from '#components/upload/drop-overlay.tsx';
import { ReadingNote } from '#components/upload/reading-note.tsx';
import { SamplesDrawer } from '#components/upload/samples-drawer.tsx';
import { useAddFiles } from '#components/upload/use-add-files.ts';
import { documentsQuery } from '#lib/client/documents/documents.ts';
import { schemasQuery } from '#lib/client/team/schemas.ts';
import { UndoNote } from './actions/bulk/undo-note.tsx';
import { BulkBar } from './actions/bulk-bar.tsx';
import { RemainderNote } from './actions/remainder-note.tsx';
import { DocumentsHeader } from './documents-header.tsx';
import { DocumentsTable } from './documents-table.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { ListBody } from './list/list-body.tsx';
import { ListPages } from './list/list-pages.tsx';
import { ListTabs } from './list/list-tabs.tsx';
import { useListCursor } from './list/use-list-cursor.ts';
import { useListKeys } from './list/use-list-keys.ts';
import { useListSelection } from './list/use-list-selection.ts';
import { useListState } from './list/use-list-state.ts';
import { listColumns } from './value-columns.tsx';

/** The list of documents, and where new ones are dropped. */
export function DocumentsScreen() {
  const list = useListState();
  const documents = useQuery(documentsQuery(list.query));
  const mayAdd = useMay('reviewer');
  const files = useAddFiles(mayAdd);
  const [samplesOpen, setSamplesOpen] = useState(false);
  const openSamples = () => setSamplesOpen(true);
  const search = useRef<HTMLInputElement>(null);
  const filtersMenu = useRef<HTMLButtonElement>(null);
  const scroll = useRef<HTMLDivElement>(null);
  const { lines, rows, total, heads, isMore, folded, fold, foldActive, active, setActive, moves, moveTo, onScroll } = useListCursor(
    list,
    documents,
    scroll,
  );
  const { selection, select, selected, isAll, isSelectingAll, selectAll } = useListSelection(list, rows);
  const schema = useQuery(schemasQuery).data?.find(({ id }) => id === list.state.schema);
  const { found, values } = documents.data ?? {};
  const columns = useMemo(() => listColumns(schema?.fields, list.state.columns, values), [schema, list.state.columns, values]);
  const keyed = { rows, found, active, foldActive, moveTo, selection, select, search, list, mayAdd };
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
        filtersRef={filtersMenu}
        onAddFiles={files.chooseFiles}
        onAddFolder={files.chooseFolder}
        onSamples={openSamples}
      >
        {selected.length > 0 ? (
          <BulkBar
            documents={selected}
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
      {mayAdd ? <RemainderNote /> : null}
      {mayAdd ? <UndoNote /> : null}
      <FilterBar list={list} menuRef={filtersMenu} />
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
            {...{ lines, folded, total, list, selection, moves, columns, found }}
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
      {total > 0 ? <ListPages list={list} total={heads} attached={Math.max(0, total - heads)} isMore={isMore} /> : null}
      {files.isDragged ? <DropOverlay /> : null}
      {files.isReading ? <ReadingNote /> : null}
      <SamplesDrawer isOpen={samplesOpen} onClose={() => setSamplesOpen(false)} />
    </div>
  );
}
