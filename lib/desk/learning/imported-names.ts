import { and, eq, inArray, sql } from 'drizzle-orm';
import type { ExportedExample } from '#lib/contract/service/memory.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { importedExamples } from '../schemas/tables.ts';

/** Where examples of a schema are imported, and how that place calls the schema. */
export type ImportPlace = { schemaId: string; deploymentId: string; remoteSchemaId: string };

/**
 * Writes down what is about to be imported, so that it is known here however that ends. Names that are known stay.
 * @returns ids of the documents whose names are new
 */
export async function addImportedNames(executor: Executor, place: ImportPlace, examples: readonly ExportedExample[]): Promise<string[]> {
  const added = await executor
    .insert(importedExamples)
    .values(toRows(place, examples))
    .onConflictDoNothing()
    .returning({ id: importedExamples.remoteDocumentId });
  return added.map(({ id }) => id);
}

/** Writes down what was imported, in place of what is known of it. */
export async function saveImportedNames(executor: Executor, place: ImportPlace, examples: readonly ExportedExample[]): Promise<void> {
  if (examples.length === 0) return;
  await executor
    .insert(importedExamples)
    .values(toRows(place, examples))
    .onConflictDoUpdate({
      target: [importedExamples.deploymentId, importedExamples.remoteSchemaId, importedExamples.remoteDocumentId],
      set: {
        schemaId: sql`excluded.schema_id`,
        documentName: sql`excluded.document_name`,
        approvedBy: sql`excluded.approved_by`,
        approvedAt: sql`excluded.approved_at`,
        importedAt: sql`excluded.imported_at`,
      },
    });
}

/** Removes the names of imported examples; returns them. */
export async function removeImportedNames(
  executor: Executor,
  { deploymentId, remoteSchemaId }: Pick<ImportPlace, 'deploymentId' | 'remoteSchemaId'>,
  documentIds: readonly string[],
): Promise<string[]> {
  if (documentIds.length === 0) return [];
  const which = and(
    eq(importedExamples.deploymentId, deploymentId),
    eq(importedExamples.remoteSchemaId, remoteSchemaId),
    inArray(importedExamples.remoteDocumentId, [...documentIds]),
  );
  const gone = await executor.delete(importedExamples).where(which).returning({ name: importedExamples.documentName });
  return gone.map(({ name }) => name);
}

/** In one order, so that two who write the same do not wait for each other. */
function toRows(place: ImportPlace, examples: readonly ExportedExample[]): (typeof importedExamples.$inferInsert)[] {
  const unique = new Map(examples.map((example) => [example.document_id, example]));
  const importedAt = now();
  return [...unique.values()]
    .sort((a, b) => (a.document_id < b.document_id ? -1 : 1))
    .map((example) => ({
      ...place,
      remoteDocumentId: example.document_id,
      documentName: example.document_name,
      approvedBy: example.approved_by,
      approvedAt: example.approved_at === null ? null : new Date(example.approved_at),
      importedAt,
    }));
}
