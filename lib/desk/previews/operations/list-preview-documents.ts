import { and, desc, eq, isNotNull, or, sql } from 'drizzle-orm';
import type { PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';

/**
 * The documents of a schema that a draft can be compared on: approved by people, at deployments that take drafts; approved last, first.
 * @throws ProblemError `not_found` for an unknown schema
 */
export async function listPreviewDocuments(desk: Desk, schemaId: string, limit: number): Promise<PreviewDocuments> {
  await getCurrentSchema(desk.database, schemaId);
  // what approved itself says nothing that the engine has not said
  const isApproved = and(eq(documents.schemaId, schemaId), eq(documents.state, 'approved'), eq(documents.approvedAutomatically, false));
  const takesDrafts = and(
    isNotNull(submissions.remoteDocumentId),
    or(deployments.embedded, sql`${deployments.ours} is distinct from false`),
  );
  const found = await desk.database
    .select({ id: documents.id, name: documents.name, media_type: documents.mediaType })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(and(isApproved, takesDrafts))
    .orderBy(desc(documents.approvedAt))
    .limit(limit);
  if (found.length === limit) return { documents: found, elsewhere: 0 };
  const [counted] = await desk.database.select({ count: sql<number>`count(*)::int` }).from(documents).where(isApproved);
  return { documents: found, elsewhere: (counted?.count ?? found.length) - found.length };
}
