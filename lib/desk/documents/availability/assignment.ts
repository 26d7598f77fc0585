import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { InboxCauser } from '#lib/contract/desk/inbox.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { documentAssignments, documents } from '../tables.ts';

export type Person = { id: string; name: string };

/** A document is somebody's work. @param which condition on the assignment */
export function isAssigned(which?: SQL): SQL {
  const ofDocument = eq(documentAssignments.documentId, documents.id);
  return sql`exists (select 1 from ${documentAssignments} where ${and(ofDocument, which)})`;
}

/** A document is this person's work. */
export function isAssignedTo(personId: string): SQL {
  return isAssigned(eq(documentAssignments.personId, personId));
}

/** Whose work a document is; null = nobody's. */
export async function findAssignment(executor: Executor, documentId: string): Promise<Person | null> {
  const [row] = await executor.select().from(documentAssignments).where(eq(documentAssignments.documentId, documentId));
  return row ? { id: row.personId, name: row.personName } : null;
}

/** Makes a document the work of one person. Call with its row locked. @param by who or what does so */
export async function saveAssignment(
  transaction: Transaction,
  documentId: string,
  person: Person,
  by: InboxCauser | null = null,
): Promise<void> {
  const columns = { personId: person.id, personName: person.name, by, at: now() };
  await transaction
    .insert(documentAssignments)
    .values({ documentId, ...columns })
    .onConflictDoUpdate({ target: documentAssignments.documentId, set: columns });
}

/**
 * Makes documents nobody's work again. Call with their rows locked.
 * @param personId only those that are this person's work
 * @returns the ids of those that were somebody's, with that person's name
 */
export async function removeAssignments(
  transaction: Transaction,
  documentIds: readonly string[],
  personId?: string,
): Promise<{ documentId: string; personName: string }[]> {
  if (documentIds.length === 0) return [];
  const whose = personId === undefined ? undefined : eq(documentAssignments.personId, personId);
  return transaction
    .delete(documentAssignments)
    .where(and(inArray(documentAssignments.documentId, [...documentIds]), whose))
    .returning({ documentId: documentAssignments.documentId, personName: documentAssignments.personName });
}
