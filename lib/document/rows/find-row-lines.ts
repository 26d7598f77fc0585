import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { bandOf, type ColumnBand, findColumnBands } from '../geometry/page-columns.ts';
import { evidenceOfWords, findPageLines, type LinedPage, linesOfEvidence } from '../geometry/page-lines.ts';
import { foldText } from '../values/fold-text.ts';
import { isFigureColumn } from '../values/read-cell-text.ts';
import { locateRows, type PlacedRow, type RowPlace } from './locate-rows.ts';

/** A line of the page that looks like a row of a table; `taken` when one of the rows stands on it. */
export type RowLine = Evidence & { taken: boolean };

/** What the lines of the rows have in common: columns of the page that hold figures, and whether words stand beside them. */
type Pattern = { bands: ColumnBand[]; figures: number[]; needed: number; hasWords: boolean; pitch: number };

const SUMS =
  /\b(?:sub ?-?total|total|totale|totaux|sum|summe|gesamt\w*|zwischensumme|endbetrag|rechnungsbetrag|netto\w*|brutto\w*|net|gross|tax|vat|gst|mwst|ust|umsatzsteuer|tva|iva|btw|ttc|ht|balance|amount due|due|carried|ubertrag|saldo|cash|change|imponibile|importe|importo|totaal)\b/;
/** Of the rows' lines, this share must have a figure in a column for it to belong to the pattern. */
const USUAL = 0.6;
/** Lines further from the last row than this many row heights belong to something else. */
const FURTHEST = 3.2;
const MOST_WORDS_OF_A_SUM = 7;
/** Lines at the top of a page before a table that goes on there, at most (letterhead, carried sum, headings). */
const LATEST_START = 12;

function textOf({ page }: LinedPage, words: readonly number[]): string {
  return words.map((word) => page.words[word]!.text).join(' ');
}

/** Columns of the page that hold a figure on a line. */
function figureBands(lined: LinedPage, line: number, bands: readonly ColumnBand[]): Set<number> {
  const filled = new Set<number>();
  for (const word of lined.lines[line]?.words ?? []) {
    const { text, box } = lined.page.words[word]!;
    if (/\d/.test(text) && text.replace(/[^\p{L}]/gu, '').length <= 3) filled.add(bandOf(bands, box[0], box[2]));
  }
  return filled;
}

function hasWord(lined: LinedPage, line: number): boolean {
  return (lined.lines[line]?.words ?? []).some((word) => /\p{L}{2}/u.test(lined.page.words[word]!.text));
}

function isSum(lined: LinedPage, line: number): boolean {
  const words = (lined.lines[line]?.words ?? []).filter((word) => /\p{L}{2}/u.test(lined.page.words[word]!.text));
  return words.length <= MOST_WORDS_OF_A_SUM && SUMS.test(foldText(textOf(lined, words)));
}

function findPattern(places: readonly RowPlace[], pages: ReadonlyMap<number, LinedPage>): Pattern | null {
  const mains = places.map((place) => ({ lined: pages.get(place.page)!, line: place.main }));
  const bands = findColumnBands(mains);
  const counts = bands.map(() => 0);
  for (const { lined, line } of mains) for (const band of figureBands(lined, line, bands)) counts[band] = (counts[band] ?? 0) + 1;
  const figures = counts.flatMap((count, band) => (count >= USUAL * mains.length ? [band] : []));
  if (figures.length === 0) return null;
  const hasWords = mains.filter(({ lined, line }) => hasWord(lined, line)).length >= 0.8 * mains.length;
  const pitches = places.flatMap((place, index) => {
    const next = places[index + 1];
    const lines = pages.get(place.page)!.lines;
    return next?.page === place.page ? [Math.abs(lines[next.main]!.box[1] - lines[place.main]!.box[1])] : [];
  });
  const heights = mains.map(({ lined, line }) => 1.6 * (lined.lines[line]!.box[3] - lined.lines[line]!.box[1]));
  const pitch = (pitches.length > 0 ? pitches : heights).sort((a, b) => a - b)[Math.floor((pitches.length || heights.length) / 2)]!;
  // One empty cell is no reason to overlook a row, when others remain to know it by.
  return { bands, figures, needed: figures.length > 2 ? figures.length - 1 : figures.length, hasWords, pitch };
}

