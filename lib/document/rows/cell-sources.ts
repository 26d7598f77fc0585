import type { MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Evidence, Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { bandOf, type ColumnBand } from '../geometry/page-columns.ts';
import { evidenceOfWords, type LinedPage, segmentsOfLine } from '../geometry/page-lines.ts';
import { canContinueName } from '../values/can-continue-name.ts';
import { formatValue } from '../values/format-value.ts';
import type { Locale } from '../values/parse-value.ts';
import { isFigureColumn, readCellText } from '../values/read-cell-text.ts';
import type { LinedPages, RowPlace } from './locate-rows.ts';

/** Which of a row's lines a source reads; `wrapped` is the main one and those below that go on because a word did not fit. */
export type LineChoice = 'main' | 'wrapped' | 'anchors' | 'with_below' | 'with_above' | 'below' | 'above';

/**
 * Where the value of a cell could come from, said so that it means something in every row:
 * `cell` what the result has in a column, of this row or a neighbour · `band` the words under some columns of the page ·
 * `figure` the n-th figure from the right end of the line · `before_figures` the text left of the n rightmost figures.
 */
export type CellSource =
  | { kind: 'cell'; column: string; shift: -1 | 0 | 1 }
  | { kind: 'band'; from: number; to: number; lines: LineChoice }
  | { kind: 'figure'; fromRight: number }
  | { kind: 'before_figures'; count: number };

/** Words of a line or, for a value that no page shows, a text; `evidence` is null then. */
export type Mention = { parts: string[]; evidence: Evidence | null; words: number[] };
/** A cell as read anew. */
export type ReadCell = { value: Value; evidence: Evidence[] };

/** All that reading a table's cells anew needs. */
export type TableContext = {
  columns: readonly RowField[];
  rows: readonly MergedRow[];
  pages: LinedPages;
  places: readonly (RowPlace | null)[];
  bands: readonly ColumnBand[];
  locale: Locale;
};

const FIGURE = /\d/;
const MOST_FIGURES = 8;

function linesFor(place: RowPlace, choice: LineChoice): number[] {
  switch (choice) {
    case 'main':
      return [place.main];
    case 'anchors':
      return place.anchors;
    case 'with_below':
      return [...place.anchors, ...place.below];
    case 'with_above':
      return [...place.above, ...place.anchors];
    case 'below':
      return place.below;
    default:
      return place.above;
  }
}

function mentionOf(lined: LinedPage, words: readonly number[]): Mention | null {
  if (words.length === 0) return null;
  const evidence = evidenceOfWords(lined.page, words);
  return { parts: words.map((word) => lined.page.words[word]!.text), evidence, words: [...words] };
}

function isFollowing(place: RowPlace, line: number): boolean {
  return place.below.includes(line) || place.anchors.includes(line);
}

/** True when a word began a new line because it did not fit behind the last one, or the text plainly goes on. */
function goesOn({ page }: LinedPage, last: number, next: number, edge: number): boolean {
  const [before, after] = [page.words[last]!, page.words[next]!];
  if (/[-/,&(]$/.test(before.text) || /^\p{Ll}/u.test(after.text)) return true;
  const space = (0.25 * (before.box[3] - before.box[1]) * page.height) / page.width;
  return before.box[2] + space + (after.box[2] - after.box[0]) > edge;
}

/** True when words of a line stand apart from any others on it: a cell of its own, or all there is. */
function isAlone(lined: LinedPage, line: number, words: readonly number[]): boolean {
  const entry = lined.lines[line]!;
  if (words.length === entry.words.length) return true;
  return segmentsOfLine(lined, entry, 0.8).some((run) => run.length === words.length && run[0] === words[0]);
}

/** Runs of words on a line that hold digits and no words of a sentence, left to right. */
function figuresOf(lined: LinedPage, line: number): number[][] {
  const entry = lined.lines[line];
  if (!entry) return [];
  return segmentsOfLine(lined, entry, 0.45)
    .flatMap((words) => {
      const text = words.map((word) => lined.page.words[word]!.text).join(' ');
      return /\p{L}{3}/u.test(text) ? words.map((word) => [word]) : [words];
    })
    .filter((words) => {
      const text = words.map((word) => lined.page.words[word]!.text).join('');
      return FIGURE.test(text) && text.replace(/[^\p{L}]/gu, '').length <= 3;
    });
}

/** The mention a source names in a row, or null when there is none. */
export function mentionAt(context: TableContext, row: number, source: CellSource): Mention | null {
  if (source.kind === 'cell') {
    const cell = ownValue(context.rows[row + source.shift]?.cells ?? {}, source.column);
    const column = context.columns.find(({ name }) => name === source.column);
    if (!cell || cell.value === null || !column) return null;
    const text = cell.text ?? formatValue(column.type, cell.value);
    const evidence = cell.evidence[0] ?? null;
    const words = evidence?.words ?? [];
    const parts = text.split(/\s+/).filter(Boolean);
    return parts.length === 0 ? null : { parts, evidence, words: words.length === parts.length ? words : [] };
  }
  const place = context.places[row];
  const lined = place && context.pages.get(place.page);
  if (!place || !lined) return null;
  if (source.kind === 'band') {
    const under = (line: number) =>
      (lined.lines[line]?.words ?? []).filter((word) => {
        const [left, , right] = lined.page.words[word]!.box;
        const band = bandOf(context.bands, left, right);
        return band >= source.from && band <= source.to;
      });
    if (source.lines !== 'wrapped') return mentionOf(lined, linesFor(place, source.lines).flatMap(under));
    const words = under(place.main);
    for (let line = place.main + 1; words.length > 0 && isFollowing(place, line); line++) {
      const more = under(line);
      if (more.length === 0 || !isAlone(lined, line, more)) break;
      if (!canContinueName(more.map((word) => lined.page.words[word]!.text).join(' '))) break;
      if (!goesOn(lined, words.at(-1)!, more[0]!, context.bands[source.to]!.right)) break;
      words.push(...more);
    }
    return mentionOf(lined, words);
  }
  const figures = figuresOf(lined, place.main);
  if (source.kind === 'figure') return mentionOf(lined, figures.at(-1 - source.fromRight) ?? []);
  const cut = figures.at(-source.count)?.[0];
  const line = lined.lines[place.main]?.words ?? [];
  return cut === undefined ? null : mentionOf(lined, line.slice(0, line.indexOf(cut)));
}

/** Sources worth trying for a column of a row: every column, band and figure. */
export function listSources(context: TableContext, row: number): CellSource[] {
  const sources: CellSource[] = [];
  const place = context.places[row];
  if (place) {
    const choices: LineChoice[] = [
      'main',
      'wrapped',
      ...(place.anchors.length > 1 ? (['anchors'] as const) : []),
      ...(place.below.length > 0 ? (['with_below', 'below'] as const) : []),
      ...(place.above.length > 0 ? (['with_above', 'above'] as const) : []),
    ];
    for (const lines of choices)
      for (let from = 0; from < context.bands.length; from++)
        for (let to = from; to < Math.min(context.bands.length, from + 4); to++) sources.push({ kind: 'band', from, to, lines });
    for (let fromRight = 0; fromRight < MOST_FIGURES; fromRight++) sources.push({ kind: 'figure', fromRight });
    for (let count = 1; count <= MOST_FIGURES; count++) sources.push({ kind: 'before_figures', count });
  }
  for (const { name } of context.columns) for (const shift of [0, -1, 1] as const) sources.push({ kind: 'cell', column: name, shift });
  return sources;
}

/** What is done to a mention before it is a value; each means the same in every row. */
export type Treatment =
  | 'plain'
  | 'negative'
  | 'decimal_point'
  | 'decimal_comma'
  | 'month_first'
  | 'day_first'
  | 'without_number'
  | 'without_first'
  | 'without_last'
  | 'first_word'
  | 'last_word'
  | 'hundredth'
  | 'hundredfold';

const SLICES: Partial<Record<Treatment, (parts: readonly string[]) => [number, number]>> = {
  without_number: (parts) => (/^\d{1,4}[.):]?$/.test(parts[0] ?? '') ? [1, parts.length] : [0, 0]),
  without_first: (parts) => [1, parts.length],
  without_last: (parts) => [0, parts.length - 1],
  first_word: () => [0, 1],
  last_word: (parts) => [parts.length - 1, parts.length],
};

const FOR_FIGURES: readonly Treatment[] = [
  'plain',
  'negative',
  'decimal_point',
  'decimal_comma',
  'first_word',
  'last_word',
  'hundredth',
  'hundredfold',
];
const FOR_DATES: readonly Treatment[] = ['plain', 'month_first', 'day_first', 'first_word', 'last_word'];
const FOR_TEXTS: readonly Treatment[] = ['plain', 'without_number', 'without_first', 'without_last', 'first_word', 'last_word'];

/** Treatments that make sense for a column. */
export function treatmentsOf(column: Pick<RowField, 'type'>): readonly Treatment[] {
  if (isFigureColumn(column)) return FOR_FIGURES;
  return column.type === 'date' ? FOR_DATES : FOR_TEXTS;
}

/** Reads a mention as a column's value. Null when it is not of the column's type. */
export function readMention(context: TableContext, column: RowField, mention: Mention, treatment: Treatment): ReadCell | null {
  const slice = SLICES[treatment];
  const whole = mention.evidence ? [mention.evidence] : [];
  if (!slice) {
    const value = treat(column, mention.parts.join(' '), treatment, context.locale);
    return value === null ? null : { value, evidence: whole };
  }
  const [from, to] = slice(mention.parts);
  if (to <= from || mention.parts.length === 1) return null;
  const value = readCellText(column, mention.parts.slice(from, to).join(' '), context.locale);
  if (value === null) return null;
  const page = mention.evidence && context.pages.get(mention.evidence.page)?.page;
  const words = mention.words.slice(from, to);
  return { value, evidence: page && words.length > 0 ? [evidenceOfWords(page, words)] : whole };
}

/** Reads a cell of a row anew from a source. Null when there is nothing, or nothing that is of the column's type. */
export function readSource(
  context: TableContext,
  column: RowField,
  row: number,
  source: CellSource,
  treatment: Treatment,
): ReadCell | null {
  const mention = mentionAt(context, row, source);
  return mention && readMention(context, column, mention, treatment);
}

function treat(column: RowField, text: string, treatment: Treatment, locale: Locale): Value {
  switch (treatment) {
    case 'decimal_point':
      return readCellText(column, text, { ...locale, decimalSign: '.' });
    case 'decimal_comma':
      return readCellText(column, text, { ...locale, decimalSign: ',' });
    case 'month_first':
      return readCellText(column, text, { ...locale, dateOrder: 'mdy' });
    case 'day_first':
      return readCellText(column, text, { ...locale, dateOrder: 'dmy' });
    default: {
      const value = readCellText(column, text, locale);
      if (treatment === 'plain' || value === 0) return value;
      if (typeof value !== 'number') return null;
      if (treatment === 'negative') return -value;
      return Math.round((treatment === 'hundredth' ? value / 100 : value * 100) * 1e6) / 1e6;
    }
  }
}
