import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { type LinedPage, linesOfEvidence, segmentsOfLine } from '../geometry/page-lines.ts';
import { textKey } from '../values/fold-text.ts';
import { isFigureColumn, isSameValue, readCellText } from '../values/read-cell-text.ts';

/** What placing a row needs to know of it; merged rows are such. */
export type PlacedRow = { cells: Readonly<Record<string, { value: Value; evidence: readonly Evidence[] }>> };

/** Lines of a page by number (1-based). */
export type LinedPages = ReadonlyMap<number, LinedPage>;

/** Where a row stands; lines are indices into the page's lines. */
export type RowPlace = {
  page: number;
  /** Lines that hold the row's values, top to bottom. */
  anchors: number[];
  /** The anchor with the most of them. */
  main: number;
  /** Lines right above and right below that belong to no other row. */
  above: number[];
  below: number[];
};

/** Lines above or below a row that may be its own: further ones are another matter. */
const MOST_NEAR = 4;
/** Space between lines of one row, in line heights. */
const WIDEST_LEADING = 1.1;
/** Lines around a row without place that are searched for its values. */
const MOST_SEARCHED = 40;
const MOST_SEARCHED_ROWS = 80;

type Anchored = Pick<RowPlace, 'page' | 'anchors' | 'main'>;

function byEvidence(row: PlacedRow, pages: LinedPages): Anchored | null {
  const votes = new Map<number, Map<number, number>>();
  for (const cell of Object.values(row.cells)) {
    for (const evidence of cell.evidence) {
      const lined = pages.get(evidence.page);
      if (!lined) continue;
      const onPage = votes.get(evidence.page) ?? new Map<number, number>();
      for (const line of linesOfEvidence(lined, evidence)) onPage.set(line, (onPage.get(line) ?? 0) + 1);
      votes.set(evidence.page, onPage);
    }
  }
  const [page, lines] = [...votes].sort((a, b) => b[1].size - a[1].size)[0] ?? [];
  if (page === undefined || !lines || lines.size === 0) return null;
  const main = [...lines].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]![0];
  return { page, main, anchors: [...lines.keys()].sort((a, b) => a - b) };
}

/** How many of a row's values stand on a line; figures count whole, texts by their beginning. */
function countValues(row: PlacedRow, columns: readonly RowField[], lined: LinedPage, line: number): number {
  const entry = lined.lines[line];
  if (!entry) return 0;
  const texts = segmentsOfLine(lined, entry, 0.6).map((words) => words.map((word) => lined.page.words[word]!.text).join(' '));
  const whole = textKey(texts.join(' '));
  return columns.filter((column) => {
    const value = ownValue(row.cells, column.name)?.value ?? null;
    if (value === null) return false;
    if (typeof value === 'string' && !isFigureColumn(column) && column.type !== 'date') {
      const key = textKey(value).slice(0, 14);
      return key.length > 1 && whole.includes(key);
    }
    return texts.some((text) => [text, ...text.split(' ')].some((part) => isSameValue(readCellText(column, part), value)));
  }).length;
}

function linesBetween(before: Anchored | undefined, after: Anchored | undefined, pages: LinedPages): { page: number; line: number }[] {
  const numbers = [...pages.keys()].sort((a, b) => a - b);
  return numbers.flatMap((page) => {
    if ((before && page < before.page) || (after && page > after.page)) return [];
    const count = pages.get(page)!.lines.length;
    const from = before?.page === page ? Math.max(...before.anchors) + 1 : 0;
    const to = after?.page === page ? Math.min(...after.anchors) : count;
    const lines = Array.from({ length: Math.max(0, to - from) }, (_, step) => ({ page, line: from + step }));
    if (before?.page === page) return lines.slice(0, MOST_SEARCHED);
    return after?.page === page ? lines.slice(-MOST_SEARCHED) : lines.slice(0, 3 * MOST_SEARCHED);
  });
}

function bySearch(
  row: PlacedRow,
  columns: readonly RowField[],
  pages: LinedPages,
  before: Anchored | undefined,
  after: Anchored | undefined,
): Anchored | null {
  let best: { page: number; line: number; count: number } | null = null;
  for (const place of linesBetween(before, after, pages)) {
    const count = countValues(row, columns, pages.get(place.page)!, place.line);
    if (count > (best?.count ?? 0)) best = { ...place, count };
  }
  return best ? { page: best.page, anchors: [best.line], main: best.line } : null;
}

function isClose(lined: LinedPage, upper: number, lower: number): boolean {
  const [a, b] = [lined.lines[upper]?.box, lined.lines[lower]?.box];
  if (!a || !b) return false;
  return b[1] - a[3] < WIDEST_LEADING * Math.max(b[3] - b[1], a[3] - a[1]);
}

/**
 * Finds the lines on which each row stands: by the evidence of its cells, and for rows without (typed by a person) by
 * searching for their values between the rows around them, unless `search` is false. Null for rows that stand nowhere.
 */
export function locateRows(
  rows: readonly PlacedRow[],
  columns: readonly RowField[],
  pages: LinedPages,
  search = true,
): (RowPlace | null)[] {
  const anchored = rows.map((row) => byEvidence(row, pages));
  const found = [...anchored];
  // Rows of a file that states them without showing them would be searched for in vain, one by one.
  const isSearched = search && anchored.filter((place) => place === null).length <= MOST_SEARCHED_ROWS;
  rows.forEach((row, index) => {
    if (found[index] || !isSearched) return;
    const before = found.slice(0, index).findLast((other) => other !== null) ?? undefined;
    const after = found.slice(index + 1).find((other) => other !== null) ?? undefined;
    found[index] = bySearch(row, columns, pages, before, after);
  });
  const taken = new Map<number, Set<number>>();
  for (const place of found) {
    if (!place) continue;
    const lines = taken.get(place.page) ?? new Set<number>();
    for (const line of place.anchors) lines.add(line);
    taken.set(place.page, lines);
  }
  return found.map((place) => {
    if (!place) return null;
    const lined = pages.get(place.page)!;
    const others = taken.get(place.page)!;
    const walk = (from: number, step: 1 | -1): number[] => {
      const lines: number[] = [];
      for (let line = from + step; lines.length < MOST_NEAR; line += step) {
        if (others.has(line) || !isClose(lined, Math.min(line, line - step), Math.max(line, line - step))) break;
        lines.push(line);
      }
      return step < 0 ? lines.reverse() : lines;
    };
    return { ...place, above: walk(Math.min(...place.anchors), -1), below: walk(Math.max(...place.anchors), 1) };
  });
}
