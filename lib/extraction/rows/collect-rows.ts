import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { Scene } from '../scoring/scene.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { Segment } from '../view/segments.ts';
import type { Band } from './bands.ts';
import type { Column, Header } from './header.ts';
import { nameByContent } from './name-by-content.ts';
import { readCell } from './read-cell.ts';
import { isSummaryLine } from './summary-line.ts';

/** The print of a cell. */
export type RawCell = { ranges: [number, number][]; text: string; certainty: number };
/** A row before its values are read: column of the schema to cell. */
export type RawRow = { page: number; band: Band; cells: Map<number, RawCell>; last: number };

const FIGURES = new Set(['money', 'number', 'integer', 'percentage']);

type Reader = {
  scene: Scene;
  columns: readonly RowField[];
  header: Header /** Right edge of the widest text in the main column so far, ems. */;
  widest: number;
};

/** Reads the lines under a heading as rows, up to a line of sums or the page's end. */
export function collectRows(
  scene: Scene,
  bands: Band[],
  header: Header,
  from: number,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): { rows: RawRow[]; closed: boolean; rowLike: number } {
  const reader: Reader = { scene, columns, header: nameByContent(scene, bands, header, from, profiles), widest: 0 };
  header = reader.header;
  const numeric = header.columns.filter((column) => FIGURES.has(columns[column.field]?.type ?? '')).length;
  const needed = numeric >= 3 ? 2 : 1;
  const texts = header.columns.filter((column) => column.field >= 0 && !FIGURES.has(columns[column.field]?.type ?? ''));
  const main = texts.find((column) => profiles[column.field]?.concepts[0]?.id === 'item_description') ?? texts[0];
  const rows: RawRow[] = [];
  let closed = false;
  let rowLike = 0;
  let bottom = bands[from - 1]?.bottom ?? bands[from]?.top ?? 0;
  for (let index = from; index < bands.length; index++) {
    const band = bands[index];
    if (!band) break;
    if (rows.length && band.top - bottom > 14) break;
    if (isSummaryLine(scene.view, labels, band) && !hasQuantity(reader, band, profiles)) {
      if (rows.length === 0) continue;
      closed = true;
      break;
    }
    const cells = readBand(reader, band);
    const filled = [...cells].filter(
      ([field, cell]) =>
        FIGURES.has(columns[field]?.type ?? '') && readCell(columns[field] as RowField, cell.text, scene.pool.habits) !== null,
    );
    const open = rows.at(-1);
    if (open && band.top - open.band.top < 1.15 && band.top - bottom < 0.6 && joins(open, cells, filled)) {
      for (const [field, cell] of filled) open.cells.set(field, cell);
      for (const segment of band.segments) open.band.segments.push(segment);
      bottom = Math.max(bottom, band.bottom);
      continue;
    }
    if (filled.length >= needed) {
      rowLike++;
      rows.push({ page: band.page, band, cells, last: index });
      const end = main && cells.get(main.field)?.ranges.at(-1)?.[1];
      if (end) reader.widest = Math.max(reader.widest, scene.view.tokens[end - 1]?.right ?? 0);
      bottom = band.bottom;
      continue;
    }
    const row = rows.at(-1);
    if (row && main && band.top - bottom < 1.3) {
      if (extend(reader, row, band, main)) bottom = band.bottom;
      else if (row.last >= 0 && band.top - bottom < 1.3) bottom = Math.max(bottom, band.bottom);
    }
  }
  if (main) fillFromAbove(reader, rows, bands, main);
  const kept = dropStrays(rows, columns, main);
  return { rows: kept, closed, rowLike: rowLike - (rows.length - kept.length) };
}

