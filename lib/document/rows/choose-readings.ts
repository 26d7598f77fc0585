import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { isFigureColumn, isSameValue } from '../values/read-cell-text.ts';
import type { CellSource, TableContext, Treatment } from './cell-sources.ts';

/** How a column's cells are to be read; `keep`: as they are; `nothing`: the column is empty in this table. */
export type ColumnReading = { source: CellSource; treatment: Treatment };
export type Hypothesis = {
  column: RowField;
  reading: ColumnReading | 'keep' | 'nothing';
  score: number;
  /** What the sampled rows would have. */
  sample: Value[];
  /** Column of the page that is read, when that is what is read. */
  band: number | null;
  /** A band that is empty in the repaired row: right only where it fills a gap between its neighbours. */
  isGap?: boolean;
};

/** Joint choices that are followed up. */
const BEAM = 60;
const CLASH = 0.6;
const ORDER_BONUS = 0.1;

type Choice = { chosen: Hypothesis[]; score: number };

/** One hypothesis for each column, so that they fit each other best. */
export function chooseReadings(
  context: TableContext,
  row: number,
  sample: readonly number[],
  perColumn: readonly Hypothesis[][],
): Hypothesis[] {
  let beam: Choice[] = [{ chosen: [], score: 0 }];
  for (const hypotheses of perColumn) {
    const next = beam.flatMap(({ chosen, score }) =>
      hypotheses.map((hypothesis) => ({ chosen: [...chosen, hypothesis], score: score + hypothesis.score + fitAfter(chosen, hypothesis) })),
    );
    beam = next.sort((a, b) => b.score - a.score).slice(0, BEAM);
  }
  const products = findProducts(context, row);
  const total = ({ chosen, score }: Choice) => score + 0.6 * productFit(context, sample, chosen, products) - gapFault(chosen);
  return beam.map((choice) => ({ ...choice, score: total(choice) })).sort((a, b) => b.score - a.score)[0]?.chosen ?? [];
}

/** How a hypothesis goes with those of the columns before it: the order of the page, and no two columns that read one place. */
function fitAfter(chosen: readonly Hypothesis[], hypothesis: Hypothesis): number {
  const before = chosen.findLast(({ band }) => band !== null)?.band ?? null;
  const order = before === null || hypothesis.band === null ? 0 : hypothesis.band > before ? ORDER_BONUS : -ORDER_BONUS;
  return order - (chosen.some((other) => hasSameValues(other, hypothesis)) ? CLASH : 0);
}

function hasSameValues(a: Hypothesis, b: Hypothesis): boolean {
  if (a.reading === 'keep' && b.reading === 'keep') return false;
  if (a.band !== null && b.band !== null && a.band !== b.band) return false;
  const known = a.sample
    .map((value, at) => [value, b.sample[at] ?? null] as const)
    .filter(([one, other]) => one !== null && other !== null);
  return known.length > 0 && known.filter(([one, other]) => isSameValue(one, other)).length > 0.8 * a.sample.length;
}

/** A column that is empty in the repaired row must stand between the columns beside it. */
function gapFault(chosen: readonly Hypothesis[]): number {
  return chosen.filter(({ isGap, band }, index) => {
    if (!isGap || band === null) return false;
    const before = chosen.slice(0, index).findLast((other) => other.band !== null)?.band ?? null;
    const after = chosen.slice(index + 1).find((other) => other.band !== null)?.band ?? null;
    return before === null || after === null || before >= band || after <= band;
  }).length;
}

type Product = [RowField, RowField, RowField];

/** Columns whose product is a third column's value in the repaired row. */
function findProducts(context: TableContext, row: number): Product[] {
  const figures = context.columns.filter(isFigureColumn);
  const at = (column: RowField) => context.rows[row]!.cells[column.name]?.value;
  const products: Product[] = [];
  for (const [i, a] of figures.entries())
    for (const b of figures.slice(i + 1))
      for (const c of figures) if (c !== a && c !== b && isProduct(at(a), at(b), at(c))) products.push([a, b, c]);
  return products;
}

function isProduct(a: Value | undefined, b: Value | undefined, c: Value | undefined): boolean {
  return (
    typeof a === 'number' &&
    typeof b === 'number' &&
    typeof c === 'number' &&
    c !== 0 &&
    Math.abs(a * b - c) <= 0.011 + 0.0006 * Math.abs(c)
  );
}

/** Share of the sampled rows in which the best product holds. */
function productFit(context: TableContext, sample: readonly number[], chosen: readonly Hypothesis[], products: readonly Product[]): number {
  const value = (column: RowField, at: number) => {
    const hypothesis = chosen.find((candidate) => candidate.column === column);
    return hypothesis ? (hypothesis.sample[at] ?? null) : context.rows[sample[at]!]!.cells[column.name]?.value;
  };
  const order = (column: RowField) => context.columns.indexOf(column);
  const shares = products.map(([a, b, c]) => {
    const share = sample.filter((_, at) => isProduct(value(a, at), value(b, at), value(c, at))).length / sample.length;
    // What is worked out stands behind what it is worked out from.
    return order(c) > order(a) && order(c) > order(b) ? share : 0.4 * share;
  });
  return Math.max(0, ...shares);
}
