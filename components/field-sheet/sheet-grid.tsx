'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { FieldSheetItem } from '#lib/contract/desk/field-sheet.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { SheetTile, TILE } from './sheet-tile.tsx';
import { useSheetKeys } from './use-sheet-keys.ts';
import type { SheetWork } from './use-sheet-work.ts';

const LEAST_WIDTH = 250;
const GAP = 12;

type SheetGridProps = {
  items: readonly FieldSheetItem[];
  work: SheetWork;
  mayEdit: boolean;
  hasMore: boolean;
  onMore: () => void;
};

/** The values as tiles: look, Enter, look, Enter. */
export function SheetGrid({ items, work, mayEdit, hasMore, onMore }: SheetGridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [columns, setColumns] = useState(1);
  const [active, setActive] = useState(0);
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<{ id: string; typed: string } | null>(null);
  const seen = useRef(new Set<string>());
  const [, redraw] = useState(0);
  // Known before the first paint: tiles that change their places are tiles looked for again.
  useLayoutEffect(() => {
    if (!scroller.current) return;
    const fill = (width: number) => setColumns(Math.max(1, Math.floor((width - GAP) / (LEAST_WIDTH + GAP))));
    fill(scroller.current.clientWidth);
    const observer = new ResizeObserver(([entry]) => entry && fill(entry.contentRect.width));
    observer.observe(scroller.current);
    return () => observer.disconnect();
  }, []);
  const rows = Math.ceil(items.length / columns);
  const virtual = useVirtualizer({
    count: rows,
    getScrollElement: () => scroller.current,
    estimateSize: () => TILE,
    overscan: 2,
    paddingStart: GAP,
    paddingEnd: GAP,
  });
  const { isScrolling } = virtual;
  useEffect(() => {
    if (!isScrolling) redraw((times) => times + 1);
  }, [isScrolling]);
  const lastRow = virtual.getVirtualItems().at(-1)?.index ?? 0;
  useEffect(() => {
    if (hasMore && lastRow >= rows - 4) onMore();
  }, [hasMore, lastRow, rows, onMore]);

  const current = items[Math.min(active, items.length - 1)];
  const canEdit = (item: FieldSheetItem | undefined) => mayEdit && item?.document.state === 'to_review';
  const goTo = (index: number) => {
    setActive(index);
    virtual.scrollToIndex(Math.floor(index / columns), { align: 'auto' });
  };
  const goOn = () => {
    const next = items.findIndex((item, index) => index > active && item.value.status === 'machine');
    goTo(next < 0 ? Math.min(items.length - 1, active + 1) : next);
  };
  const startEdit = (item: FieldSheetItem | undefined, typed?: string) => {
    if (!item) return;
    if (!canEdit(item))
      return showToast({ tone: 'info', title: 'This document is approved or rejected. Open and reopen it to change its values.' });
    setEditing({ id: item.document.id, typed: typed ?? formatValue(item.field.type, item.value.value) });
  };
  const confirmAll = (ids: readonly string[]) => {
    for (const id of ids) work.confirm(id);
    setMarked(new Set());
  };
  const onSave = (item: FieldSheetItem, value: Value, further: boolean) => {
    setEditing(null);
    if (JSON.stringify(value) === JSON.stringify(item.value.value)) work.confirm(item.document.id);
    else void work.correct(item.document.id, value);
    if (further) goOn();
  };
  useSheetKeys({
    count: items.length,
    active,
    columns,
    isDisabled: items.length === 0,
    mayEdit,
    activeId: current?.document.id,
    canUndo: work.canUndo,
    goTo,
    confirm: () => {
      if (current && canEdit(current)) work.confirm(current.document.id);
      goOn();
    },
    edit: () => startEdit(current),
    mark: () => {
      if (!current) return;
      const next = new Set(marked);
      if (!next.delete(current.document.id)) next.add(current.document.id);
      setMarked(next);
    },
    confirmMarked: () => confirmAll([...marked]),
    clearMarks: () => {
      if (marked.size === 0) return false;
      setMarked(new Set());
    },
    undo: () => {
      const id = work.undo();
      const index = items.findIndex((item) => item.document.id === id);
      if (index >= 0) goTo(index);
    },
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const isText = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey && event.key !== '?';
    if (editing || !isText || !mayEdit) return;
    event.preventDefault();
    startEdit(current, event.key);
  };
  const others = items.filter((item) => item.value.status === 'machine' && canEdit(item) && !marked.has(item.document.id));

  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: tiles are placed one by one while scrolling, which table parts cannot be */}
      <div
        ref={scroller}
        role="grid"
        aria-label="Values"
        aria-rowcount={rows}
        aria-colcount={columns}
        aria-multiselectable
        tabIndex={-1}
        onKeyDown={onKeyDown}
        className="min-h-0 flex-1 overflow-y-auto bg-sunken"
      >
        <div className="relative" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((row) => (
            // biome-ignore lint/a11y/useSemanticElements: see the grid
            // biome-ignore lint/a11y/useFocusableInteractive: the tiles inside have the focus
            <div
              key={row.key}
              role="row"
              aria-rowindex={row.index + 1}
              className="absolute inset-x-3 grid gap-3"
              style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
            >
              {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
                const { id } = item.document;
                const index = row.index * columns + column;
                const isDrawn = seen.current.has(id) || !isScrolling;
                if (isDrawn) seen.current.add(id);
                return (
                  <SheetTile
                    key={id}
                    item={item}
                    note={work.notes.get(id)}
                    isActive={item === current}
                    isMarked={marked.has(id)}
                    isDrawn={isDrawn}
                    typed={editing?.id === id ? editing.typed : null}
                    column={column}
                    onActivate={() => setActive(index)}
                    onEdit={() => startEdit(item)}
                    onSave={(value, further) => onSave(item, value, further)}
                    onCancel={() => setEditing(null)}
                  />
                );
              })}
            </div>
          ))}
        </div>
      </div>
      {/* Below, so that what one looks at stays where it is. */}
      {marked.size > 0 && mayEdit ? (
        <div className="flex flex-wrap items-center gap-2 border-t bg-selected px-4 py-1.5 text-xs" role="status">
          <span className="font-medium">{marked.size === 1 ? '1 value selected' : `${marked.size} values selected`}</span>
          <Button size="small" onPress={() => confirmAll([...marked])}>
            Confirm selected
          </Button>
          {others.length > 0 ? (
            <Button size="small" onPress={() => confirmAll(others.map((item) => item.document.id))}>
              {others.length === 1 ? 'Confirm the remaining one' : `Confirm the remaining ${others.length}`}
            </Button>
          ) : null}
          <Button size="small" variant="quiet" onPress={() => setMarked(new Set())}>
            Clear selection
          </Button>
        </div>
      ) : null}
    </>
  );
}
