import { rowFieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { foldText } from '#lib/document/values/fold-text.ts';
import { type Reader, readBand } from '../rows/cells/read-band.ts';
import { runsAcross } from '../rows/collect-text-rows.ts';
import { figures, stackHeadings } from '../rows/headings/stack-headings.ts';
import type { Band } from '../rows/layout/bands.ts';
import type { Column, Header } from '../rows/layout/column.ts';
import type { RawCell } from '../rows/layout/raw-row.ts';
import { isSummaryLine } from '../rows/layout/summary-line.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import { headingScore } from './heading-score.ts';
import { areLabels, isColumn, type ListColumn, NAMED, textOfLines } from './list-column.ts';
import type { ListEntry } from './list-entry.ts';
import type { PageLayout } from './page-layout.ts';

/** Lines of a head at most, the gap between them in ems, and what each line more costs. */
const HEAD_LINES = 3;
const HEAD_GAP = 0.9;
const EACH_LINE = 0.12;
/** Share of a head's words that may hold digits. */
const HEAD_FIGURES = 0.34;
/** Lines under a head that are looked at for where its headings are cut, and those among which one has two cells. */
const DEPTH = 40;
const ROW_LINES = 3;
/** How far a heading may stand over the table that it names, ems. */
const OVER = 2.5;
/** A gap that no table goes on behind, and one within a cell, in ems. */
const WIDE = 4;
const CLOSE = 1;
/** A gap this much wider than the closest between its rows (and than so many ems) is within the table only if cells below it are aligned. */
const WIDER = 1.8;
const NARROW = 1.2;
/** How far edges of aligned cells may be apart, ems. */
const ALIGNED = 0.6;
/** What a cell of the column is read as. */
const ENTRY = rowFieldSchema.parse({ name: 'entry', type: 'string' });

/** Columns of the tables of a page, by where text stands, where their heading or that of the whole table names the field. */
export function spacedColumns(context: ExtractionContext, { bands }: PageLayout, field: number): ListColumn[] {
  const found: ListColumn[] = [];
  for (let at = 0; at < bands.length; at++) {
    for (let last = at; last < at + HEAD_LINES && isHeadLine(context, bands, at, last); last++) {
      const column = columnUnder(context, bands, at, last, field);
      if (column) found.push(column);
    }
  }
  return found;
}

/** True where a line may be the first of a head or go on with it, and a line close below has two cells. */
function isHeadLine({ view }: ExtractionContext, bands: readonly Band[], at: number, last: number): boolean {
  const [first, band, before] = [bands[at], bands[last], bands[last - 1]];
  if (!first || !band || first.segments.length < 2 || figures(view, band) > HEAD_FIGURES) return false;
  if (last > at && band.top - (before?.bottom ?? 0) > HEAD_GAP) return false;
  return bands.slice(last + 1, last + 1 + ROW_LINES).some(({ segments }) => segments.length > 1);
}

/** The column under a head whose heading names the field, or the first one that holds such values where the heading over the table does. */
function columnUnder(context: ExtractionContext, bands: readonly Band[], at: number, last: number, field: number): ListColumn | null {
  const below = bands.slice(last + 1, last + 1 + DEPTH);
  const parts = stackHeadings(context.view, bands.slice(at, last + 1), below, context.labels, context.profiles);
  if (!parts) return null;
  const cost = EACH_LINE * (last - at);
  const scores = parts.map(({ ranges }) => headingScore(context, field, ranges) - cost);
  const best = Math.max(...scores);
  const over = best < NAMED ? headingOver(context, bands, at, field) - cost : 0;
  if (Math.max(best, over) < NAMED) return null;
  const headings = parts.map(({ ranges }) => ranges);
  const isHead = areLabels(context, headings);
  const titles = headings.map((lines) => textOfLines(context, lines));
  const read = (part: number, score: number): ListColumn | null => {
    const columns = parts.map(({ left, right }, other): Column => {
      const isOwn = other === part;
      return { left, right, field: isOwn ? 0 : -1, score: isOwn ? score : 0, title: titles[other] ?? '', line: 0, scores: [] };
    });
    const entries = readCells(context, bands, { band: at, last, columns, score });
    const column = { title: titles[part] ?? '', head: titles.join('|'), isHead, score, entries };
    return isColumn(context, field, column, headings.length) ? column : null;
  };
  if (best >= NAMED) return read(scores.indexOf(best), best);
  for (const part of parts.keys()) {
    // What stands over the table names none of its columns for sure.
    const found = read(part, NAMED);
    if (found) return { ...found, score: over };
  }
  return null;
}

/** How well the heading over a whole table names the field, 0 to 1; 0 where nothing stands alone on the line over it. */
function headingOver(context: ExtractionContext, bands: readonly Band[], at: number, field: number): number {
  const [over, head] = [bands[at - 1], bands[at]];
  const [heading, ...others] = over?.segments ?? [];
  if (!over || !head || !heading || others.length || head.top - over.bottom > OVER) return 0;
  return headingScore(context, field, [[heading.start, heading.end]]);
}

/**
 * Cells of the column that is field 0 of the header, down to a sum, running text, or a line far below that is set otherwise. A
 * line that fills only this column closely below another one goes on with its cell; one as far below as a row is one itself.
 */
function readCells(context: ExtractionContext, bands: readonly Band[], header: Header): ListEntry[] {
  const reader: Reader = { context, columns: [ENTRY], header, ledger: null };
  const titles = foldText(header.columns.map(({ title }) => title).join(' '));
  const entries: ListEntry[] = [];
  let bottom = bands[header.last]?.bottom ?? 0;
  let row: ReadonlyMap<number, RawCell> = new Map();
  let closest = Number.POSITIVE_INFINITY;
  for (let at = header.last + 1; at < bands.length; at++) {
    const band = bands[at];
    if (!band) break;
    const gap = band.top - bottom;
    if (gap > WIDE || isSummaryLine(context.view, context.labels, band) || runsAcross(band, header.columns)) break;
    if (
      titles ===
      foldText(
        textOfLines(
          context,
          band.segments.map(({ start, end }) => [start, end]),
        ),
      )
    )
      continue;
    const cells = readBand(reader, band);
    const own = cells.get(0);
    const isRow = cells.size > 1;
    const isFar = gap > Math.max(NARROW, WIDER * closest) && closest < Number.POSITIVE_INFINITY;
    if (isFar && !isAligned(context, cells, row)) break;
    if (isRow && entries.length > 0) closest = Math.min(closest, gap);
    if (isRow) row = cells;
    if (own && (isRow || (entries.length > 0 && gap >= closest))) entries.push({ ranges: [...own.ranges], page: band.page });
    else if (own && !goesOn(entries, own, gap)) break;
    bottom = Math.max(bottom, band.bottom);
  }
  return entries;
}

/** True for a line of which two cells stand at the edges of those of another row. */
function isAligned({ view }: ExtractionContext, cells: ReadonlyMap<number, RawCell>, row: ReadonlyMap<number, RawCell>): boolean {
  const edgesOf = (cell: RawCell | undefined) => {
    const [start, end] = cell?.ranges[0] ?? [-1, -1];
    return [view.tokens[start]?.left ?? Number.NaN, view.tokens[end - 1]?.right ?? Number.NaN];
  };
  const same = [...cells].filter(([column, cell]) => {
    const before = edgesOf(row.get(column));
    return edgesOf(cell).some((edge, side) => Math.abs(edge - (before[side] ?? Number.NaN)) < ALIGNED);
  });
  return same.length >= Math.min(2, row.size);
}

/** Adds the next line of a cell to it. False where it is none. */
function goesOn(entries: readonly ListEntry[], cell: RawCell, gap: number): boolean {
  const open = entries.at(-1);
  if (!open || gap > CLOSE) return false;
  open.ranges.push(...cell.ranges);
  return true;
}
