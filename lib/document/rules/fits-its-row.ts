import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { isFigureColumn } from '../values/read-cell-text.ts';

/** Off by a rounded cent is not off. */
const CENT = 0.0101;

/**
 * Whether a cell's own row bears it out: a count times a price is the amount, the cell being one of the three. Null when its row has no
 * such figures.
 */
export function fitsItsRow(columns: readonly RowField[], row: Record<string, Value>, column: string): boolean | null {
  const figure = (name: string) => {
    const value = row[name];
    return typeof value === 'number' && value !== 0 ? value : null;
  };
  const money = columns.filter(({ type }) => type === 'money').map(({ name }) => name);
  const counts = columns.filter((one) => one.type !== 'money' && one.type !== 'percentage' && isFigureColumn(one)).map(({ name }) => name);
  const products = counts.flatMap((count) =>
    money.flatMap((price) =>
      money.flatMap((amount) => {
        const [times, each, made] = [figure(count), figure(price), figure(amount)];
        if (price === amount || ![count, price, amount].includes(column) || times === null || each === null || made === null) return [];
        return [Math.abs(times * each - made) <= CENT];
      }),
    ),
  );
  return products.length === 0 ? null : products.includes(true);
}