/** Leaves out lines that hold far fewer figures than the rows do, or no text and not all figures: they belong to something else. */
function dropStrays(rows: RawRow[], columns: readonly RowField[], main: Column | undefined): RawRow[] {
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

function hasQuantity(reader: Reader, band: Band, profiles: readonly FieldProfile[]): boolean {
  const field = profiles.findIndex((profile) => profile.concepts[0]?.id === 'quantity');
  const price = profiles.findIndex((profile) => profile.concepts[0]?.id === 'unit_price');
  const cells = readBand(reader, band);
  const filled = (index: number) => {
    const cell = cells.get(index);
    const column = reader.columns[index];
    return cell && column ? readCell(column, cell.text, reader.scene.pool.habits) !== null : false;
  };
  return filled(field) && filled(price);
}

/** True when a line holds only figures that the row over it lacks: cells of it that were set a little lower. */
function joins(row: RawRow, cells: ReadonlyMap<number, RawCell>, filled: readonly [number, RawCell][]): boolean {
  return filled.length > 0 && filled.length === cells.size && filled.every(([field]) => !row.cells.has(field));
}

/** Puts the segments of a line into the columns they stand under. */
function readBand(reader: Reader, band: Band): Map<number, RawCell> {
  const { scene, header, columns } = reader;
  const cells = new Map<number, RawCell>();
  const put = (column: Column, start: number, end: number, certainty: number) => {
    if (column.field < 0) return;
    const known = cells.get(column.field);
    const text = textOfTokens(scene.view, start, end);
    if (known) {
      known.ranges.push([start, end]);
      known.text = `${known.text} ${text}`;
      known.certainty = Math.min(known.certainty, certainty);
    } else cells.set(column.field, { ranges: [[start, end]], text, certainty });
  };
  for (const segment of band.segments) {
    const under = header.columns.filter((column) => Math.min(column.right, segment.right) - Math.max(column.left, segment.left) > 0.3);
    if (under.length >= 2 && segment.end - segment.start >= 2) {
      const parts = cutByToken(reader, segment, under);
      if (parts) {
        for (const [start, end, column] of parts) put(column, start, end, 0.9);
        continue;
      }
      for (const [start, end, column] of cutSegment(reader, segment, under)) put(column, start, end, 0.8);
      continue;
    }
    const column = nearest(header.columns, segment.left, segment.right);
    if (column) put(column.column, segment.start, segment.end, column.certainty);
  }
  // A number column with words in it ("Std 3") is no figure of the row when nothing of it reads as one.
  for (const [field, cell] of cells) if (FIGURES.has(columns[field]?.type ?? '') && !/\d/.test(cell.text)) cells.delete(field);
  return cells;
}

function distance(column: Column, left: number, right: number): number {
  const overlap = Math.min(column.right, right) - Math.max(column.left, left);
  const edges = Math.min(
    Math.abs(column.left - left),
    Math.abs(column.right - right),
    Math.abs(column.left + column.right - left - right) / 2,
  );
  return overlap > 0 ? 0.5 * edges : edges + 0.5;
}

function nearest(columns: readonly Column[], left: number, right: number): { column: Column; certainty: number } | null {
  let best: Column | null = null;
  let bestCost = Infinity;
  let second = Infinity;
  for (const column of columns) {
    const cost = distance(column, left, right);
    if (cost < bestCost) {
      second = bestCost;
      bestCost = cost;
      best = column;
    } else if (cost < second) second = cost;
  }
  if (!best || bestCost > 7) return null;
  return { column: best, certainty: bestCost < 0.5 * second ? 1 : 0.7 };
}

/**
 * Cuts a short segment such as "1 Stk" where each of its tokens stands plainly under one heading and figures part from
 * words there; null when it does not come apart so.
 */
function cutByToken(reader: Reader, segment: Segment, under: readonly Column[]): [number, number, Column][] | null {
  if (segment.end - segment.start > 5) return null;
  const { tokens } = reader.scene.view;
  const out: [number, number, Column][] = [];
  for (let index = segment.start; index < segment.end; index++) {
    const token = tokens[index];
    const column = token && nearest(under, token.left, token.right)?.column;
    if (!column) return null;
    const last = out.at(-1);
    if (last?.[2] === column) last[1] = index + 1;
    else if (last && column.left < last[2].left) return null;
    else out.push([index, index + 1, column]);
  }
  const isFigure = ([start, end]: [number, number, Column]) =>
    /^[-−+(]?[\d.,'’]+[)%€$£-]*$/.test(textOfTokens(reader.scene.view, start, end));
  const wantsFigure = (column: Column) => FIGURES.has(reader.columns[column.field]?.type ?? '');
  const fits = out.every((part) => part[2].field < 0 || wantsFigure(part[2]) === isFigure(part));
  return out.length > 1 && fits ? out : null;
}

/**
 * Cuts a segment that stands under several headings: figures at its end go to the columns they line up with, the rest to the
 * column of its left edge. Free text that merely runs on under the next heading stays whole.
 */
function cutSegment(reader: Reader, segment: Segment, under: readonly Column[]): [number, number, Column][] {
  const { view } = reader.scene;
  const out: [number, number, Column][] = [];
  let end = segment.end;
  const isFigureColumn = (column: Column) => FIGURES.has(reader.columns[column.field]?.type ?? '') || column.field < 0;
  for (let at = under.length - 1; at > 0; at--) {
    const column = under[at];
    if (!column || !isFigureColumn(column)) continue;
    // The run of tokens at the end that stands under this heading.
    let start = end;
    while (start > segment.start) {
      const token = view.tokens[start - 1];
      if (!token || (token.left + token.right) / 2 < column.left - 1.5 || token.left < (under[at - 1]?.right ?? -Infinity) - 0.2) break;
      start--;
    }
    const text = textOfTokens(view, start, end);
    if (start < end && start > segment.start && isFigureLike(text)) {
      out.push([start, end, column]);
      end = start;
    }
  }
  const rest = nearest(under, view.tokens[segment.start]?.left ?? segment.left, view.tokens[end - 1]?.right ?? segment.right);
  const first = under[0];
  const home = first && Math.abs(first.left - segment.left) < 2 ? first : rest?.column;
  if (home) out.push([segment.start, end, home]);
  return out.reverse();
}

/** Letters beside a figure at most, as its unit; more are part of a text that holds figures. */
const UNIT_LETTERS = 6;

function isFigureLike(text: string): boolean {
  return /\d/.test(text) && text.replace(/[^\p{L}]/gu, '').length <= UNIT_LETTERS;
}

/** Adds a line under a row to the row's text when it goes on in the same column, plainly and without figures. */
function extend(reader: Reader, row: RawRow, band: Band, main: Column): boolean {
  const { view } = reader.scene;
  const cell = row.cells.get(main.field);
  if (band.segments.length > 2) return false;
  const segment = band.segments.find((entry) => {
    const left = cell ? (view.tokens[cell.ranges[0]?.[0] ?? -1]?.left ?? main.left) : main.left;
    return Math.abs(entry.left - left) < 1.5 || (!cell && entry.left < main.right && entry.right > main.left);
  });
  if (!segment) return false;
  const text = textOfTokens(view, segment.start, segment.end);
  if (cell && (/:/.test(text) || /\d[.,]\d{2}\b/.test(text))) {
    row.last = -1;
    return false;
  }
  if (cell && row.last < 0) return false;
  const size = view.tokens[segment.start]?.size ?? 1;
  const usual = cell ? (view.tokens[cell.ranges[0]?.[0] ?? -1]?.size ?? 1) : size;
  if (cell && size < 0.9 * usual) {
    row.last = -1;
    return false;
  }
  if (cell && cell.ranges.length >= 6) return false;
  // Lines of one text stand closer than paragraphs.
  const before = cell && view.tokens[cell.ranges.at(-1)?.[0] ?? -1];
  if (before && segment.top - before.top > 1.62 * (before.bottom - before.top)) {
    row.last = -1;
    return false;
  }
  if (cell && !wraps(reader, cell, segment, main)) {
    row.last = -1;
    return false;
  }
  if (cell) {
    cell.ranges.push([segment.start, segment.end]);
    cell.text = `${cell.text} ${text}`.replace(/(\p{L})- (?=\p{Ll})/u, '$1-');
  } else row.cells.set(main.field, { ranges: [[segment.start, segment.end]], text, certainty: 0.7 });
  return true;
}

/** True when the first word of the next line would not have fitted behind the text so far: then the text was wrapped. */
function wraps(reader: Reader, cell: RawCell, segment: Segment, main: Column): boolean {
  const { view } = reader.scene;
  const last = view.tokens[(cell.ranges.at(-1)?.[1] ?? 0) - 1];
  const first = view.tokens[segment.start];
  if (!last || !first) return false;
  if (/[-/,&(]$/.test(last.text) || /^\p{Ll}/u.test(first.text)) return true;
  const next = reader.header.columns
    .filter((column) => column.left > main.left + 1)
    .reduce((edge, column) => Math.min(edge, column.left), Infinity);
  const limit = Math.min(next - 0.5, Math.max(reader.widest, last.right));
  return last.right + 0.4 + (first.right - first.left) > limit;
}

/** A row without its text takes the line over it, when that belongs to no other row. */
function fillFromAbove(reader: Reader, rows: RawRow[], bands: Band[], main: Column): void {
  for (const row of rows) {
    if (row.cells.has(main.field)) continue;
    const at = bands.indexOf(row.band);
    const above = bands[at - 1];
    if (!above || row.band.top - above.bottom > 1 || rows.some((other) => other.band === above)) continue;
    const segment = above.segments.find((entry) => entry.left < main.right + 4 && entry.right > main.left - 1);
    if (segment)
      row.cells.set(main.field, {
        ranges: [[segment.start, segment.end]],
        text: textOfTokens(reader.scene.view, segment.start, segment.end),
        certainty: 0.6,
      });
  }
}
