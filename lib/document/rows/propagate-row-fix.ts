import type { MergedRow } from '#lib/contract/desk/review.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from '../values/fold-text.ts';
import { isSameValue } from '../values/read-cell-text.ts';
import type { CellChange } from './cell-changes.ts';
import { isUntouchedCell } from './cell-changes.ts';
import {
  type CellSource,
  listSources,
  mentionAt,
  type ReadCell,
  readMention,
  readSource,
  type TableContext,
  treatmentsOf,
} from './cell-sources.ts';
import { type ColumnReading, chooseReadings, type Hypothesis } from './choose-readings.ts';

/** What follows from a repaired row: the cells of other rows that would change, and the columns they are in. */
export type RowFix = { changes: CellChange[]; columns: string[] };

/** Rows on which a hypothesis is tried before all are read. */
const SAMPLE = 48;
/** Of the rows, this share must get a value, else the reading is no rule of the table. */
const LEAST_FILL = 0.5;
/** Hypotheses a column may take into the joint choice. */
const MOST_PER_COLUMN = 10;
const KEEP_BONUS = 0.4;

/** Columns of a row that a person gave another value than was extracted. */
export function repairedColumns(columns: readonly RowField[], row: MergedRow): RowField[] {
  if (row.origin === 'human') return [];
  return columns.filter((column) => {
    const cell = ownValue(row.cells, column.name);
    return cell && (cell.status === 'corrected' || cell.status === 'cleared') && !isSameValue(cell.value, cell.original);
  });
}

/**
 * Works out from one repaired row how the table is to be read, and reads all other rows so.
 *
 * For each repaired cell every source in the row (columns of the result, columns of the page, figures counted from the
 * right, lines above and below) with every treatment (sign, decimal mark, date order, leading number …) is tried; those
 * that give the person's value are hypotheses. They are ranked by how many rows they can fill, agreement with other rows
 * that people repaired, the table's heading and simplicity; then chosen together so that no two columns read one place and
 * products of two columns that equal a third in the repaired row do so in the others.
 *
 * @param context the rows as they are now, the repair included, before their pages
 * @param row index of the repaired row
 * @param mayChange cells that may get another value; without it only cells that no person has touched
 * @returns null when nothing is repaired in the row or nothing follows
 */
export function propagateRowFix(
  context: TableContext,
  row: number,
  mayChange: (row: MergedRow, column: string) => boolean = isUntouchedCell,
): RowFix | null {
  const repaired = context.rows[row];
  if (!repaired) return null;
  const columns = repairedColumns(context.columns, repaired);
  const sample = pickSample(context, row);
  if (columns.length === 0 || sample.length === 0) return null;
  const sources = listSources(context, row);
  const perColumn = context.columns.map((column) => {
    if (columns.includes(column)) return findHypotheses(context, column, row, sources, sample);
    // A value that the person let stand may have been right by chance only, when the row's other values moved.
    const others =
      columns.length > 1 && ownValue(repaired.cells, column.name)?.value !== null
        ? findHypotheses(context, column, row, sources, sample)
        : [];
    return [keeping(context, column, sample), ...others];
  });
  const chosen = chooseReadings(
    context,
    row,
    sample,
    perColumn.filter((list) => list.length > 0),
  );
  if (!chosen.some(({ reading }) => typeof reading === 'object')) return null;
  const changes = context.rows.flatMap((other, index) =>
    index === row ? [] : chosen.flatMap(({ column, reading }) => changeOf(context, other, index, column, reading, mayChange)),
  );
  return changes.length > 0 ? { changes, columns: [...new Set(changes.map(({ column }) => column))] } : null;
}

function keeping(context: TableContext, column: RowField, sample: readonly number[]): Hypothesis {
  const values = sample.map((index) => ownValue(context.rows[index]!.cells, column.name)?.value ?? null);
  const fill = values.filter((value) => value !== null).length / values.length;
  return { column, reading: 'keep', score: fill + KEEP_BONUS, sample: values, band: null };
}

function pickSample(context: TableContext, row: number): number[] {
  const others = context.rows.map((_, index) => index).filter((index) => index !== row);
  const step = Math.max(1, others.length / SAMPLE);
  return Array.from({ length: Math.min(SAMPLE, others.length) }, (_, index) => others[Math.floor(index * step)]!);
}

function changeOf(
  context: TableContext,
  row: MergedRow,
  index: number,
  column: RowField,
  reading: Hypothesis['reading'],
  mayChange: (row: MergedRow, column: string) => boolean,
): CellChange[] {
  const cell = ownValue(row.cells, column.name);
  if (!cell || reading === 'keep' || !mayChange(row, column.name)) return [];
  // A row that stands nowhere cannot be read anew from the page; its values stay.
  if (reading !== 'nothing' && reading.source.kind !== 'cell' && !context.places[index]) return [];
  const read: ReadCell = (reading !== 'nothing' && readSource(context, column, index, reading.source, reading.treatment)) || {
    value: null,
    evidence: [],
  };
  if (isSameValue(read.value, cell.value)) return [];
  return [{ row: index, column: column.name, pointer: cell.pointer, from: cell.value, to: read.value, evidence: read.evidence }];
}

