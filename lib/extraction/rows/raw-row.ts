import type { Band } from './bands.ts';

/** The print of a cell; `reason` where its text is not printed as it stands. */
export type RawCell = { ranges: [number, number][]; text: string; certainty: number; reason?: string };

/** A row before its values are read: column of the schema to cell. */
export type RawRow = { page: number; band: Band; cells: Map<number, RawCell> };
