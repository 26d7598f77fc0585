import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';
import type { Band } from '../layout/bands.ts';
import { type Column, type Header, keyOfColumn } from '../layout/column.ts';
import type { Ledger } from '../layout/ledger.ts';
import type { RawCell } from '../layout/raw-row.ts';
import { isDay, isDottedDay } from './days.ts';
import { FIGURES, readCell } from './read-cell.ts';
import { joinMark, putCell } from './signed-amount.ts';

/** Words of a day at most. */
const DAY_WORDS = 4;

/** What the lines of a table are read with. */
export type Reader = { context: ExtractionContext; columns: readonly RowField[]; header: Header; ledger: Ledger | null };

/** Puts the segments of a line into the columns they stand under; cells of unnamed columns have keys below zero. */
export function readBand(reader: Reader, band: Band): Map<number, RawCell> {
  const { context, header, columns } = reader;
  const cells = new Map<number, RawCell>();
  const put = (column: Column, start: number, end: number, certainty: number) => {
    const key = keyOfColumn(column, header.columns.indexOf(column));
    const cell = { ranges: [[start, end]] as [number, number][], text: textOfTokens(context.view, start, end), certainty };
    putCell(cells, key, column.isEither ? { ...cell, isEither: true } : cell, column.side ?? 0);
  };
  for (const whole of band.segments) {
    const day = reader.ledger ? leadingDay(reader, whole) : null;
    if (day) put(day.column, whole.start, day.end, 0.8);
    const segment = day ? { ...whole, start: day.end, left: context.view.tokens[day.end]?.left ?? whole.left } : whole;
    const under = header.columns.filter((column) => Math.min(column.right, segment.right) - Math.max(column.left, segment.left) > 0.3);
    if (under.length >= 2 && segment.end - segment.start >= 2) {
      const parts = cutByReading(reader, segment, under);
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
  if (reader.ledger) joinMark(cells, reader.ledger, header.columns);
  return cells;
}

/** The day that a segment begins with under the column of days, where words follow it that belong to another column. */
function leadingDay({ context, header, ledger }: Reader, { start, end, left }: Segment): { column: Column; end: number } | null {
  const column = header.columns.find(({ field }) => field >= 0 && field === ledger?.date);
  const next = header.columns.find((other) => column && other.left > column.right);
  if (!column || !next || left >= next.left - 0.5) return null;
  for (let cut = Math.min(end - 1, start + DAY_WORDS); cut > start; cut--) {
    const isPrinted = isDay(textOfTokens(context.view, start, cut)) || /^\d{4}-\d\d-\d\d$/.test(textOfTokens(context.view, start, cut));
    if (isPrinted && /\p{L}{2}/u.test(textOfTokens(context.view, cut, end))) return { column, end: cut };
  }
  return null;
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
 * Cuts a short segment such as "1 pc 19 % VAT" where every part reads as its column's type, so that the parts stand nearest to
 * their headings; null when it does not come apart so.
 */
function cutByReading(reader: Reader, segment: Segment, under: readonly Column[]): [number, number, Column][] | null {
  if (segment.end - segment.start > 8) return null;
  const { view, pool } = reader.context;
  const costOf = (start: number, end: number, column: Column): number => {
    const [first, last] = [view.tokens[start], view.tokens[end - 1]];
    if (!first || !last) return Infinity;
    const cost = distance(column, first.left, last.right);
    const text = textOfTokens(view, start, end);
    const field = reader.columns[column.field];
    if (!field || !FIGURES.has(field.type)) return /^[-−+(]?[\d.,'’]+[)%€$£-]*$/.test(text) && field ? Infinity : cost;
    if (reader.ledger && isDottedDay(text)) return Infinity;
    return cost < 2 && /^[-−+(€$£]?\d/.test(text) && readCell(field, text, pool.locale) !== null ? cost : Infinity;
  };
  const cut = (start: number, at: number): { cost: number; parts: [number, number, Column][] } | null => {
    const column = under[at];
    if (!column) return null;
    let best: { cost: number; parts: [number, number, Column][] } | null = null;
    for (let end = start + 1; end <= segment.end; end++) {
      const own = costOf(start, end, column);
      if (own === Infinity) continue;
      const rest = end === segment.end ? { cost: 0, parts: [] } : cut(end, at + 1);
      const complete = end === segment.end ? at === under.length - 1 : true;
      if (rest && complete && (!best || own + rest.cost < best.cost))
        best = { cost: own + rest.cost, parts: [[start, end, column], ...rest.parts] };
    }
    return best;
  };
  const found = under.length <= 4 ? cut(segment.start, 0) : null;
  return found?.parts.some(([, , column]) => FIGURES.has(reader.columns[column.field]?.type ?? '')) ? found.parts : null;
}

/**
 * Cuts a segment that stands under several headings: figures at its end go to the columns they line up with, the rest to the
 * column of its left edge. Free text that merely runs on under the next heading stays whole.
 */
function cutSegment(reader: Reader, segment: Segment, under: readonly Column[]): [number, number, Column][] {
  const { view } = reader.context;
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
