import { and, asc, count, desc, eq, isNull, ne, not } from 'drizzle-orm';
import type { PreviewDocuments } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { getCurrentSchema } from '../../schemas/schema-row.ts';
import { isApprovedByPeople, isApprovedHere, isStrange } from '../approved-here.ts';

/**
 * The documents of a schema that a draft can be compared on: approved by people, at deployments that take drafts; approved last, first.
 * @param query.deploymentId another deployment is compared: the documents that it does not have, also those where no drafts are taken
 * @throws ProblemError `not_found` for an unknown schema
 */
export async function listPreviewDocuments(
  desk: Pick<Desk, 'database'>,
  schemaId: string,
  query: { limit: number; deploymentId?: string | undefined },
): Promise<PreviewDocuments> {
  const { database } = desk;
  const { limit, deploymentId } = query;
  await getCurrentSchema(database, schemaId);
  const ofSchema = eq(documents.schemaId, schemaId);
  const isTaken = deploymentId === undefined ? isApprovedHere : and(isApprovedByPeople, ne(submissions.deploymentId, deploymentId));
  const [found, places, choices] = await Promise.all([
    database
      .select({ id: documents.id, name: documents.name, media_type: documents.mediaType })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
      .where(and(ofSchema, isTaken))
      .orderBy(desc(documents.approvedAt))
      .limit(limit),
    database
      .select({ id: deployments.id, isStrange: isStrange.mapWith(Boolean), documents: count() })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
      .where(and(ofSchema, isApprovedByPeople))
      .groupBy(deployments.id),
    database
      .select({ id: deployments.id, name: deployments.name })
      .from(deployments)
      .where(and(isNull(deployments.retiredAt), not(isStrange)))
      .orderBy(asc(deployments.name), asc(deployments.id)),
  ]);
  const sum = (taken: typeof places) => taken.reduce((total, place) => total + place.documents, 0);
  return {
    documents: found,
    elsewhere: sum(places.filter((place) => place.isStrange)),
    there: sum(places.filter(({ id }) => id === deploymentId)),
    deployments: choices.filter(({ id }) => places.some((place) => place.id !== id)),
  };
}
