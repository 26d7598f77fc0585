import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { sideOverTable } from './cells/debit-and-credit.ts';
import { type CollectedRows, collectRows } from './collect-rows.ts';
import { findHeader } from './headings/header.ts';
import type { Band } from './layout/bands.ts';
import type { Header } from './layout/column.ts';
import { ledgerOf } from './layout/ledger.ts';
import type { RawRow } from './layout/raw-row.ts';

/** Tables of one page that are read at most. */
const MOST_TABLES = 20;

/**
 * Rows of the table under a heading, and where they book money also those of the tables below it with the same headings ("Deposits",
 * "Withdrawals"), whose amounts are money out or in by the heading of their section.
 */
export function collectTables(
  context: ExtractionContext,
  bands: Band[],
  found: Header,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
  columns: readonly RowField[],
): CollectedRows {
  const first = collectRows(context, bands, found, found.last + 1, labels, profiles, columns);
  const ledger = ledgerOf(profiles);
  if (!ledger) return first;
  tellSide(context, bands, found.band, first.rows);
  const namesOf = ({ columns: titles }: Header) => titles.map(({ field, title }) => (field >= 0 ? title : '')).join('|');
  let all = first;
  let from = lastBand(bands, first.rows) + 1;
  for (let count = 1; count < MOST_TABLES && all.closed && from > found.last; count++) {
    const rest = bands.slice(from);
    const next = findHeader(context.view, rest, labels, profiles);
    if (!next || namesOf(next) !== namesOf(found)) break;
    const more = collectRows(context, rest, next, next.last + 1, labels, profiles, columns);
    if (!more.rows.length) break;
    tellSide(context, rest, next.band, more.rows);
    all = { ...more, rows: [...all.rows, ...more.rows], rowLike: all.rowLike + more.rowLike };
    from += lastBand(rest, more.rows) + 1;
  }
  return all;
}

function lastBand(bands: readonly Band[], rows: readonly RawRow[]): number {
  const last = rows.at(-1)?.band;
  return last ? bands.indexOf(last) : -1;
}

/** Tells the cells of both sides that of their section. */
function tellSide(context: ExtractionContext, bands: readonly Band[], heading: number, rows: readonly RawRow[]): void {
  const side = sideOverTable(context.view, bands, heading);
  if (!side) return;
  for (const { cells } of rows) for (const cell of cells.values()) if (cell.isEither) cell.side = side;
}
