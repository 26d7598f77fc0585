'use client';

import { useRef, useState } from 'react';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { createTableContext } from '#lib/document/rows/create-table-context.ts';
import { evidenceOfRow } from '#lib/document/rows/evidence-of-row.ts';
import { rowFromLine } from '#lib/document/rows/row-from-line.ts';
import { formatPointer } from '#lib/document/values/pointer.ts';
import { useReview } from '../session/review-context.ts';
import { useRowFixes } from './editing/use-row-fixes.ts';
import { useRowHandlers } from './editing/use-row-handlers.ts';
import { useRowsActs } from './editing/use-rows-acts.ts';
import { useRowsClipboard } from './editing/use-rows-clipboard.ts';
import { useRowsCommands } from './editing/use-rows-commands.ts';
import { useRowsSelection } from './editing/use-rows-selection.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { RowsFlags } from './rows-flags.tsx';
import { RowsMenu } from './rows-menu.tsx';
import { RowsMeter } from './rows-meter.tsx';
import { RowFixOffer, RowsPreview } from './rows-preview.tsx';
import { RowsTable } from './rows-table.tsx';
import { RowsTitle } from './rows-title.tsx';
import { TotalsNotes } from './rows-totals.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useRowsFindings } from './use-rows-findings.ts';
import { useRowsScroll } from './use-rows-scroll.ts';

/** What works on the rows of a field: selection, commands and clipboard, and the changes that one repair proposes for the others. */
function useRowsEditing(field: Field, rows: readonly MergedRow[]) {
  const review = useReview();
  const columns = field.fields ?? [];
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useRowsScroll(scroller);
  const selection = useRowsSelection(field, rows, scroll);
  const [isUsed, setUsed] = useState(false);
  const [menuRow, setMenuRow] = useState<number | null>(null);
  const findings = useRowsFindings(field, columns, rows, isUsed);
  const { pages, isComplete, flagsByRow } = findings;
  const makeTableContext = () => createTableContext(columns, rows, pages);
  const acts = useRowsActs(field, rows, makeTableContext);
  const clipboard = useRowsClipboard(field, rows, selection, acts);
  const fixes = useRowFixes({ columns, rows, selection, scroll, makeTableContext, isReady: isUsed && isComplete && review.canEdit });
  /** Of a row as a whole with '' for the column. */
  const isFlagged = (row: number, column: string) => flagsByRow.get(String(row))?.has(column) ?? false;
  const showRow = (row: number) => review.preview(evidenceOfRow(rows[row]));
  const offer = fixes.offer && { show: fixes.showOffer, decline: fixes.declineOffer };
  const commands = useRowsCommands({ field, rows, selection, acts, isFlagged, showRow, offer, setMenuRow });
  const recordUse = () => setUsed(true);
  const handlers = useRowHandlers({
    field,
    rows,
    selection,
    acts,
    showRow,
    isFlagged,
    isScrolling: scroll.isScrolling,
    onUse: recordUse,
    onMenu: setMenuRow,
  });
  return {
    scroller,
    scroll,
    selection,
    menuRow,
    setMenuRow,
    findings,
    makeTableContext,
    acts,
    clipboard,
    fixes,
    commands,
    recordUse,
    handlers,
  };
}

type RowsGridProps = {
  field: Field;
  rows: readonly MergedRow[];
  /** Confirms the table of that name. */
  onConfirm: (table: string) => void;
};

/**
 * The rows of a field as a grid with the keyboard of a spreadsheet. The focused cell's evidence is shown on the page, a
 * focused row number the whole row's. What is repaired in one row is offered for the others; nothing changes unseen.
 */
export function RowsGrid({ field, rows, onConfirm }: RowsGridProps) {
  const review = useReview();
  const { detail, canEdit } = review;
  const frame = useRef<HTMLLIElement>(null);
  const [isLarge, setLarge] = useState(false);
  const [isMeterOpen, setMeterOpen] = useState(false);
  const widths = useColumnWidths(`countersign.columns.${detail.schema?.id ?? ''}.${field.name}`, field.fields ?? [], rows, frame);
  const editing = useRowsEditing(field, rows);
  const { selection, findings, fixes, clipboard, commands, menuRow, setMenuRow } = editing;
  const { active, range } = selection;
  const { meter, totals } = findings;
  const addRow = () => {
    const place = editing.acts.insert(rows.length);
    if (place) selection.go(place);
  };
  const showMissing = () => {
    const [first] = meter?.missing ?? [];
    if (!first) return;
    setMeterOpen(true);
    review.preview(first);
  };
  const addLine = (line: Evidence) => {
    const row = rowFromLine(editing.makeTableContext(), line);
    if (!row) {
      showToast({ tone: 'info', title: 'Nothing on this line fits a column. Add an empty row and type its values.' });
      return;
    }
    review.act({ kind: 'insert_row', pointer: formatPointer(field.name, row.index), values: row.values });
    selection.go({ row: row.index, column: 0 });
  };
  return (
    <li ref={frame} data-home={formatPointer(field.name)} className="border-b py-2">
      <RowsTitle
        field={field}
        rowCount={rows.length}
        isLarge={isLarge}
        onLarge={setLarge}
        onAdd={canEdit ? addRow : null}
        onConfirm={canEdit && rows.length > 0 ? () => onConfirm(field.name) : null}
      />
      <RowsFlags field={field} flags={detail.flags} onVisit={showMissing} />
      {meter ? <RowsMeter meter={meter} isOpen={isMeterOpen} onToggle={setMeterOpen} canAdd={canEdit} onAdd={addLine} /> : null}
      {fixes.proposal ? (
        <RowsPreview proposal={fixes.proposal} onAccept={fixes.accept} onDismiss={fixes.close} />
      ) : fixes.offer ? (
        <RowFixOffer changes={fixes.offer.changes} onShow={fixes.showOffer} onDismiss={fixes.declineOffer} />
      ) : null}
      {rows.length > 0 ? (
        <RowsTable
          {...{ field, rows, widths, totals, fixes, isLarge, active }}
          scroller={editing.scroller}
          scroll={editing.scroll}
          makeTableContext={editing.makeTableContext}
          isReady={findings.isComplete}
          range={selection.anchor !== null || active.column < 0 ? range : null}
          editing={selection.editing}
          flagsByRow={findings.flagsByRow}
          handlers={editing.handlers}
          onKeyDown={commands.onKeyDown}
          onCopy={clipboard.onCopy}
          onCut={clipboard.onCopy}
          onPaste={clipboard.onPaste}
          onPointerEnter={editing.recordUse}
        />
      ) : (
        <p className="px-4 text-ink-faint text-xs">No rows were found.</p>
      )}
      <TotalsNotes field={field} totals={totals} />
      <RowsMenu row={menuRow} count={range.bottom - range.top + 1} onAct={commands.onMenuAct} onClose={() => setMenuRow(null)} />
      <PasteDialog
        field={field}
        plan={clipboard.plan}
        onPaste={() => clipboard.plan && clipboard.apply(clipboard.plan)}
        onClose={clipboard.close}
      />
    </li>
  );
}
