import type { Side } from './ledger.ts';

/**
 * A column of a table on the page: where its heading stands, which field it is (-1 = none of the schema's). Ems.
 * `scores` tells how well the heading names each field. `line` is 1 or more where headings are stacked and the column's text stands that many lines under a row's first.
 * `side` where it is one of two columns of one amount, money out and money in.
 */
export type Column = {
  left: number;
  right: number;
  field: number;
  score: number;
  title: string;
  line: number;
  scores: readonly number[];
  side?: Side;
  /** Where money out and in are fields of their own and this column holds both. */
  isEither?: boolean;
};
/** Where a column's cells stand in a row: under their field, or under a number of their own below zero. */
export function keyOfColumn(column: Column, at: number): number {
  return column.field >= 0 ? column.field : -1 - at;
}

/** A heading line (or stack of lines) and its columns, left to right. */
export type Header = { band: number; last: number; columns: Column[]; score: number };
