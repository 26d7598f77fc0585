import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { forgottenApprovals } from './tables.ts';
import { HAS_PLACE, KEPT_COPY, TAUGHT_DEPLOYMENT, TAUGHT_DOCUMENT } from './taught-place.ts';
import type { ExamplePlace, TaughtRow } from './taught-rows.ts';

/** An approved document that a deployment is to have as an example. */
export type DueExample = ExamplePlace & Pick<TaughtRow, 'schemaId'> & { row: DocumentRow };

/** True where a person had a document's approval forgotten, where documents and (left) schemaSettings are joined; also null where nobody did. */
export const IS_FORGOTTEN = sql<boolean | null>`(
  ${schemaSettings.forgottenAt} >= coalesce(${documents.approvedAt}, '-infinity')
  or exists (
    select 1 from ${forgottenApprovals}
    where ${forgottenApprovals.documentId} = ${documents.id} and ${forgottenApprovals.at} >= coalesce(${documents.approvedAt}, '-infinity')
  )
)`;

/** True for documents that teach, where documents, submissions, deployments, (left) schemaSettings and (left) `KEPT_COPY` are joined. */
export const TEACHES = and(
  eq(documents.state, 'approved'),
  // nobody looked at it: what the engine believes is no lesson for the engine
  eq(documents.approvedAutomatically, false),
  isNotNull(documents.schemaId),
  HAS_PLACE,
  sql`${schemaSettings.learnFromApprovals} is distinct from false`,
  sql`${IS_FORGOTTEN} is not true`,
);

/**
 * What a deployment should have of a document now: its own one, or the one that has a copy for second opinions. Null when that is nothing: it is
 * not approved, its approval was forgotten, its schema does not learn, and no deployment of ours has it.
 */
export async function findDueExample(executor: Executor, documentId: string): Promise<DueExample | null> {
  const [found] = await executor
    .select({ row: documents, deploymentId: TAUGHT_DEPLOYMENT, remoteDocumentId: TAUGHT_DOCUMENT })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .leftJoin(comparisonCopies, KEPT_COPY)
    .where(and(eq(documents.id, documentId), TEACHES));
  if (!found) return null;
  const { row, deploymentId, remoteDocumentId } = found;
  const { schemaId } = row;
  if (schemaId === null) return null;
  // a person may have told another id; else those of ours know the desk's own
  const told = await findRemoteSchemaId(executor, deploymentId, schemaId);
  return { row, documentId, schemaId, deploymentId, remoteDocumentId, remoteSchemaId: told ?? schemaId };
}
