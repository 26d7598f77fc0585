import type { ActionDraft, Flag, MergedRow } from '#lib/contract/desk/review.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { parsePointer } from '../values/pointer.ts';

export type Confirmations = {
  /** What confirms the rows that nothing speaks against. */
  plain: ActionDraft[];
  /** The same for rows with a flag, their own or one of a cell: for a person who says so. */
  flagged: ActionDraft[];
  flaggedRows: number;
};

/**
 * What confirms all cells of a table, as accepting each of them would: a value that nobody has decided on is confirmed, an empty
 * cell that is doubted is said to be empty, and an empty one that the schema demands stays open.
 * @param table name of the field @param flags of the document
 */
export function listConfirmations(
  table: string,
  columns: readonly RowField[],
  rows: readonly MergedRow[],
  flags: readonly Flag[],
): Confirmations {
  const flaggedRows = new Set<number>();
  const flaggedPlaces = new Set<string>();
  for (const { pointer } of flags) {
    const [name, row] = parsePointer(pointer);
    if (name !== table || row === undefined) continue;
    flaggedRows.add(Number(row));
    flaggedPlaces.add(pointer);
  }
  const confirmations: Confirmations = { plain: [], flagged: [], flaggedRows: 0 };
  rows.forEach((row, index) => {
    const drafts = columns.flatMap((column): ActionDraft[] => {
      const cell = row.cells[column.name];
      if (cell?.status !== 'machine') return [];
      if (!isEmptyValue(cell.value)) return [{ kind: 'confirm', pointer: cell.pointer }];
      return flaggedPlaces.has(cell.pointer) && !column.required ? [{ kind: 'clear', pointer: cell.pointer }] : [];
    });
    const isFlagged = flaggedRows.has(index);
    (isFlagged ? confirmations.flagged : confirmations.plain).push(...drafts);
    if (isFlagged && drafts.length > 0) confirmations.flaggedRows += 1;
  });
  return confirmations;
}
