// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the cells have the focus, one at a time
'use client';

import { Ellipsis } from 'lucide-react';
import { memo, type PointerEvent } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Flag, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { CellChange } from '#lib/document/rows/cell-changes.ts';
import { formatValue } from '#lib/document/values/format-value.ts';
import { isFigureColumn } from '#lib/document/values/read-cell-text.ts';
import { elementId } from '../session/element-id.ts';
import { type AfterEdit, CellEditor } from './rows-cell-editor.tsx';

/** What a row of the table tells the table; the same object all the time, so that rows are drawn only when they change. */
export type RowHandlers = {
  focus(row: number, column: number): void;
  press(row: number, column: number, event: PointerEvent): void;
  enter(row: number, column: number, event: PointerEvent): void;
  leave(): void;
  edit(row: number, column: number): void;
  done(row: number, column: number, saved: { value: Value; evidence: Evidence[] } | null, after: AfterEdit): void;
  menu(row: number): void;
};

export type RowProps = {
  row: MergedRow;
  index: number;
  top: number;
  height: number;
  columns: readonly RowField[];
  template: string;
  /** The column that stays in view at the right. */
  kept: string | null;
  /** Column of the cell that has or gets the focus, -1 for the row's number; null when it is in another row. */
  active: number | null;
  /** First and last selected column. */
  from: number | null;
  to: number | null;
  /** Column the mouse is over on the page. */
  hovered: string | null;
  flags: ReadonlyMap<string, Flag> | undefined;
  changes: ReadonlyMap<string, CellChange> | undefined;
  /** What was typed in the active cell to begin editing; undefined while it is not edited. */
  editing: string | null | undefined;
  canEdit: boolean;
  handlers: RowHandlers;
};

const STATES = { machine: '', confirmed: ', confirmed', corrected: ', corrected', cleared: ', cleared' } as const;

function Cell({ column, at, cell, ...props }: RowProps & { column: RowField; at: number; cell: MergedValue }) {
  const { index, handlers } = props;
  const flag = props.flags?.get(column.name);
  const change = props.changes?.get(column.name);
  const isActive = props.active === at;
  const isEditing = isActive && props.editing !== undefined;
  const isSelected = props.from !== null && props.to !== null && at >= props.from && at <= props.to;
  const name = column.label || column.name;
  const shown = formatValue(column.type, cell.value);
  const label = `${name}, row ${index + 1}`;
  const told = change ? `, would become ${formatValue(column.type, change.to) || 'empty'}` : '';
  return (
    <div
      role="gridcell"
      id={isEditing ? undefined : elementId(cell.pointer)}
      data-pointer={isEditing ? undefined : cell.pointer}
      aria-colindex={at + 2}
      aria-selected={isSelected || isActive}
      aria-readonly={!props.canEdit || undefined}
      aria-label={`${label}: ${shown || 'empty'}${STATES[cell.status]}${flag ? `. ${flag.message}` : ''}${told}`}
      tabIndex={isActive && !isEditing ? 0 : -1}
      title={flag?.message}
      onFocus={(event) => event.target === event.currentTarget && handlers.focus(index, at)}
      onPointerDown={(event) => handlers.press(index, at, event)}
      onPointerEnter={(event) => handlers.enter(index, at, event)}
      onPointerLeave={handlers.leave}
      onDoubleClick={() => handlers.edit(index, at)}
      className={classNames(
        // The cell one works on is seen after a click too.
        'flex h-full min-w-0 select-none items-center border-l text-sm focus:z-10 focus:outline-2 focus:outline-accent focus:-outline-offset-2',
        props.kept === column.name ? 'sticky right-7 z-[1]' : 'relative',
        !isEditing && 'px-1.5',
        isFigureColumn(column) && 'justify-end tabular-nums',
        isSelected
          ? 'bg-selected'
          : change
            ? 'bg-ok-soft'
            : flag
              ? 'bg-warn-soft'
              : cell.status === 'corrected' || cell.status === 'cleared'
                ? 'bg-info-soft'
                : props.hovered === column.name
                  ? 'bg-hover'
                  : 'bg-surface',
        flag && 'shadow-[inset_0_-2px_0_var(--color-warn)]',
        cell.status !== 'machine' &&
          'after:absolute after:top-0 after:right-0 after:border-[3px] after:border-transparent after:border-t-info after:border-r-info',
      )}
    >
      {isEditing ? (
        <CellEditor
          column={column}
          merged={cell}
          label={label}
          initial={props.editing ?? null}
          onDone={(saved, after) => handlers.done(index, at, saved, after)}
        />
      ) : change ? (
        <span className={classNames('flex min-w-0 flex-col leading-3', isFigureColumn(column) && 'items-end')}>
          {shown ? <del className="max-w-full truncate text-2xs text-ink-faint leading-3">{shown}</del> : null}
          <ins className="max-w-full truncate font-medium text-ok text-xs leading-3.5 no-underline">
            {formatValue(column.type, change.to) || 'empty'}
          </ins>
        </span>
      ) : (
        <span className="truncate">{shown}</span>
      )}
    </div>
  );
}

/** One row of a table: its number, its cells, and a button for what can be done with it. */
export const Row = memo(function Row(props: RowProps) {
  const { row, index, columns, handlers } = props;
  const isWhole = props.from === 0 && props.to === columns.length - 1;
  const flag = props.flags?.get('');
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="group absolute inset-x-0 grid items-stretch border-b bg-surface"
      style={{ gridTemplateColumns: props.template, height: props.height, transform: `translateY(${props.top}px)` }}
    >
      <div
        role="rowheader"
        id={elementId(row.pointer)}
        aria-colindex={1}
        aria-label={`Row ${index + 1}${row.origin === 'human' ? ', added by a person' : ''}${flag ? `. ${flag.message}` : ''}`}
        title={flag?.message}
        tabIndex={props.active === -1 ? 0 : -1}
        onFocus={() => handlers.focus(index, -1)}
        onPointerDown={(event) => handlers.press(index, -1, event)}
        onPointerEnter={(event) => handlers.enter(index, -1, event)}
        onPointerLeave={handlers.leave}
        className={classNames(
          // Above the cell with the focus, which is above what is kept in view.
          'sticky left-0 z-[11] flex select-none items-center justify-end pr-1.5 text-2xs tabular-nums focus:outline-2 focus:outline-accent focus:-outline-offset-2',
          isWhole ? 'bg-selected font-medium text-ink' : flag ? 'bg-warn-soft text-ink' : 'bg-sunken text-ink-faint',
          flag && 'shadow-[inset_0_-2px_0_var(--color-warn)]',
        )}
      >
        {row.origin === 'human' ? '+' : ''}
        {index + 1}
      </div>
      {columns.map((column, at) => {
        const cell = row.cells[column.name];
        return cell ? <Cell key={column.name} {...props} column={column} at={at} cell={cell} /> : <div key={column.name} role="gridcell" />;
      })}
      <div
        role="gridcell"
        aria-colindex={columns.length + 2}
        className="sticky right-0 z-[11] flex items-center justify-center border-l bg-surface"
      >
        {props.canEdit ? (
          <button
            type="button"
            tabIndex={-1}
            aria-label={`Row ${index + 1}: add, split, merge, move, remove`}
            title="Row menu (Shift F10)"
            data-row-menu={index}
            onClick={() => handlers.menu(index)}
            className={classNames(
              'flex size-6 items-center justify-center rounded-sm text-ink-muted hover:bg-hover',
              props.active === null && 'opacity-0 focus-visible:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100',
            )}
          >
            <Ellipsis size={14} aria-hidden />
          </button>
        ) : null}
      </div>
    </div>
  );
});
