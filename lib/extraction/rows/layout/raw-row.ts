import type { Band } from './bands.ts';
import type { Side } from './ledger.ts';

/**
 * The text of a cell; `reason` where it is not printed as it stands, `side` where its column or table says money out or in,
 * `isEither` where its column holds both and each has a field of its own.
 */
export type RawCell = { ranges: [number, number][]; text: string; certainty: number; reason?: string; side?: Side; isEither?: boolean };

/** A row before its values are read: column of the schema to cell. */
export type RawRow = { page: number; band: Band; cells: Map<number, RawCell> };
