import type { Ranked } from '../scoring/rank-field.ts';

/**
 * The candidates of a field and which of them is its choice so far. `ranked` holds distinct values, best first; `mentions` all
 * candidates, several of which may say the same. `fits` = the choice makes a sum fit; `isSpan` = it and the other end of a span
 * of days are written as one.
 */
export type FieldAssignment = {
  field: number;
  ranked: Ranked[];
  mentions: Ranked[];
  group: 'date' | 'amount' | 'text';
  position: number;
  fits?: boolean;
  isSpan?: boolean;
};