function findHypotheses(context: TableContext, column: RowField, row: number, sources: readonly CellSource[], sample: readonly number[]) {
  const wanted = ownValue(context.rows[row]!.cells, column.name)!.value;
  if (wanted === null) return ofNothing(context, column, row, sources, sample);
  const found = new Map<string, Hypothesis>();
  for (const source of sources) {
    // The cell itself already holds the person's value; it says nothing of where that came from.
    if (source.kind === 'cell' && source.shift === 0 && source.column === column.name) continue;
    const mention = mentionAt(context, row, source);
    if (!mention) continue;
    for (const treatment of treatmentsOf(column)) {
      const read = readMention(context, column, mention, treatment);
      if (!read || !isSameValue(read.value, wanted)) continue;
      const hypothesis = judge(context, column, { source, treatment }, sample);
      if (!hypothesis) continue;
      // Two places with the same values are two hypotheses: price and amount of rows of one piece each.
      const key = `${hypothesis.band} ${JSON.stringify(hypothesis.sample)}`;
      const known = found.get(key);
      if (!known || known.score < hypothesis.score) found.set(key, hypothesis);
    }
  }
  for (const hypothesis of ofItself(context, column, row, wanted, sample))
    found.set(`${hypothesis.band} ${JSON.stringify(hypothesis.sample)}`, hypothesis);
  return [...found.values()].sort((a, b) => b.score - a.score).slice(0, MOST_PER_COLUMN);
}

/** An empty cell: the table has no such column, or it is empty in this row only. */
function ofNothing(
  context: TableContext,
  column: RowField,
  row: number,
  sources: readonly CellSource[],
  sample: readonly number[],
): Hypothesis[] {
  const nothing: Hypothesis = { column, reading: 'nothing', score: 0, sample: sample.map(() => null), band: null };
  const gaps = sources.flatMap((source) => {
    if (source.kind !== 'band' || source.from !== source.to || source.lines !== 'main') return [];
    if (readSource(context, column, row, source, 'plain')) return [];
    const hypothesis = judge(context, column, { source, treatment: 'plain' }, sample);
    return hypothesis ? [{ ...hypothesis, score: hypothesis.score - 0.7, isGap: true }] : [];
  });
  return [...gaps, nothing].slice(0, MOST_PER_COLUMN);
}

/** The extracted value treated otherwise: sign, decimal mark, hundredths. Where it is printed is not kept in a repaired row. */
function ofItself(context: TableContext, column: RowField, row: number, wanted: Value, sample: readonly number[]): Hypothesis[] {
  const original = ownValue(context.rows[row]!.cells, column.name)!.original;
  if (typeof original !== 'number' || typeof wanted !== 'number' || original === 0) return [];
  const factor = wanted / original;
  const treatment = (
    [
      ['negative', -1],
      ['hundredth', 0.01],
      ['hundredfold', 100],
    ] as const
  ).find(([, by]) => Math.abs(factor - by) < 1e-9)?.[0];
  if (!treatment) return [];
  const hypothesis = judge(context, column, { source: { kind: 'cell', column: column.name, shift: 0 }, treatment }, sample);
  return hypothesis ? [hypothesis] : [];
}

const LINE_COST = { main: 0.01, wrapped: 0, anchors: 0.01, with_below: 0.03, with_above: 0.04, below: 0.06, above: 0.06 } as const;

function costOf({ source, treatment }: ColumnReading): number {
  // A value a hundred times another may stand beside it: 100 pieces at 1.00.
  const treated = treatment === 'plain' ? 0 : treatment.startsWith('hundred') ? 0.25 : 0.08;
  if (source.kind === 'cell') return treated + (source.shift === 0 ? 0.05 : 0.2);
  if (source.kind === 'band') return treated + LINE_COST[source.lines] + 0.02 * (source.to - source.from);
  return treated + 0.14;
}

/** Tries a reading on other rows. Null when it fills too few of them. */
function judge(context: TableContext, column: RowField, reading: ColumnReading, sample: readonly number[]): Hypothesis | null {
  const values = sample.map((index) => readSource(context, column, index, reading.source, reading.treatment)?.value ?? null);
  const fill = values.filter((value) => value !== null).length / values.length;
  if (fill < LEAST_FILL) return null;
  let votes = 0;
  sample.forEach((index, at) => {
    const cell = ownValue(context.rows[index]!.cells, column.name);
    if (cell && cell.status !== 'machine') votes += isSameValue(cell.value, values[at] ?? null) ? 1 : -1;
  });
  const score = fill + 0.5 * Math.max(-2, Math.min(2, votes)) + 0.2 * headingFit(context, column, reading) - costOf(reading);
  const band = reading.source.kind === 'band' ? reading.source.from : null;
  return { column, reading, score, sample: values, band };
}

/** 1 when the words over a band name the column. */
function headingFit(context: TableContext, column: RowField, { source }: ColumnReading): number {
  if (source.kind !== 'band') return 0;
  const place = context.places.find((candidate) => candidate !== null);
  const lined = place && context.pages.get(place.page);
  const [left, right] = [context.bands[source.from]?.left, context.bands[source.to]?.right];
  if (!place || !lined || left === undefined || right === undefined) return 0;
  const wanted = `${column.label} ${column.name}`
    .split(/[\s_]+/)
    .map(textKey)
    .filter((word) => word.length > 2);
  const top = Math.min(...place.anchors);
  const over = lined.lines.slice(Math.max(0, top - 4), top).flatMap(({ words }) => words);
  const words = over.filter((word) => lined.page.words[word]!.box[0] < right && lined.page.words[word]!.box[2] > left);
  const keys = words.map((word) => textKey(lined.page.words[word]!.text));
  return wanted.some((word) => keys.some((key) => key === word)) ? 1 : 0;
}
