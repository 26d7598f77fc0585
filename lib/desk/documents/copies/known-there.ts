import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { Executor } from '#lib/platform/database/database.ts';
import { submissions } from '../tables.ts';
import { comparisonCopies } from './tables.ts';

/**
 * Documents of the desk by what a deployment calls them, or their kept copies there: a table to select from and to join with `documents`.
 * @param remoteIds those that are looked for
 */
export function knownThere(executor: Executor, deploymentId: string, remoteIds: readonly string[]) {
  const ids = [...remoteIds];
  const own = executor
    .select({ documentId: submissions.documentId, remoteId: submissions.remoteDocumentId })
    .from(submissions)
    .where(and(eq(submissions.deploymentId, deploymentId), inArray(submissions.remoteDocumentId, ids)));
  const copied = executor
    .select({ documentId: sql<string>`${comparisonCopies.documentId}`, remoteId: comparisonCopies.remoteDocumentId })
    .from(comparisonCopies)
    .where(
      and(
        eq(comparisonCopies.deploymentId, deploymentId),
        inArray(comparisonCopies.remoteDocumentId, ids),
        isNotNull(comparisonCopies.documentId),
        isNull(comparisonCopies.removeAt),
      ),
    );
  return unionAll(own, copied).as('known_there');
}
