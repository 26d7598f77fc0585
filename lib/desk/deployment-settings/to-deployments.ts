import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Deployment, SchemaMapping } from '#lib/contract/desk/deployment.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import type { DeploymentRow } from '../deployments/deployment-row.ts';
import { documents, remoteJobs, submissions } from '../documents/tables.ts';
import { schemaMappings, schemas } from '../schemas/tables.ts';

/** Rows as an admin sees them: without their keys. @param presentId where new documents go at this moment */
export async function toDeployments(executor: Executor, rows: DeploymentRow[], presentId: string | null): Promise<Deployment[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [counts, mappings] = await Promise.all([countDocuments(executor, ids), listMappings(executor, ids)]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    embedded: row.embedded,
    from_environment: row.fromEnvironment,
    base_url: row.baseUrl,
    has_key: row.embedded || row.encryptedKey !== null,
    is_default: row.id === presentId,
    retired_at: row.retiredAt?.toISOString() ?? null,
    requests_per_minute: row.requestsPerMinute,
    ...(row.metadata ? { metadata: row.metadata } : {}),
    verdict: row.verdict,
    documents: counts.get(row.id) ?? { total: 0, in_flight: 0, failed: 0 },
    mappings: mappings.get(row.id) ?? [],
  }));
}

async function countDocuments(executor: Executor, ids: string[]): Promise<Map<string, Deployment['documents']>> {
  const rows = await executor
    .select({
      id: submissions.deploymentId,
      total: count(),
      inFlight: sql<number>`(count(*) filter (where ${documents.state} in ('received', 'indexing', 'classifying', 'extracting')))::int`,
      failed: sql<number>`(count(*) filter (where ${documents.state} = 'failed'))::int`,
    })
    .from(submissions)
    .innerJoin(documents, eq(documents.id, submissions.documentId))
    .where(inArray(submissions.deploymentId, ids))
    .groupBy(submissions.deploymentId);
  return new Map(rows.map(({ id, total, inFlight, failed }) => [id, { total, in_flight: inFlight, failed }]));
}

async function listMappings(executor: Executor, ids: string[]): Promise<Map<string, SchemaMapping[]>> {
  const rows = await executor
    .select({ mapping: schemaMappings, name: schemas.name, jobId: remoteJobs.remoteId })
    .from(schemaMappings)
    .leftJoin(schemas, eq(schemas.id, schemaMappings.schemaId))
    .leftJoin(
      remoteJobs,
      and(eq(remoteJobs.deploymentId, schemaMappings.deploymentId), eq(remoteJobs.remoteSchemaId, schemaMappings.remoteSchemaId)),
    )
    .where(inArray(schemaMappings.deploymentId, ids))
    .orderBy(asc(schemaMappings.at), asc(schemaMappings.remoteSchemaId));
  const byId = new Map<string, SchemaMapping[]>();
  for (const { mapping, name, jobId } of rows) {
    const entry: SchemaMapping = {
      remote_schema_id: mapping.remoteSchemaId,
      schema_id: mapping.schemaId,
      schema_name: name,
      learning: mapping.learning && { ...mapping.learning, job_id: jobId },
      at: mapping.at.toISOString(),
      by: { id: mapping.byId, name: mapping.byName },
    };
    byId.set(mapping.deploymentId, [...(byId.get(mapping.deploymentId) ?? []), entry]);
  }
  return byId;
}
