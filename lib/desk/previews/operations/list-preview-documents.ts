import { and, count, desc, eq } from 'drizzle-orm';
import type { PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { isApprovedByPeople, isApprovedHere, isStrange } from '../approved-here.ts';

/**
 * The documents of a schema that a draft can be compared on: approved by people, at deployments that take drafts; approved last, first.
 * @throws ProblemError `not_found` for an unknown schema
 */
export async function listPreviewDocuments(desk: Desk, schemaId: string, limit: number): Promise<PreviewDocuments> {
  await getCurrentSchema(desk.database, schemaId);
  const [found, [elsewhere]] = await Promise.all([
    desk.database
      .select({ id: documents.id, name: documents.name, media_type: documents.mediaType })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
      .where(and(eq(documents.schemaId, schemaId), isApprovedHere))
      .orderBy(desc(documents.approvedAt))
      .limit(limit),
    desk.database
      .select({ documents: count() })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
      .where(and(eq(documents.schemaId, schemaId), isApprovedByPeople, isStrange)),
  ]);
  return { documents: found, elsewhere: elsewhere?.documents ?? 0 };
}
