import { and, eq, inArray, not, sql } from 'drizzle-orm';
import type { ShownValue } from '#lib/contract/desk/search/found.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { isWithheld } from '../quality-samples/is-withheld.ts';
import { documentValues } from './tables.ts';

/**
 * The values of documents in some fields of their schema, by document id and field; without those that are empty.
 * @param readerId who gets them: without documents whose values are withheld from that person
 */
export async function listShownValues(
  executor: Executor,
  ids: readonly string[],
  schemaId: string,
  fields: readonly string[],
  readerId?: string,
): Promise<Record<string, Record<string, ShownValue>>> {
  const shown: Record<string, Record<string, ShownValue>> = {};
  if (ids.length === 0) return shown;
  const rows = await executor
    .select({ id: documentValues.documentId, field: documentValues.field, text: documentValues.text, currency: documentValues.currency })
    .from(documentValues)
    .where(
      and(
        inArray(documentValues.documentId, [...ids]),
        eq(documentValues.schemaId, schemaId),
        inArray(documentValues.field, [...fields]),
        readerId ? not(isWithheld(sql`${documentValues.documentId}`, readerId)) : undefined,
      ),
    );
  for (const { id, field, text, currency } of rows) {
    shown[id] ??= {};
    shown[id][field] = { text, ...(currency ? { currency } : {}) };
  }
  return shown;
}
