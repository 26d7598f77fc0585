import { eq } from 'drizzle-orm';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { listCellRows, listValueRows } from './list-value-rows.ts';
import { saveCells } from './save-cells.ts';
import { documentValues } from './tables.ts';

/**
 * Writes the values that lists, filters and queues have of a document. Belongs into the transaction that changes them, after the document
 * was locked: a rule of a queue holds at once.
 * @param values null = it has none now
 * @returns whether it had others before
 */
export async function saveValues(
  transaction: Transaction,
  documentId: string,
  values: { schema: Schema; fields: MergedFields } | null,
): Promise<boolean> {
  const of = { documentId, schemaId: values?.schema.id ?? '' };
  const cells = values ? listCellRows(values.schema, values.fields) : [];
  await saveCells(
    transaction,
    documentId,
    cells.map((row) => ({ ...of, ...row })),
  );
  const rows = values ? listValueRows(values.schema, values.fields) : [];
  const after = rows.map((row) => ({ ...of, ...row }));
  const before = await transaction.select().from(documentValues).where(eq(documentValues.documentId, documentId));
  if (isSame(before, after)) return false;
  if (before.length > 0) await transaction.delete(documentValues).where(eq(documentValues.documentId, documentId));
  if (after.length > 0) await transaction.insert(documentValues).values(after);
  return true;
}

type Row = typeof documentValues.$inferSelect;

function isSame(before: readonly Row[], after: readonly Row[]): boolean {
  const said = (rows: readonly Row[]) =>
    rows
      .map(({ schemaId, field, text, folded, number, date, currency }) =>
        JSON.stringify([schemaId, field, text, folded, number, date, currency]),
      )
      .sort();
  return JSON.stringify(said(before)) === JSON.stringify(said(after));
}
