import { eq } from 'drizzle-orm';
import type { PgSelect } from 'drizzle-orm/pg-core';
import { documentAssignments, documentLocks, documentPostponements, documentSplits, documents, splitParts } from './tables.ts';

/**
 * Lets the conditions, the order and the fields of a query over documents name the tables of their locks, assignments,
 * postponements and splits: `withWork(database.select({…}).from(documents).$dynamic())`. A join that nothing names is left out by
 * PostgreSQL, because it goes by a primary key.
 *
 * `for('update', { of: documents })` waits for whoever changes the document, but the other tables are then still seen as they
 * were when the statement began: ask again in a second statement.
 */
export function withWork<Query extends PgSelect>(query: Query): Query {
  query
    .leftJoin(documentLocks, eq(documentLocks.documentId, documents.id))
    .leftJoin(documentAssignments, eq(documentAssignments.documentId, documents.id))
    .leftJoin(documentPostponements, eq(documentPostponements.documentId, documents.id))
    .leftJoin(documentSplits, eq(documentSplits.documentId, documents.id))
    .leftJoin(splitParts, eq(splitParts.documentId, documents.id));
  // the builder adds joins to itself
  return query;
}
