import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { type DocumentView, textOfTokens } from '../view/document-view.ts';
import { dropGroupSums, isCarriedSum, isCounted, isPrintedSum } from './cells/carried-sums.ts';
import { isDottedDay } from './cells/days.ts';
import { fitColumns } from './cells/fit-columns.ts';
import { joinNameLines } from './cells/name-lines.ts';
import { type Reader, readBand } from './cells/read-band.ts';
import { FIGURES, readCell } from './cells/read-cell.ts';
import { isBalanceLine, isBooking } from './cells/signed-amount.ts';
import { isTotal } from './headings/header.ts';
import { nameByContent } from './headings/name-by-content.ts';
import type { Band } from './layout/bands.ts';
import type { Column, Header } from './layout/column.ts';
import { isLabelledLine } from './layout/labelled-line.ts';
import { ledgerOf } from './layout/ledger.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';
import { isSummaryLine } from './layout/summary-line.ts';

/** A gap that no table goes on behind, in ems. */
const WIDE = 14;

/** Rows of one page, the columns as they were understood, whether the table ended, and how many lines looked like rows. */
export type CollectedRows = { rows: RawRow[]; closed: boolean; rowLike: number; header: Header };

/** Reads the lines under a heading as rows, up to a line of sums or the page's end. */
export function collectRows(
  context: ExtractionContext,
  bands: Band[],
  header: Header,
  from: number,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): CollectedRows {
  const ledger = ledgerOf(profiles);
  const reader: Reader = { context, columns, header: nameByContent(context, bands, header, from, labels, profiles), ledger };
  header = reader.header;
  const numeric = new Set(header.columns.map(({ field }) => field).filter((field) => FIGURES.has(columns[field]?.type ?? ''))).size;
  const needed = numeric >= 3 ? 2 : 1;
  const texts = header.columns.filter((column) => column.field >= 0 && !FIGURES.has(columns[column.field]?.type ?? ''));
  const main =
    texts.find((column) => profiles[column.field]?.concepts[0]?.id === 'item_description') ??
    texts.find(({ field }) => columns[field]?.type === 'string') ??
    texts[0];
  const rows: RawRow[] = [];
  const bare: RawRow[] = [];
  /** Lines that belong to the table and are no part of a row. */
  const aside = new Set<Band>();
  let closed = false;
  let rowLike = 0;
  const filledOf = (cells: ReadonlyMap<number, RawCell>) =>
    [...cells].filter(
      ([field, cell]) =>
        FIGURES.has(columns[field]?.type ?? '') &&
        !(ledger && isDottedDay(cell.text)) &&
        readCell(columns[field] as RowField, cell.text, context.pool.locale) !== null,
    );
  /** The next line below that looks like a row, before sums, other headings or a wide gap; -1 without one. */
  const findNextRow = (from: number): number => {
    for (let next = from + 1; next < bands.length; next++) {
      const [band, before] = [bands[next], bands[next - 1]];
      if (!band || !before || band.top - before.bottom > WIDE || isSummaryLine(context.view, labels, band)) return -1;
      if (isLabelledLine(context.view, band)) continue;
      if (isOtherHeading(context.view, band) && !repeatsHeading(context.view, band, header)) return -1;
      if (filledOf(readBand(reader, band)).length >= needed) return next;
    }
    return -1;
  };
  let nextRow = -1;
  let bottom = bands[from - 1]?.bottom ?? bands[from]?.top ?? 0;
  for (let index = from; index < bands.length; index++) {
    const band = bands[index];
    if (!band) break;
    if (rows.length && band.top - bottom > WIDE) break;
    const booked = ledger ? readBand(reader, band) : null;
    if (ledger && booked && isBalanceLine(context, band, booked, ledger, columns)) {
      bottom = Math.max(bottom, band.bottom);
      aside.add(band);
      continue;
    }
    const isBooked = ledger !== null && booked !== null && isBooking(booked, ledger, columns, context.pool.locale);
    if (ledger && booked && !isBooked && rows.length && booked.has(ledger.out) && booked.has(ledger.in)) {
      closed = true;
      break;
    }
    if (
      !isBooked &&
      isCarriedSum(context.view, band) &&
      !isCounted(booked ?? readBand(reader, band), profiles, columns, context.pool.locale)
    ) {
      bottom = Math.max(bottom, band.bottom);
      aside.add(band);
      continue;
    }
    if (!isBooked && isSummaryLine(context.view, labels, band) && !hasQuantity(reader, band, profiles)) {
      if (rows.length === 0) continue;
      closed = true;
      break;
    }
    if (rows.length && isOtherHeading(context.view, band)) {
      // The table's own headings, printed once more, do not end it.
      if (repeatsHeading(context.view, band, header)) {
        bottom = Math.max(bottom, band.bottom);
        aside.add(band);
        continue;
      }
      closed = true;
      break;
    }
    if (rows.length && !isBooked && isLabelledLine(context.view, band)) {
      if (nextRow <= index) nextRow = findNextRow(index);
      // What is told of one row under it ends no table; what is told under all of them does.
      if (nextRow > index) {
        bottom = Math.max(bottom, band.bottom);
        aside.add(band);
        continue;
      }
      closed = true;
      break;
    }
    const cells = booked ?? readBand(reader, band);
    const filled = filledOf(cells);
    const open = rows.at(-1);
    if (open && band.top - open.band.top < 1.15 && band.top - bottom < 0.6 && joins(open, cells, filled, profiles)) {
      for (const [field, cell] of filled) open.cells.set(field, cell);
      bottom = Math.max(bottom, band.bottom);
      continue;
    }
    if (filled.length >= needed) {
      rowLike++;
      rows.push({ page: band.page, band, cells });
    } else if (rows.length && isBareTotal({ page: band.page, band, cells }, columns, profiles, main))
      bare.push({ page: band.page, band, cells });
    bottom = Math.max(bottom, band.bottom);
  }
  const whole = dropStrays(rows, columns, main);
  const all = dropGroupSums(
    context,
    [...whole, ...bare].sort((a, b) => a.band.top - b.band.top),
    labels,
    profiles,
    columns,
  );
  const withoutBare = all.filter((row) => !bare.includes(row));
  // A discount or a charge has no count: it is a row when only with it the rows are what a printed sum says.
  const needsBare =
    all.length > withoutBare.length &&
    isPrintedSum(context, all, profiles, columns) &&
    !isPrintedSum(context, withoutBare, profiles, columns);
  const kept = needsBare ? all : withoutBare;
  for (const row of [...whole, ...bare]) if (!kept.includes(row)) aside.add(row.band);
  fitColumns(context, kept, header.columns, profiles, columns);
  if (main) {
    const lines = aside.size ? bands.filter((band) => !aside.has(band)) : bands;
    fillFromBeside(reader, kept, lines, main, bands[from - 1]);
    joinNameLines(context, lines, kept, header, main);
  }
  return { rows: kept, closed, rowLike: Math.max(kept.length, rowLike - (rows.length - kept.length)), header };
}

