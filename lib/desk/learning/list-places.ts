import { and, eq, isNotNull, or } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { documents, submissions } from '../documents/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { importedExamples, schemaSettings } from '../schemas/tables.ts';
import { taught } from './tables.ts';
import { KEPT_COPY } from './taught-place.ts';

/** Where a schema learns: a deployment of ours, and how that calls the schema. `isTaught`: the desk gave it documents, or may have. */
export type LearningPlace = { deploymentId: string; remoteSchemaId: string; isTaught: boolean };

/** The places that a schema was taught at or has memory imported at, and the deployments of ours that have approved documents of it, or copies of them. */
export async function listPlaces(executor: Executor, schemaId: string): Promise<LearningPlace[]> {
  const [known, imported, having, copied] = await Promise.all([
    executor
      .selectDistinct({ deploymentId: taught.deploymentId, remoteSchemaId: taught.remoteSchemaId })
      .from(taught)
      .where(eq(taught.schemaId, schemaId)),
    executor
      .selectDistinct({ deploymentId: importedExamples.deploymentId, remoteSchemaId: importedExamples.remoteSchemaId })
      .from(importedExamples)
      .where(eq(importedExamples.schemaId, schemaId)),
    executor
      .selectDistinct({ id: deployments.id, embedded: deployments.embedded })
      .from(documents)
      .innerJoin(submissions, eq(submissions.documentId, documents.id))
      .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
      .where(
        and(
          eq(documents.schemaId, schemaId),
          eq(documents.state, 'approved'),
          isNotNull(submissions.remoteDocumentId),
          or(deployments.embedded, deployments.ours),
        ),
      ),
    executor
      .selectDistinct({ id: deployments.id, embedded: deployments.embedded })
      .from(documents)
      .innerJoin(schemaSettings, eq(schemaSettings.schemaId, documents.schemaId))
      .innerJoin(comparisonCopies, KEPT_COPY)
      .innerJoin(deployments, eq(deployments.id, comparisonCopies.deploymentId))
      .where(and(eq(documents.schemaId, schemaId), eq(documents.state, 'approved'))),
  ]);
  const places: LearningPlace[] = known.map((place) => ({ ...place, isTaught: true }));
  const isListed = (place: Omit<LearningPlace, 'isTaught'>) =>
    places.some(({ deploymentId, remoteSchemaId }) => deploymentId === place.deploymentId && remoteSchemaId === place.remoteSchemaId);
  for (const place of imported) if (!isListed(place)) places.push({ ...place, isTaught: false });
  for (const { id, embedded } of [...having, ...copied]) {
    if (places.some((place) => place.deploymentId === id)) continue;
    const told = embedded ? null : await findRemoteSchemaId(executor, id, schemaId);
    places.push({ deploymentId: id, remoteSchemaId: told ?? schemaId, isTaught: false });
  }
  return places.sort((a, b) => (a.deploymentId < b.deploymentId ? -1 : 1));
}
