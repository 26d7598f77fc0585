import { eq } from 'drizzle-orm';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { listValueRows, type ValueRow } from './list-value-rows.ts';
import { documentValues } from './tables.ts';

/**
 * Writes the values that lists, filters and queues have of a document. Belongs into the transaction that changes them, after the document
 * was locked: a rule of a queue holds at once.
 * @param values null = it has none now
 * @returns what it had before, and has now
 */
export async function saveValues(
  transaction: Transaction,
  documentId: string,
  values: { schema: Schema; fields: MergedFields } | null,
): Promise<{ before: ValueRow[]; after: ValueRow[] }> {
  const after = values ? listValueRows(values.schema, values.fields) : [];
  const before = await transaction.delete(documentValues).where(eq(documentValues.documentId, documentId)).returning();
  if (values && after.length > 0) {
    const schemaId = values.schema.id;
    await transaction.insert(documentValues).values(after.map((value) => ({ documentId, schemaId, ...value })));
  }
  return { before, after };
}
