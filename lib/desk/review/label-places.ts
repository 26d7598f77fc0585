import { inArray } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { labelOf } from '#lib/document/schemas/label-of.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { documents } from '../documents/tables.ts';
import { findSchemaVersion } from '../schemas/schema-row.ts';

/** The words for places in documents, by `DOCUMENT_ID POINTER`, in the words of each document's present schema; without those that have none. */
export async function labelPlaces(
  executor: Executor,
  places: readonly { documentId: string; pointer: string }[],
): Promise<Map<string, string>> {
  const ids = [...new Set(places.map((place) => place.documentId))];
  if (ids.length === 0) return new Map();
  const rows = await executor
    .select({ id: documents.id, schemaId: documents.schemaId, version: documents.schemaVersion })
    .from(documents)
    .where(inArray(documents.id, ids));
  const known = new Map<string, Schema | null>();
  const schemaOf = new Map<string, Schema>();
  for (const { id, schemaId, version } of rows) {
    if (schemaId === null || version === null) continue;
    const key = `${schemaId} ${version}`;
    if (!known.has(key)) known.set(key, await findSchemaVersion(executor, schemaId, version));
    const schema = known.get(key);
    if (schema) schemaOf.set(id, schema);
  }
  const labels = new Map<string, string>();
  for (const { documentId, pointer } of places) {
    const schema = schemaOf.get(documentId);
    if (schema) labels.set(`${documentId} ${pointer}`, labelOf(schema, pointer));
  }
  return labels;
}
