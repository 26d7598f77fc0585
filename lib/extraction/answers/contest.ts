import type { Ranked } from '../scoring/rank-field.ts';

/**
 * The candidates of a field and which of them is its choice so far. `fits` = the choice makes a sum fit; `isSpan` = it is one end
 * of a written span of days whose other end another field chose.
 */
export type Contest = {
  field: number;
  ranked: Ranked[];
  group: 'date' | 'amount' | 'text';
  position: number;
  fits?: boolean;
  isSpan?: boolean;
};
