import { and, eq, isNotNull, not, sql } from 'drizzle-orm';
import { deployments } from '../deployments/tables.ts';
import { documents, submissions } from '../documents/tables.ts';

/** Documents at deployments that take no drafts. Needs the document's submission and deployment joined. */
export const isStrange = sql`(not ${deployments.embedded} and ${deployments.ours} is false)`;

/** Documents that people approved and a deployment has; what approved itself says nothing that the engine has not said. */
export const isApprovedByPeople = and(
  eq(documents.state, 'approved'),
  eq(documents.approvedAutomatically, false),
  isNotNull(submissions.remoteDocumentId),
);

/** Documents that can be extracted with a draft and judged by what people approved. */
export const isApprovedHere = and(isApprovedByPeople, not(isStrange));
