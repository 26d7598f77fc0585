import { and, eq, inArray } from 'drizzle-orm';
import type { ShownValue } from '#lib/contract/desk/search/found.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documentValues } from './tables.ts';

/** The values of documents in some fields of their schema, by document id and field; without those that are empty. */
export async function listShownValues(
  executor: Executor,
  ids: readonly string[],
  schemaId: string,
  fields: readonly string[],
): Promise<Record<string, Record<string, ShownValue>>> {
  const shown: Record<string, Record<string, ShownValue>> = {};
  if (ids.length === 0) return shown;
  const rows = await executor
    .select({ id: documentValues.documentId, field: documentValues.field, text: documentValues.text, currency: documentValues.currency })
    .from(documentValues)
    .where(
      and(inArray(documentValues.documentId, [...ids]), eq(documentValues.schemaId, schemaId), inArray(documentValues.field, [...fields])),
    );
  for (const { id, field, text, currency } of rows) {
    shown[id] ??= {};
    shown[id][field] = { text, ...(currency ? { currency } : {}) };
  }
  return shown;
}
