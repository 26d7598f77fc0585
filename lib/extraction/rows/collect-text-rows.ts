import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import { type Reader, readBand } from './cells/read-band.ts';
import { readCell } from './cells/read-cell.ts';
import type { CollectedRows } from './collect-rows.ts';
import { nameByContent } from './headings/name-by-content.ts';
import type { Band } from './layout/bands.ts';
import type { Column, Header } from './layout/column.ts';
import { ledgerOf } from './layout/ledger.ts';
import type { RawCell, RawRow } from './layout/raw-row.ts';
import { isSummaryLine } from './layout/summary-line.ts';

/** A gap that no table of texts goes on behind, and one within a row, in ems. */
const WIDE = 4;
const CLOSE = 1;
/** Share of the named columns that the first line of a row fills. */
const FILLED = 0.6;
/** A segment that runs across so many columns is running text. */
const ACROSS = 3;

/**
 * Reads the lines under headings over texts, days and codes as rows. A row begins on a line that fills its first column and most
 * others; lines closely below that fill fewer go on with its texts.
 */
export function collectTextRows(
  context: ExtractionContext,
  bands: Band[],
  found: Header,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): CollectedRows {
  const header = nameByContent(context, bands, found, found.last + 1, labels, profiles);
  const reader: Reader = { context, columns, header, ledger: ledgerOf(profiles) };
  const named = header.columns.filter(({ field }) => field >= 0);
  const titles = header.columns.map(({ title }) => foldText(title)).join(' ');
  const rows: RawRow[] = [];
  let bottom = bands[header.last]?.bottom ?? 0;
  let closed = false;
  for (let at = header.last + 1; at < bands.length; at++) {
    const band = bands[at];
    if (!band) break;
    const gap = band.top - bottom;
    const print = foldText(band.segments.map(({ start, end }) => textOfTokens(context.view, start, end)).join(' '));
    if (titles.includes(print)) continue;
    if (gap > WIDE || isSummaryLine(context.view, labels, band) || runsAcross(band, header.columns)) {
      closed = true;
      break;
    }
    const cells = readBand(reader, band);
    const filled = named.filter(({ field }) => cells.has(field)).length;
    const open = rows.at(-1);
    const goesOn = open && gap < CLOSE && (!cells.has(named[0]?.field ?? -1) || filled < Math.min(2, named.length));
    if (goesOn) join(open, cells, columns);
    else if (filled >= Math.max(2, FILLED * named.length) && cells.has(named[0]?.field ?? -1) && fits(reader, cells))
      rows.push({ page: band.page, band, cells });
    else {
      closed = true;
      break;
    }
    bottom = Math.max(bottom, band.bottom);
  }
  for (const { cells } of rows) for (const key of [...cells.keys()]) if (key < 0) cells.delete(key);
  return { rows, closed, rowLike: rows.length, header };
}

/** True for a line of running text: one that a segment of runs across the columns. */
export function runsAcross({ segments }: Band, columns: readonly Column[]): boolean {
  return segments.some(
    ({ left, right }) => columns.filter((column) => Math.min(column.right, right) - Math.max(column.left, left) > 0.3).length >= ACROSS,
  );
}

/** True when the cells of days and figures read as such, but for one. */
function fits({ context, columns }: Reader, cells: ReadonlyMap<number, RawCell>): boolean {
  const typed = [...cells].filter(([field]) => columns[field] && !['string', 'list'].includes(columns[field].type));
  const wrong = typed.filter(([field, { text }]) => readCell(columns[field] as RowField, text, context.pool.locale) === null).length;
  return wrong <= 1 && (wrong === 0 || typed.length > 1);
}

/** Adds a line's texts to those of the row over it. */
function join(row: RawRow, cells: ReadonlyMap<number, RawCell>, columns: readonly RowField[]): void {
  for (const [field, cell] of cells) {
    const known = row.cells.get(field);
    if (!known) row.cells.set(field, cell);
    else if (columns[field]?.type === 'string' || columns[field]?.type === 'list') {
      known.ranges.push(...cell.ranges);
      known.text = `${known.text} ${cell.text}`;
      known.certainty = Math.min(known.certainty, 0.8);
    }
  }
}
