'use client';

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { elementId } from '../../session/element-id.ts';
import { registerTable } from '../../session/table-reveal.ts';
import type { RowsScroll } from '../use-rows-scroll.ts';
import { type CellPlace, rangeOf } from './rows-keys.ts';

/**
 * Which cell of a table has the focus, which are selected, and whether the cell is edited. The focus follows `go`, also to
 * rows that are drawn only after scrolling.
 */
export function useRowsSelection(field: Field, rows: readonly MergedRow[], scroll: RowsScroll) {
  const columns = field.fields ?? [];
  const [wanted, setWanted] = useState<CellPlace>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<CellPlace | null>(null);
  const [editing, setEditing] = useState<string | null | undefined>(undefined);
  const mustFocus = useRef(false);
  const active: CellPlace = useMemo(
    () => ({ row: Math.max(0, Math.min(wanted.row, rows.length - 1)), column: Math.min(wanted.column, columns.length - 1) }),
    [wanted, rows.length, columns.length],
  );
  const size = { rows: rows.length, columns: columns.length };
  const range = rangeOf(anchor ?? active, active, size);

  const go = (to: CellPlace, extend = false) => {
    mustFocus.current = true;
    setAnchor(extend ? (anchor ?? active) : null);
    setEditing(undefined);
    setWanted(to);
  };
  const { row, column } = active;
  const count = rows.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the cell, the rows or the editing change
  useLayoutEffect(() => {
    if (!mustFocus.current || editing !== undefined) return;
    mustFocus.current = false;
    if (count === 0) return;
    scroll.scrollTo(row, 'auto');
    const name = columns[column]?.name;
    const element = document.getElementById(elementId(name ? formatPointer(field.name, row, name) : formatPointer(field.name, row)));
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [row, column, count, editing, wanted]);

  const reveal = useRef<(pointer: string) => boolean>(() => false);
  reveal.current = (pointer) => {
    const [name, index, cell] = parsePointer(pointer);
    if (name !== field.name || rows.length === 0) return false;
    if (index === undefined) go(active);
    // The row that has come to the place of one that is gone.
    else
      go({
        row: Math.min(Number(index), rows.length - 1),
        column: cell === undefined ? -1 : columns.findIndex((entry) => entry.name === cell),
      });
    return true;
  };
  useEffect(() => registerTable((pointer) => reveal.current(pointer)), []);

  return {
    active,
    anchor,
    range,
    size,
    editing,
    go,
    /** The focus came to a cell by itself. */
    arrive: (to: CellPlace) => {
      if (to.row === active.row && to.column === active.column) return;
      setAnchor(null);
      setEditing(undefined);
      setWanted(to);
    },
    select: (from: CellPlace, to: CellPlace) => {
      mustFocus.current = true;
      setAnchor(from);
      setWanted(to);
    },
    edit: (initial: string | null) => setEditing(initial),
    endEdit: () => setEditing(undefined),
  };
}