/** Leaves out lines that hold far fewer figures than the rows do, or no text and not all figures: they belong to something else. */
function dropStrays(rows: RawRow[], columns: readonly RowField[], main: Column | undefined): RawRow[] {
  dropWholeNumbers(rows, columns);
  const figuresOf = (row: RawRow) => [...row.cells.keys()].filter((field) => FIGURES.has(columns[field]?.type ?? '')).length;
  const counts = rows.map(figuresOf).sort((a, b) => a - b);
  const usual = counts[Math.floor(counts.length / 2)] ?? 0;
  const hasTexts = main !== undefined && rows.filter((row) => row.cells.has(main.field)).length * 2 > rows.length;
  return rows.filter((row) => {
    const count = figuresOf(row);
    if (usual >= 3 && count * 2 <= usual) return false;
    return !(hasTexts && main && !row.cells.has(main.field) && count < usual);
  });
}

/** True for a row of words and a total and nothing else. */
function isBareTotal(row: RawRow, columns: readonly RowField[], profiles: readonly FieldProfile[], main: Column | undefined): boolean {
  const figures = [...row.cells.keys()].filter((field) => FIGURES.has(columns[field]?.type ?? ''));
  const text = main ? row.cells.get(main.field)?.text : undefined;
  return figures.length === 1 && isTotal(profiles[figures[0] ?? -1]) && /\p{L}{2}/u.test(text ?? '');
}

