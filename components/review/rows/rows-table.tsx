// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
'use client';

import { type ComponentProps, type HTMLAttributes, type RefObject, useMemo, useRef } from 'react';
import { classNames } from '#components/ui/class-names.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { TableContext } from '#lib/document/rows/cell-sources.ts';
import { remapColumns } from '#lib/document/rows/remap-columns.ts';
import type { ColumnTotal } from '#lib/document/rules/column-totals.ts';
import { parsePointer } from '#lib/document/values/pointer.ts';
import { useReview } from '../session/review-context.ts';
import type { useRowFixes } from './editing/use-row-fixes.ts';
import { RowsBody } from './rows-body.tsx';
import { RowsHeader } from './rows-header.tsx';
import { TotalsRow } from './rows-totals.tsx';
import type { useColumnWidths } from './use-column-widths.ts';

type BodyProps = Pick<ComponentProps<typeof RowsBody>, 'scroll' | 'rows' | 'active' | 'range' | 'editing' | 'flagsByRow' | 'handlers'>;

type RowsTableProps = BodyProps &
  Pick<HTMLAttributes<HTMLDivElement>, 'onKeyDown' | 'onCopy' | 'onCut' | 'onPaste' | 'onPointerEnter'> & {
    scroller: RefObject<HTMLDivElement | null>;
    field: Field;
    widths: ReturnType<typeof useColumnWidths>;
    totals: readonly ColumnTotal[];
    fixes: ReturnType<typeof useRowFixes>;
    makeTableContext: () => TableContext;
    /** The pages of the table are there. */
    isReady: boolean;
    isLarge: boolean;
  };

/** The grid itself: headings, the rows in view, sums. It scrolls by itself, both ways. */
export function RowsTable(props: RowsTableProps) {
  const { scroller, field, widths, totals, fixes, makeTableContext, isReady, isLarge } = props;
  const { scroll, rows, active, range, editing, flagsByRow, handlers } = props;
  const { canEdit, hovered } = useReview();
  const columns = field.fields ?? [];
  const [hoveredField, hoveredRow, hoveredColumn] = hovered ? parsePointer(hovered) : [];
  const latest = useRef({ makeTableContext, fixes, change: widths.change });
  latest.current = { makeTableContext, fixes, change: widths.change };
  // Not drawn again for every row that comes into view.
  const header = useMemo(
    () => (
      <RowsHeader
        columns={field.fields ?? []}
        template={widths.template}
        kept={widths.kept}
        canEdit={canEdit}
        isReady={isReady}
        makeTableContext={() => latest.current.makeTableContext()}
        onRemap={(what, map) => latest.current.fixes.propose(what, remapColumns(latest.current.makeTableContext(), map))}
        onWidth={(column, change) => latest.current.change(column, change)}
      />
    ),
    [field.fields, widths.template, widths.kept, canEdit, isReady],
  );
  const totalsRow = useMemo(
    () => <TotalsRow field={field} totals={totals} template={widths.template} kept={widths.kept} rowCount={rows.length} />,
    [field, totals, widths.template, widths.kept, rows.length],
  );
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={field.label || field.name}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 2}
      aria-multiselectable
      aria-readonly={!canEdit || undefined}
      onKeyDown={props.onKeyDown}
      onCopy={props.onCopy}
      onCut={props.onCut}
      onPaste={props.onPaste}
      onPointerEnter={props.onPointerEnter}
      className={classNames('overflow-auto overscroll-contain border-y', isLarge ? 'max-h-[75vh]' : 'max-h-105')}
      style={{ scrollPaddingLeft: widths.covered.left, scrollPaddingRight: widths.covered.right }}
    >
      <div style={{ minWidth: widths.least }}>
        {header}
        <RowsBody
          {...{ scroller, scroll, rows, columns, active, range, editing, flagsByRow, canEdit, handlers }}
          template={widths.template}
          kept={widths.kept}
          hovered={hoveredField === field.name ? { row: hoveredRow, column: hoveredColumn } : null}
          changesByRow={fixes.changesByRow}
        />
        {totalsRow}
      </div>
    </div>
  );
}
