// biome-ignore-all lint/a11y/useSemanticElements: rows are placed one by one while scrolling, which <table> parts cannot be
'use client';

import { Maximize2, Minimize2, Plus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { Button } from '#components/ui/button.tsx';
import { classNames } from '#components/ui/class-names.ts';
import { IconButton } from '#components/ui/icon-button.tsx';
import { showToast } from '#components/ui/layers/toast.tsx';
import type { Flag, MergedRow } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { placeOfRow } from '#lib/document/rows/place-of-row.ts';
import { remapColumns } from '#lib/document/rows/remap-columns.ts';
import { rowFromLine } from '#lib/document/rows/row-from-line.ts';
import { setTableScene } from '#lib/document/rows/set-table-scene.ts';
import { columnTotals } from '#lib/document/rules/column-totals.ts';
import { formatPointer, parsePointer } from '#lib/document/values/pointer.ts';
import { addRowId } from '../session/focus-near.ts';
import { useReview } from '../session/review-context.ts';
import { useFollow } from '../session/use-follow.ts';
import { PasteDialog } from './paste-dialog.tsx';
import { RowsBody } from './rows-body.tsx';
import { RowsFlags } from './rows-flags.tsx';
import { RowsHeader } from './rows-header.tsx';
import type { CellPlace } from './rows-keys.ts';
import { RowsMenu } from './rows-menu.tsx';
import { RowsMeter } from './rows-meter.tsx';
import { FollowOffer, RowsPreview } from './rows-preview.tsx';
import { TotalsNotes, TotalsRow } from './rows-totals.tsx';
import { useColumnWidths } from './use-column-widths.ts';
import { useRowHandlers } from './use-row-handlers.ts';
import { useRowsActs } from './use-rows-acts.ts';
import { useRowsClipboard } from './use-rows-clipboard.ts';
import { useRowsCommands } from './use-rows-commands.ts';
import { useRowsMeter } from './use-rows-meter.ts';
import { useRowsProposal } from './use-rows-proposal.ts';
import { useRowsScroll } from './use-rows-scroll.ts';
import { useRowsSelection } from './use-rows-selection.ts';
import { useTablePages } from './use-table-pages.ts';

const NO_PAGES: readonly Page[] = [];

/** The first flag of each cell of a table: by row, as pointers write it, and column; '' stands for the row as a whole. */
function firstFlags(flags: readonly Flag[], table: string): Map<string, Map<string, Flag>> {
  const byRow = new Map<string, Map<string, Flag>>();
  for (const flag of flags) {
    const [name, row, column = ''] = parsePointer(flag.pointer);
    if (name !== table || row === undefined) continue;
    const ofRow = byRow.get(row) ?? new Map<string, Flag>();
    if (!ofRow.has(column)) ofRow.set(column, flag);
    byRow.set(row, ofRow);
  }
  return byRow;
}

/**
 * The rows of a field as a grid with the keyboard of a spreadsheet. The focused cell's evidence is shown on the page, a
 * focused row number the whole row's. What is repaired in one row is offered for the others; nothing changes unseen.
 */
export function RowsGrid({ field, rows }: { field: Field; rows: readonly MergedRow[] }) {
  const review = useReview();
  const { detail } = review;
  const columns = field.fields ?? [];
  const frame = useRef<HTMLLIElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const scroll = useRowsScroll(scroller);
  const selection = useRowsSelection(field, rows, scroll);
  const { active, range } = selection;
  const [isUsed, setUsed] = useState(false);
  const [isLarge, setLarge] = useState(false);
  const [isMeterOpen, setMeterOpen] = useState(false);
  const [menuRow, setMenuRow] = useState<number | null>(null);
  const widths = useColumnWidths(`countersign.columns.${detail.schema?.id ?? ''}.${field.name}`, columns, rows, frame);
  const known = detail.completeness?.[field.name];
  const morePages = useMemo(() => [...new Set(known?.lines?.flatMap(({ page, taken }) => (taken ? [] : [page])))], [known]);
  const { pages, isComplete } = useTablePages(rows, morePages, isUsed);
  const meter = useRowsMeter(columns, rows, known, isComplete ? pages : NO_PAGES);
  const makeScene = () => setTableScene(columns, rows, pages);
  const acts = useRowsActs(field, rows, makeScene);
  const clipboard = useRowsClipboard(field, rows, selection, acts);
  const { offer, settle } = useFollow(columns, rows, active.row, makeScene, isUsed && isComplete && review.canEdit);
  const preview = useRowsProposal(rows, (row) => scroll.scrollTo(Math.max(0, row - 1), 'start'));
  const closePreview = () => {
    preview.close();
    selection.go(active);
  };
  const totals = useMemo(
    () => (detail.schema && detail.fields ? columnTotals(detail.schema, detail.fields, field.name) : []),
    [detail.schema, detail.fields, field.name],
  );
  const flagsByRow = useMemo(() => firstFlags(detail.flags, field.name), [detail.flags, field.name]);
  const [hoveredField, hoveredRow, hoveredColumn] = review.hovered ? parsePointer(review.hovered) : [];

  /** Of a row as a whole with '' for the column. */
  const isFlagged = (row: number, column: string) => flagsByRow.get(String(row))?.has(column) ?? false;
  const showMissing = () => {
    const [first] = meter?.missing ?? [];
    if (!first) return;
    setMeterOpen(true);
    review.preview(first);
  };
  const showRow = (row: number) => review.preview(placeOfRow(rows[row]));
  const goAfter = (to: CellPlace | null) => to && selection.go(to);
  const showOffer = () => offer && preview.propose(`Same fix as in row ${offer.row + 1}`, offer.changes);
  const addLine = (line: Evidence) => {
    const row = rowFromLine(makeScene(), line);
    if (!row) {
      showToast({ tone: 'info', title: 'Nothing on this line fits a column. Add an empty row and type its values.' });
      return;
    }
    review.act({ kind: 'insert_row', pointer: formatPointer(field.name, row.index), values: row.values });
    selection.go({ row: row.index, column: 0 });
  };

  const { onKeyDown, onMenuAct } = useRowsCommands({
    field,
    rows,
    selection,
    acts,
    isFlagged,
    showRow,
    offer: offer && { show: showOffer, decline: settle },
    setMenuRow,
  });
  const handlers = useRowHandlers({
    field,
    rows,
    selection,
    acts,
    showRow,
    isFlagged,
    isScrolling: scroll.isScrolling,
    onUse: () => setUsed(true),
    onMenu: setMenuRow,
  });
  const title = field.label || field.name;
  const latest = useRef({ makeScene, preview, change: widths.change });
  latest.current = { makeScene, preview, change: widths.change };
  // Not drawn again for every row that comes into view.
  const header = useMemo(
    () => (
      <RowsHeader
        columns={field.fields ?? []}
        template={widths.template}
        kept={widths.kept}
        canEdit={review.canEdit}
        isReady={isComplete}
        makeScene={() => latest.current.makeScene()}
        onRemap={(what, map) => latest.current.preview.propose(what, remapColumns(latest.current.makeScene(), map))}
        onWidth={(column, change) => latest.current.change(column, change)}
      />
    ),
    [field.fields, widths.template, widths.kept, review.canEdit, isComplete],
  );
  const totalsRow = useMemo(
    () => <TotalsRow field={field} totals={totals} template={widths.template} kept={widths.kept} rowCount={rows.length} />,
    [field, totals, widths.template, widths.kept, rows.length],
  );
  return (
    <li ref={frame} data-home={formatPointer(field.name)} className="border-b py-2">
      <div className="flex items-center justify-between gap-2 px-4 pb-1">
        <h2 className="font-medium text-xs" title={field.description || undefined}>
          {title}
          <span className="text-ink-faint"> · {rows.length === 1 ? '1 row' : `${rows.length} rows`}</span>
        </h2>
        <div className="flex items-center gap-1">
          {review.canEdit ? (
            <Button
              id={addRowId(field.name)}
              size="small"
              variant="quiet"
              icon={<Plus size={14} aria-hidden />}
              onPress={() => goAfter(acts.insert(rows.length))}
            >
              Add row
            </Button>
          ) : null}
          {rows.length > 8 ? (
            <IconButton
              size="small"
              label={isLarge ? 'Smaller table' : 'Larger table'}
              icon={isLarge ? <Minimize2 size={14} aria-hidden /> : <Maximize2 size={14} aria-hidden />}
              onPress={() => setLarge(!isLarge)}
            />
          ) : null}
        </div>
      </div>
      <RowsFlags field={field} flags={detail.flags} onVisit={showMissing} />
      {meter ? <RowsMeter meter={meter} isOpen={isMeterOpen} onToggle={setMeterOpen} canAdd={review.canEdit} onAdd={addLine} /> : null}
      {preview.proposal ? (
        <RowsPreview
          proposal={preview.proposal}
          onAccept={() => {
            const drafts = preview.accept();
            if (drafts.length > 0) review.act(...drafts);
            settle();
            closePreview();
          }}
          onDismiss={closePreview}
        />
      ) : offer ? (
        <FollowOffer changes={offer.changes} onShow={showOffer} onDismiss={settle} />
      ) : null}
      {rows.length > 0 ? (
        <div
          ref={scroller}
          role="grid"
          aria-label={title}
          aria-rowcount={rows.length + 1}
          aria-colcount={columns.length + 2}
          aria-multiselectable
          aria-readonly={!review.canEdit || undefined}
          onKeyDown={onKeyDown}
          onCopy={clipboard.onCopy}
          onCut={clipboard.onCopy}
          onPaste={clipboard.onPaste}
          onPointerEnter={() => setUsed(true)}
          className={classNames('overflow-auto overscroll-contain border-y', isLarge ? 'max-h-[75vh]' : 'max-h-105')}
          style={{ scrollPaddingLeft: widths.covered.left, scrollPaddingRight: widths.covered.right }}
        >
          <div style={{ minWidth: widths.least }}>
            {header}
            <RowsBody
              scroller={scroller}
              scroll={scroll}
              rows={rows}
              columns={columns}
              template={widths.template}
              kept={widths.kept}
              active={active}
              range={selection.anchor !== null || active.column < 0 ? range : null}
              editing={selection.editing}
              hovered={hoveredField === field.name ? { row: hoveredRow, column: hoveredColumn } : null}
              flagsByRow={flagsByRow}
              changesByRow={preview.changesByRow}
              canEdit={review.canEdit}
              handlers={handlers}
            />
            {totalsRow}
          </div>
        </div>
      ) : (
        <p className="px-4 text-ink-faint text-xs">No rows were found.</p>
      )}
      <TotalsNotes field={field} totals={totals} />
      <RowsMenu row={menuRow} count={range.bottom - range.top + 1} onAct={onMenuAct} onClose={() => setMenuRow(null)} />
      <PasteDialog
        field={field}
        plan={clipboard.plan}
        onPaste={() => clipboard.plan && clipboard.apply(clipboard.plan)}
        onClose={clipboard.close}
      />
    </li>
  );
}
