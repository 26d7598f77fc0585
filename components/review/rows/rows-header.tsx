// biome-ignore-all lint/a11y/useSemanticElements: part of a grid whose rows are placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the buttons in the headings have the focus
'use client';

import { ArrowLeftRight, ArrowLeftToLine, ArrowRightToLine, ChevronDown, MoveHorizontal, ScanLine } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { classNames } from '#components/ui/class-names.ts';
import { Menu, MenuItem, MenuSection, MenuSeparator } from '#components/ui/layers/menu.tsx';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { TableContext } from '#lib/document/rows/cell-sources.ts';
import { type ColumnMap, describePageColumns, shiftedColumns, swappedColumns } from '#lib/document/rows/remap-columns.ts';
import { isFigureColumn } from '#lib/document/values/read-cell-text.ts';

type RowsHeaderProps = {
  columns: readonly RowField[];
  template: string;
  /** The column that stays in view at the right. */
  kept: string | null;
  canEdit: boolean;
  isReady: boolean;
  makeTableContext: () => TableContext;
  /** Shows what a column's new source would change. */
  onRemap: (title: string, map: ColumnMap) => void;
  /** `by` more pixels, `to` so many; null takes the width it had at first. */
  onWidth: (column: string, change: { by: number } | { to: number } | null) => void;
};

const nameOf = (column: RowField) => column.label || column.name;
const STEP = 24;

/** Headings of a table: each with a menu that says where the column's values really stand, and an edge to drag its width. */
export function RowsHeader({ columns, template, kept, canEdit, isReady, makeTableContext, onRemap, onWidth }: RowsHeaderProps) {
  const resize = (column: string) => (event: PointerEvent<HTMLElement>) => {
    event.preventDefault();
    const cell = event.currentTarget.parentElement;
    const start = event.clientX - (cell?.offsetWidth ?? 0);
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => onWidth(column, { to: moved.clientX - start });
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', () => handle.removeEventListener('pointermove', move), { once: true });
  };
  return (
    <div
      role="row"
      aria-rowindex={1}
      className="sticky top-0 z-20 grid h-7 border-b bg-sunken text-2xs text-ink-muted"
      style={{ gridTemplateColumns: template }}
    >
      <div role="columnheader" aria-colindex={1} aria-label="Row" className="sticky left-0 z-[11] bg-sunken px-1.5 text-right leading-7">
        #
      </div>
      {columns.map((column, at) => (
        <div
          key={column.name}
          role="columnheader"
          aria-colindex={at + 2}
          className={classNames(
            'group flex min-w-0 items-center border-l bg-sunken',
            kept === column.name ? 'sticky right-7 z-[1]' : 'relative',
            isFigureColumn(column) && 'justify-end',
          )}
        >
          <Menu
            label={`Column ${nameOf(column)}`}
            placement="bottom start"
            trigger={
              <AriaButton
                aria-label={`Column ${nameOf(column)}`}
                className="flex h-full min-w-0 items-center gap-0.5 px-1.5 font-medium hover:text-ink data-pressed:text-ink"
              >
                <span className="truncate" title={[nameOf(column), column.description].filter(Boolean).join(': ')}>
                  {nameOf(column)}
                </span>
                <ChevronDown
                  size={11}
                  aria-hidden
                  className="hidden shrink-0 text-ink-faint pointer-coarse:block group-focus-within:block group-hover:block"
                />
              </AriaButton>
            }
          >
            {canEdit ? (
              <Remaps column={column} columns={columns} isReady={isReady} makeTableContext={makeTableContext} onRemap={onRemap} />
            ) : null}
            <MenuSection title="Width">
              <MenuItem
                label="Wider"
                icon={<MoveHorizontal size={14} aria-hidden />}
                onAction={() => onWidth(column.name, { by: STEP })}
                id="wider"
              />
              <MenuItem label="Narrower" onAction={() => onWidth(column.name, { by: -STEP })} id="narrower" />
              <MenuItem label="Reset width" onAction={() => onWidth(column.name, null)} id="reset" />
            </MenuSection>
          </Menu>
          <span
            aria-hidden
            onPointerDown={resize(column.name)}
            onDoubleClick={() => onWidth(column.name, null)}
            className="absolute top-0 -right-1 z-10 h-full w-2 cursor-col-resize touch-none hover:bg-line-strong"
          />
        </div>
      ))}
      <div role="columnheader" aria-colindex={columns.length + 2} className="sticky right-0 z-[1] border-l bg-sunken">
        <span className="sr-only">Row menu</span>
      </div>
    </div>
  );
}

type RemapsProps = Pick<RowsHeaderProps, 'columns' | 'isReady' | 'makeTableContext' | 'onRemap'> & { column: RowField };

/** The lines of a heading's menu; worked out when the menu opens. */
function Remaps({ column, columns, isReady, makeTableContext, onRemap }: RemapsProps) {
  const [context] = useState(() => (isReady ? makeTableContext() : null));
  const own = nameOf(column);
  const others = columns.filter((other) => other !== column);
  const next = columns[columns.indexOf(column) + 1];
  const bands = context ? describePageColumns(context).filter(({ texts }) => texts.length > 0) : [];
  return (
    <>
      <MenuItem
        id="right"
        label="Move values one column right"
        icon={<ArrowRightToLine size={14} aria-hidden />}
        onAction={() => onRemap(`Values from ${own} on, one column right`, shiftedColumns({ columns }, column.name, 1))}
      />
      <MenuItem
        id="left"
        label="Move values one column left"
        icon={<ArrowLeftToLine size={14} aria-hidden />}
        onAction={() => onRemap(`Values from ${own} on, one column left`, shiftedColumns({ columns }, column.name, -1))}
      />
      {next ? (
        <MenuItem
          id="swap"
          label={`Swap with ${nameOf(next)}`}
          icon={<ArrowLeftRight size={14} aria-hidden />}
          onAction={() => onRemap(`${own} and ${nameOf(next)} swapped`, swappedColumns(column.name, next.name))}
        />
      ) : null}
      {bands.length > 0 ? (
        <MenuSection title={`Read ${own} from this column of the page`}>
          {bands.map(({ band, texts }) => (
            <MenuItem
              key={band}
              id={`band-${band}`}
              label={texts.join(' · ').slice(0, 44)}
              icon={<ScanLine size={14} aria-hidden />}
              onAction={() =>
                onRemap(
                  `${own} from another column of the page`,
                  new Map([[column.name, { kind: 'band', from: band, to: band, lines: isFigureColumn(column) ? 'main' : 'wrapped' }]]),
                )
              }
            />
          ))}
        </MenuSection>
      ) : null}
      {others.length > 0 ? (
        <MenuSection title={`Take ${own} from the values of`}>
          {others.map((other) => (
            <MenuItem
              key={other.name}
              id={`column-${other.name}`}
              label={nameOf(other)}
              onAction={() =>
                onRemap(`${own} from ${nameOf(other)}`, new Map([[column.name, { kind: 'cell', column: other.name, shift: 0 }]]))
              }
            />
          ))}
        </MenuSection>
      ) : null}
      <MenuSeparator />
    </>
  );
}
