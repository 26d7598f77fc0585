import { and, eq, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { schemaSettings } from '../schemas/tables.ts';

/** True for deployments that learn from the documents they have, as far as is known. */
const IS_OURS = or(deployments.embedded, sql`${deployments.ours} is distinct from false`);

/** By what a document's copy is joined that is kept at the deployment which is asked for second opinions; where documents and (left) schemaSettings are. */
export const KEPT_COPY = and(
  eq(comparisonCopies.documentId, documents.id),
  isNull(comparisonCopies.removeAt),
  isNotNull(comparisonCopies.remoteDocumentId),
  eq(comparisonCopies.deploymentId, schemaSettings.secondOpinionBy),
);

/** True where there is a deployment that a document may be taught to. Here and below submissions, deployments and (left) `KEPT_COPY` are joined. */
export const HAS_PLACE = or(and(isNotNull(submissions.remoteDocumentId), IS_OURS), isNotNull(comparisonCopies.id));

/** What is taught: the document at its own deployment, or its copy where that is not ours. */
export const TAUGHT_DEPLOYMENT = sql<string>`case when ${IS_OURS} then ${submissions.deploymentId} else ${comparisonCopies.deploymentId} end`;
export const TAUGHT_DOCUMENT = sql<string>`case when ${IS_OURS} then ${submissions.remoteDocumentId} else ${comparisonCopies.remoteDocumentId} end`;
