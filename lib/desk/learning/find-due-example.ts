import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { schemaSettings } from '../schemas/tables.ts';
import { forgottenApprovals } from './tables.ts';
import type { ExamplePlace, TaughtRow } from './taught-rows.ts';

/** An approved document that its deployment is to have as an example. */
export type DueExample = ExamplePlace & Pick<TaughtRow, 'schemaId'> & { row: DocumentRow };

/** True where a person had a document's approval forgotten, where documents and (left) schemaSettings are joined; also null where nobody did. */
export const IS_FORGOTTEN = sql<boolean | null>`(
  ${schemaSettings.forgottenAt} >= coalesce(${documents.approvedAt}, '-infinity')
  or exists (
    select 1 from ${forgottenApprovals}
    where ${forgottenApprovals.documentId} = ${documents.id} and ${forgottenApprovals.at} >= coalesce(${documents.approvedAt}, '-infinity')
  )
)`;

/** True for documents that teach, where documents, submissions, deployments and (left) schemaSettings are joined. */
export const TEACHES = and(
  eq(documents.state, 'approved'),
  // nobody looked at it: what the engine believes is no lesson for the engine
  eq(documents.approvedAutomatically, false),
  isNotNull(documents.schemaId),
  isNotNull(submissions.remoteDocumentId),
  or(deployments.embedded, sql`${deployments.ours} is distinct from false`),
  sql`${schemaSettings.learnFromApprovals} is distinct from false`,
  sql`${IS_FORGOTTEN} is not true`,
);

/**
 * What the deployment of a document should have of it now; null when that is nothing: it is not approved, its approval was
 * forgotten, its schema does not learn, its deployment is not ours.
 */
export async function findDueExample(executor: Executor, documentId: string): Promise<DueExample | null> {
  const [found] = await executor
    .select({ row: documents, submission: submissions, embedded: deployments.embedded })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .leftJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
    .where(and(eq(documents.id, documentId), TEACHES));
  if (!found) return null;
  const { row, embedded } = found;
  const { deploymentId, remoteDocumentId } = found.submission;
  const { schemaId } = row;
  if (schemaId === null || remoteDocumentId === null) return null;
  // a person may have told another id; else those of ours know the desk's own
  const told = embedded ? null : await findRemoteSchemaId(executor, deploymentId, schemaId);
  return { row, documentId, schemaId, deploymentId, remoteDocumentId, remoteSchemaId: told ?? schemaId };
}
