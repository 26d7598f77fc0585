import { and, eq, isNotNull, sql } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import { qualitySamples } from '../documents/quality-samples/tables.ts';
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

/**
 * True where a person looked at the values that were approved: also those of a document that approved itself and was checked as a quality
 * sample since. Where nobody did, they are what the engine believes, and no lesson for the engine.
 */
const LOOKED_AT = sql`(
  not ${documents.approvedAutomatically}
  or exists (
    select 1 from ${qualitySamples}
    where ${qualitySamples.documentId} = ${documents.id} and ${qualitySamples.revision} = ${documents.revision}
      and ${qualitySamples.schemaId} = ${documents.schemaId} and ${qualitySamples.lookedAt} is not null
  )
)`;

/** True for documents that teach, where documents, submissions, deployments, (left) schemaSettings and (left) `KEPT_COPY` are joined. */
export const TEACHES = and(
  eq(documents.state, 'approved'),
  LOOKED_AT,
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
