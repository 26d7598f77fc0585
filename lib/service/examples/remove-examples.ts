import { and, eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { deleteExamples } from '../context/delete-examples.ts';
import { examples } from '../context/tables.ts';

/** Removes an example with what it taught. @throws ProblemError `not_found`, also for an example of another schema */
export async function removeExample(tx: Transaction, schemaId: string, id: string): Promise<void> {
  const count = await deleteExamples(tx, and(eq(examples.schemaId, schemaId), eq(examples.id, id)));
  if (count === 0) throw new ProblemError('not_found', 'There is no example with this id.');
}

/** Removes all examples of a schema, or the one that a document is; returns how many there were. */
export async function removeExamples(tx: Transaction, schemaId: string, documentId?: string): Promise<number> {
  return deleteExamples(
    tx,
    and(eq(examples.schemaId, schemaId), documentId === undefined ? undefined : eq(examples.documentId, documentId)),
  );
}
