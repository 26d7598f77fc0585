import type { Band } from './bands.ts';
import type { Side } from './ledger.ts';

/** The print of a cell; `reason` where its text is not printed as it stands, `side` where its column says money out or in. */
export type RawCell = { ranges: [number, number][]; text: string; certainty: number; reason?: string; side?: Side };

/** A row before its values are read: column of the schema to cell. */
export type RawRow = { page: number; band: Band; cells: Map<number, RawCell> };
