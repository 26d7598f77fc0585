import type { Field } from '#lib/contract/service/extraction-schema.ts';
import type { ApprovedFields, ApprovedValue } from './lesson.ts';

/** Rows that are looked at. */
const MOST_ROWS = 200;

/** An approved row: its cells by column, in the schema's order; null where nothing is known of the cell. */
export type ApprovedRow = readonly (ApprovedValue | null)[];

/**
 * The approved rows of a field; `isCut`: there are more. None of a table that was approved without anybody having done anything to it: nobody
 * said that it is right. Of cells that a second check found wrong nothing is known.
 */
export function approvedRowsOf(field: Field, given: ApprovedFields[string] | undefined): { rows: ApprovedRow[]; isCut: boolean } {
  const all = Array.isArray(given) ? (given as readonly Record<string, ApprovedValue>[]) : [];
  const isTouched = all.some((row) => Object.values(row).some(({ untouched }) => !untouched));
  const rows = (isTouched ? all.slice(0, MOST_ROWS) : []).map((row) =>
    (field.fields ?? []).map(({ name }) => {
      const cell = Object.hasOwn(row, name) ? row[name] : undefined;
      const isDisputed = cell?.checked_as !== undefined && JSON.stringify(cell.checked_as) !== JSON.stringify(cell.value);
      return cell && !isDisputed ? cell : null;
    }),
  );
  return { rows, isCut: all.length > MOST_ROWS };
}