function looksLikeRow(lined: LinedPage, line: number, pattern: Pattern): boolean {
  if (pattern.hasWords && !hasWord(lined, line)) return false;
  const filled = figureBands(lined, line, pattern.bands);
  return pattern.figures.filter((band) => filled.has(band)).length >= pattern.needed && !isSum(lined, line);
}

/** Lines from `start` in a direction that look like rows, up to a sum or a space without any. */
function walk(lined: LinedPage, start: number, step: 1 | -1, pattern: Pattern): number[] {
  const found: number[] = [];
  let last = lined.lines[start]?.box;
  for (let line = start + step; lined.lines[line]; line += step) {
    const { box } = lined.lines[line]!;
    if (last && Math.abs(box[1] - last[1]) > FURTHEST * pattern.pitch) break;
    if (isSum(lined, line) && figureBands(lined, line, pattern.bands).size > 0) break;
    if (!looksLikeRow(lined, line, pattern)) continue;
    found.push(line);
    last = box;
  }
  return found;
}

/** Lines by page on which the figures of rows stand. Texts do not count: a name can be joined from the lines of other rows. */
function linesOfFigures(
  rows: readonly PlacedRow[],
  columns: readonly RowField[],
  pages: ReadonlyMap<number, LinedPage>,
): Map<number, Set<number>> {
  const held = new Map<number, Set<number>>();
  const figures = columns.filter(isFigureColumn);
  for (const { cells } of rows)
    for (const evidence of figures.flatMap(({ name }) => ownValue(cells, name)?.evidence ?? [])) {
      const page = pages.get(evidence.page);
      const lines = held.get(evidence.page) ?? new Set<number>();
      for (const line of page ? linesOfEvidence(page, evidence) : []) lines.add(line);
      held.set(evidence.page, lines);
    }
  return held;
}

/**
 * Finds the lines of the pages that look like rows of a table: figures in the same columns of the page as the lines on
 * which rows stand, between, above and below them, on pages without any row too. Lines of sums and lines that merely go on
 * are none. Empty when the rows have no places or no figures.
 *
 * @param pages pages that may hold the table; those before the first and after the last row's page help to find rows there
 */
export function findRowLines(columns: readonly RowField[], rows: readonly PlacedRow[], pages: readonly Page[]): RowLine[] {
  const lined = new Map(pages.map((page) => [page.number, findPageLines(page)]));
  const places = locateRows(rows, columns, lined, false).filter((place) => place !== null);
  if (places.length === 0) return [];
  const pattern = findPattern(places, lined);
  if (!pattern) return [];
  const held = linesOfFigures(rows, columns, lined);
  const numbers = [...lined.keys()].sort((a, b) => a - b);
  const withRows = new Set(places.map(({ page }) => page));
  const [firstPage, lastPage] = [Math.min(...withRows), Math.max(...withRows)];
  return numbers.flatMap((number) => {
    const page = lined.get(number)!;
    const own = places.filter((place) => place.page === number);
    const taken = new Set(own.flatMap(({ main }) => [main, ...(held.get(number) ?? [])]));
    const lines = new Set(own.map(({ main }) => main));
    const rowLike = page.lines.flatMap((_, line) => (looksLikeRow(page, line, pattern) ? [line] : []));
    if (own.length > 0) {
      const first = Math.min(...own.map(({ main }) => main));
      const last = Math.max(...own.map(({ main }) => main));
      for (const line of rowLike) if (line >= first && line <= last) lines.add(line);
      // A table that goes on from the page before begins at the top, even when a heading stands before the rows that were read.
      const top = number > firstPage ? rowLike.find((line) => line < first && line <= LATEST_START) : undefined;
      for (const line of top === undefined ? [] : [top, ...walk(page, top, 1, pattern)]) if (line < first) lines.add(line);
      for (const line of walk(page, first, -1, pattern)) lines.add(line);
      for (const line of number < lastPage ? rowLike : walk(page, last, 1, pattern)) if (line > last) lines.add(line);
    } else if (number > firstPage && number < lastPage) {
      for (const line of rowLike) lines.add(line);
    } else if (number > firstPage && number <= lastPage + 1 && pattern.figures.length > 1) {
      const start = rowLike[0] ?? -1;
      // A page after the table's end has lines of another kind first.
      if (start >= 0 && start <= LATEST_START) for (const line of [start, ...walk(page, start, 1, pattern)]) lines.add(line);
    }
    return [...lines]
      .sort((a, b) => a - b)
      .map((line): RowLine => ({ ...evidenceOfWords(page.page, page.lines[line]!.words), taken: taken.has(line) }));
  });
}
