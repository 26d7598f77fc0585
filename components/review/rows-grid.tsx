// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
// biome-ignore-all lint/a11y/useFocusableInteractive: the inputs inside the cells have the focus
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import type { Field } from '#lib/contract/extraction-schema.ts';
import type { MergedRow } from '#lib/contract/review.ts';
import { formatValue } from '#lib/document/format-value.ts';
import { formatPointer, parsePointer } from '#lib/document/pointer.ts';
import { elementId } from './element-id.ts';
import { FlagNote } from './flag-note.tsx';
import { useReview } from './review-context.ts';
import { ValueInput } from './value-input.tsx';

const ROW = 30;
const NUMERIC = new Set(['money', 'number', 'integer', 'percentage']);

function sumOf(rows: readonly MergedRow[], column: string): number | null {
  const values = rows.map((row) => row.cells[column]?.value).filter((value) => typeof value === 'number');
  return values.length > 0 ? Math.round(values.reduce((total, value) => total + value, 0) * 100) / 100 : null;
}

/** The rows of a field as a grid: arrow keys between rows, Tab between cells, evidence of the focused cell on the page. */
export function RowsGrid({ field, rows }: { field: Field; rows: readonly MergedRow[] }) {
  const review = useReview();
  const columns = field.fields ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 });
  const pointer = formatPointer(field.name);
  const template = `1.75rem ${columns.map((column) => (NUMERIC.has(column.type) ? 'minmax(4.5rem,0.7fr)' : 'minmax(6rem,1.6fr)')).join(' ')} 1.75rem`;

  const [focusedField, focusedRow] = review.focused ? parsePointer(review.focused) : [];
  useEffect(() => {
    if (focusedField === field.name && focusedRow !== undefined) virtual.scrollToIndex(Number(focusedRow), { align: 'auto' });
  }, [focusedField, focusedRow, field.name, virtual]);

  /** Where the focus goes once the grid has `length` rows. */
  const wanted = useRef<{ row: number; column: string; length: number } | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (wanted.current?.length !== rows.length) return;
    const { row, column } = wanted.current;
    wanted.current = null;
    if (rows.length === 0) return addButton.current?.focus();
    virtual.scrollToIndex(row, { align: 'auto' });
    const id = elementId(formatPointer(field.name, row, column));
    // A row outside the view is drawn some frames after the scrolling.
    const focus = (tries: number) => {
      const input = document.getElementById(id);
      if (input) input.focus();
      else if (tries > 0) requestAnimationFrame(() => focus(tries - 1));
    };
    requestAnimationFrame(() => focus(12));
  }, [rows.length, field.name, virtual]);
  const insertRow = (row: number) => {
    if (!review.canEdit) return;
    wanted.current = { row, column: columns[0]?.name ?? '', length: rows.length + 1 };
    review.act({ kind: 'insert_row', pointer: formatPointer(field.name, row), values: {} });
  };
  const removeRow = (row: number, column: string) => {
    if (!review.canEdit) return;
    wanted.current = { row: Math.min(row, rows.length - 2), column, length: rows.length - 1 };
    review.act({ kind: 'remove_row', pointer: formatPointer(field.name, row) });
  };
  const moveTo = (row: number, column: string) => {
    if (row < 0 || row >= rows.length) return;
    virtual.scrollToIndex(row, { align: 'auto' });
    requestAnimationFrame(() => document.getElementById(elementId(formatPointer(field.name, row, column)))?.focus());
  };
  const onKeyDown = (row: number, column: string) => (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.metaKey) return;
    if (event.ctrlKey && event.key === 'Delete') removeRow(row, column);
    else if (event.ctrlKey && event.key === 'Enter') insertRow(row + 1);
    else if (event.ctrlKey) return;
    else if (event.key === 'ArrowDown') moveTo(row + 1, column);
    else if (event.key === 'ArrowUp') moveTo(row - 1, column);
    else return;
    event.preventDefault();
  };

  return (
    <li className="border-b py-2">
      <div className="flex items-center justify-between gap-2 px-4 pb-1.5">
        <h2 className="font-medium text-xs" title={field.description || undefined}>
          {field.label || field.name}
          <span className="text-ink-faint"> · {rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
        </h2>
        {review.canEdit ? (
          <Button size="small" variant="quiet" icon={<Plus size={14} aria-hidden />} ref={addButton} onPress={() => insertRow(rows.length)}>
            Add row
          </Button>
        ) : null}
      </div>
      <div className="px-4">
        {review.flagsOf(pointer).map((flag) => (
          <FlagNote key={flag.message} flag={flag} field={{ ...field, type: 'string' }} />
        ))}
      </div>
      {rows.length > 0 ? (
        <div
          ref={scroller}
          className="max-h-105 overflow-auto border-y"
          role="table"
          aria-label={field.label || field.name}
          aria-rowcount={rows.length + 1}
        >
          <div className="min-w-max">
            <div role="row" className="sticky top-0 z-10 grid bg-sunken text-2xs text-ink-muted" style={{ gridTemplateColumns: template }}>
              <span role="columnheader" className="px-1.5 py-1">
                #
              </span>
              {columns.map((column) => (
                <span
                  key={column.name}
                  role="columnheader"
                  title={column.description || undefined}
                  className={classNames('truncate px-1.5 py-1 font-medium', NUMERIC.has(column.type) && 'text-right')}
                >
                  {column.label || column.name}
                </span>
              ))}
              <span />
            </div>
            <div style={{ height: virtual.getTotalSize(), position: 'relative' }}>
              {virtual.getVirtualItems().map((item) => {
                const row = rows[item.index]!;
                return (
                  <div
                    key={row.key}
                    role="row"
                    aria-rowindex={item.index + 2}
                    className="group absolute inset-x-0 grid items-center border-b"
                    style={{ gridTemplateColumns: template, height: ROW, transform: `translateY(${item.start}px)` }}
                  >
                    <span className="px-1.5 text-2xs text-ink-faint">{item.index + 1}</span>
                    {columns.map((column) => {
                      const cell = row.cells[column.name];
                      if (!cell) return <span key={column.name} />;
                      const flags = review.flagsOf(cell.pointer);
                      return (
                        <div
                          key={column.name}
                          role="cell"
                          title={flags[0]?.message}
                          onPointerEnter={() => review.hover(cell.pointer)}
                          onPointerLeave={() => review.hover(null)}
                          className={classNames(
                            'h-full border-l',
                            flags.length > 0 && 'bg-warn-soft shadow-[inset_0_-2px_0_var(--color-warn)]',
                            cell.status === 'corrected' && flags.length === 0 && 'bg-info-soft',
                          )}
                        >
                          <ValueInput
                            bare
                            rowKey={row.key}
                            field={column}
                            merged={cell}
                            label={`${column.label || column.name}, row ${item.index + 1}${flags[0] ? `, ${flags[0].message}` : ''}`}
                            onKeyDown={onKeyDown(item.index, column.name)}
                          />
                        </div>
                      );
                    })}
                    <span className="invisible group-focus-within:visible group-hover:visible">
                      {review.canEdit ? (
                        <IconButton
                          label={`Remove row ${item.index + 1}`}
                          shortcut="Ctrl Del"
                          size="small"
                          icon={<Trash2 size={13} aria-hidden />}
                          onPress={() => removeRow(item.index, columns[0]?.name ?? '')}
                        />
                      ) : null}
                    </span>
                  </div>
                );
              })}
            </div>
            <div
              role="row"
              className="sticky bottom-0 grid border-t bg-sunken font-medium text-xs"
              style={{ gridTemplateColumns: template }}
            >
              <span className="px-1.5 py-1 text-ink-faint" title="Sums of the columns">
                Σ
              </span>
              {columns.map((column) => {
                const sum = column.type === 'money' ? sumOf(rows, column.name) : null;
                return (
                  <span key={column.name} role="cell" className="px-1.5 py-1 text-right">
                    {sum === null ? '' : formatValue('money', sum)}
                  </span>
                );
              })}
              <span />
            </div>
          </div>
        </div>
      ) : (
        <p className="px-4 text-ink-faint text-xs">No rows were found.</p>
      )}
    </li>
  );
}