/** Takes long whole numbers out of columns of amounts that are printed with decimals: they are codes. */
function dropWholeNumbers(rows: readonly RawRow[], columns: readonly RowField[]): void {
  columns.forEach(({ type }, field) => {
    if (type !== 'money') return;
    const cells = rows.flatMap((row) => row.cells.get(field) ?? []);
    const exact = cells.filter(({ text }) => /\d[.,]\d{2,4}\b/.test(text)).length;
    if (exact * 2 < cells.length) return;
    for (const row of rows) if (/^\d{6,}$/.test(row.cells.get(field)?.text ?? '')) row.cells.delete(field);
  });
}

function hasQuantity(reader: Reader, band: Band, profiles: readonly FieldProfile[]): boolean {
  const field = profiles.findIndex((profile) => profile.concepts[0]?.id === 'quantity');
  const price = profiles.findIndex((profile) => profile.concepts[0]?.id === 'unit_price');
  const cells = readBand(reader, band);
  const filled = (index: number) => {
    const cell = cells.get(index);
    const column = reader.columns[index];
    return cell && column ? readCell(column, cell.text, reader.context.pool.locale) !== null : false;
  };
  return filled(field) && filled(price);
}

/**
 * True when a line holds only figures that the row over it lacks, or beside words nothing but its total: cells of the row that
 * were set a little lower.
 */
function joins(
  row: RawRow,
  cells: ReadonlyMap<number, RawCell>,
  filled: readonly [number, RawCell][],
  profiles: readonly FieldProfile[],
): boolean {
  if (!filled.length || !filled.every(([field]) => !row.cells.has(field))) return false;
  return (
    filled.length === [...cells.keys()].filter((key) => key >= 0).length || (filled.length === 1 && isTotal(profiles[filled[0]?.[0] ?? -1]))
  );
}

/** True for the headings of another table: three or more short parts on one line and no figure in any of them. */
function isOtherHeading(view: DocumentView, band: Band): boolean {
  if (band.segments.length < 3) return false;
  return band.segments.every(({ start, end }) => {
    const text = textOfTokens(view, start, end);
    return end - start <= 4 && !/\d/.test(text) && /\p{L}{2}|%|#/u.test(text);
  });
}

/** True when every part of a line is a heading of the table. */
function repeatsHeading(view: DocumentView, band: Band, { columns }: Header): boolean {
  const titles = columns.map(({ title }) => ` ${foldText(title)} `);
  return band.segments.every(({ start, end }) => titles.some((title) => title.includes(` ${foldText(textOfTokens(view, start, end))} `)));
}

/** A row without its text takes the line closely over or under it, when that belongs to no other row. */
function fillFromBeside(reader: Reader, rows: readonly RawRow[], bands: Band[], main: Column, heading: Band | undefined): void {
  const { view } = reader.context;
  for (const row of rows) {
    if (main.line > 0) fillFromStack(reader, row, bands, main);
    if (row.cells.has(main.field)) continue;
    const at = bands.indexOf(row.band);
    for (const other of [bands[at - 1], bands[at + 1]]) {
      if (!other || other === heading || Math.max(row.band.top - other.bottom, other.top - row.band.bottom) > 1) continue;
      if (rows.some(({ band }) => band === other)) continue;
      const segment = other.segments.find((entry) => entry.left < main.right + 4 && entry.right > main.left - 1);
      if (!segment || !/\p{L}{2}/u.test(textOfTokens(view, segment.start, segment.end))) continue;
      row.cells.set(main.field, {
        ranges: [[segment.start, segment.end]],
        text: textOfTokens(view, segment.start, segment.end),
        certainty: 0.65,
      });
      break;
    }
  }
}

/** Where headings are stacked, the row's text stands as many lines below its first as its heading does. */
function fillFromStack(reader: Reader, row: RawRow, bands: Band[], main: Column): void {
  const { view } = reader.context;
  let before = row.band;
  let line = 0;
  for (let index = bands.indexOf(row.band) + 1; line < main.line && index < bands.length; index++) {
    const band = bands[index];
    if (!band || band.top - before.bottom > 1.2) break;
    const segment = band.segments.find((entry) => Math.min(entry.right, main.right) - Math.max(entry.left, main.left) > 0.3);
    if (!segment) continue;
    before = band;
    line++;
    if (line < main.line) continue;
    const text = textOfTokens(view, segment.start, segment.end);
    if (/\p{L}{2}/u.test(text)) row.cells.set(main.field, { ranges: [[segment.start, segment.end]], text, certainty: 0.8 });
  }
}
