'use client';

import { createColumnHelper, type RowSelectionState, rowSelectionFeature, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, memo, type RefObject, useCallback, useEffect, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import { Checkbox } from '#components/ui/inputs/checkbox.tsx';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { FoundPlace } from '#lib/contract/desk/search/found.ts';
import { COLUMNS, type Column } from './document-cells.tsx';
import { DocumentRow } from './document-row.tsx';
import type { ListLine } from './list/family-lines.ts';
import type { ListState } from './list/use-list-state.ts';
import { SortHeading } from './sort-heading.tsx';
import { leastWidths } from './value-columns.tsx';

const ROW_HEIGHT = 36;
/** Of a row that says where it was found. */
const FOUND_HEIGHT = 52;

const features = tableFeatures({ rowSelectionFeature });
const helper = createColumnHelper<typeof features, DeskDocument>();
const columns = helper.columns(COLUMNS.map((column) => helper.display({ id: column.id, header: column.title })));

export type DocumentsTableProps = {
  documents: DeskDocument[];
  /** The same documents with their places in families. */
  lines: readonly ListLine[];
  folded: ReadonlySet<string>;
  onFold: (id: string, isFolded: boolean) => void;
  /** Documents the filter selects in all, for screen readers. */
  total: number;
  columns: readonly Column[];
  /** Where documents were found, by their ids. */
  found: Record<string, FoundPlace> | undefined;
  list: ListState;
  selection: RowSelectionState;
  onSelectionChange: (selection: RowSelectionState) => void;
  /** Index of the row the keys work on. */
  active: number;
  onActiveChange: (index: number) => void;
  /** Raised whenever a key moved to another row: that row then takes the focus. */
  moves: number;
  /** True while the rows belong to the filter before. */
  isStale: boolean;
  scrollRef: RefObject<HTMLDivElement | null>;
};

/** Gives the focus to the row that a key moved to, once it is drawn. */
function useFocusOnMove(moves: number, active: number, show: (index: number) => void) {
  const wantsFocus = useRef(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a key moves the focus, not a change of the list
  useEffect(() => {
    if (moves === 0) return;
    show(active);
    wantsFocus.current = true;
  }, [moves]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    const link = body.current?.querySelector<HTMLElement>(`[data-row="${active}"] a`);
    if (!link) return;
    wantsFocus.current = false;
    link.focus({ preventScroll: true });
  });
  return body;
}

/** The list's rows; only those in view are in the page. */
export function DocumentsTable(props: DocumentsTableProps) {
  const { documents, lines, folded, onFold, total, list, selection, onSelectionChange, active, onActiveChange, moves, isStale, scrollRef } =
    props;
  const { found, columns: shown } = props;
  const least = leastWidths(shown);
  const table = useTable({
    features,
    columns,
    data: documents,
    getRowId: (document) => document.id,
    state: { rowSelection: selection },
    onRowSelectionChange: (updater) => onSelectionChange(typeof updater === 'function' ? updater(selection) : updater),
  });
  const rows = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: (index) => (found?.[documents[index]?.id ?? ''] ? FOUND_HEIGHT : ROW_HEIGHT),
    overscan: 12,
    scrollPaddingStart: 32,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have other heights only when other documents were found
  useEffect(() => virtual.measure(), [found]);
  const body = useFocusOnMove(moves, active, (index) => virtual.scrollToIndex(index, { align: 'auto' }));
  // What rows and heading call stays the same function, so that scrolling renders only the rows that come into view.
  const latest = useRef({ table, documents, active, selection, onSelectionChange });
  latest.current = { table, documents, active, selection, onSelectionChange };
  const toggle = useCallback((id: string, range: boolean) => {
    const now = latest.current;
    if (!range) return now.table.getRow(id).toggleSelected();
    const ids = now.documents.map((document) => document.id);
    const [from, to] = [now.active, ids.indexOf(id)].sort((a, b) => a - b);
    const reached = ids.slice(from, (to ?? 0) + 1).map((one) => [one, true] as const);
    now.onSelectionChange({ ...now.selection, ...Object.fromEntries(reached) });
  }, []);
  const toggleAll = useCallback((selected: boolean) => latest.current.table.toggleAllRowsSelected(selected), []);
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  return (
    <table
      aria-label="Documents"
      aria-rowcount={total + 1}
      aria-busy={isStale}
      style={least ? ({ '--narrow': `${least.narrow}px`, '--wide': `${least.wide}px` } as CSSProperties) : undefined}
      className={classNames(
        'w-full table-fixed border-separate border-spacing-0 text-sm transition-opacity',
        least && 'min-w-(--narrow) md:min-w-(--wide) 2xl:min-w-[calc(var(--wide)+8rem)]',
        isStale && 'opacity-60',
      )}
    >
      <TableHead
        columns={shown}
        list={list}
        isAllSelected={rows.length > 0 && table.getIsAllRowsSelected()}
        isSomeSelected={table.getIsSomeRowsSelected()}
        onToggleAll={toggleAll}
      />
      <tbody ref={body}>
        {before > 0 ? <tr aria-hidden style={{ height: before }} /> : null}
        {items.map(({ index }) => {
          const row = rows[index];
          const line = lines[index];
          if (!row || !line) return null;
          return (
            <DocumentRow
              key={row.id}
              document={row.original}
              columns={shown}
              found={found?.[row.id]}
              depth={line.depth}
              family={line.family}
              isFolded={line.canFold ? folded.has(row.id) : null}
              onFold={onFold}
              index={index}
              position={(list.query.page! - 1) * list.query.page_size! + index}
              isSelected={selection[row.id] ?? false}
              isActive={index === active}
              onToggle={toggle}
              onActivate={onActiveChange}
            />
          );
        })}
        {after > 0 ? <tr aria-hidden style={{ height: after }} /> : null}
      </tbody>
    </table>
  );
}

type TableHeadProps = {
  columns: readonly Column[];
  list: ListState;
  isAllSelected: boolean;
  isSomeSelected: boolean;
  onToggleAll: (selected: boolean) => void;
};

const TableHead = memo(function TableHead({ columns: shown, list, isAllSelected, isSomeSelected, onToggleAll }: TableHeadProps) {
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className="sticky top-0 z-10 h-8 w-9 border-b bg-canvas pl-3 text-left">
          <Checkbox
            aria-label="Select all on this page"
            isSelected={isAllSelected}
            isIndeterminate={isSomeSelected && !isAllSelected}
            onChange={onToggleAll}
          />
        </th>
        {shown.map((column) => (
          <SortHeading key={column.id} column={column} list={list} />
        ))}
      </tr>
    </thead>
  );
});
