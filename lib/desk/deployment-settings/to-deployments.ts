import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Deployment, SchemaMapping } from '#lib/contract/desk/deployment.ts';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { now } from '#lib/platform/clock.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { countRecentRequests } from '../deployments/deployment-hours.ts';
import type { DeploymentRow } from '../deployments/deployment-row.ts';
import { deploymentPaces } from '../deployments/tables.ts';
import { documents, remoteJobs, submissions } from '../documents/tables.ts';
import { schemaMappings, schemas } from '../schemas/tables.ts';
import { type HealthFacts, judgeHealth } from './judge-health.ts';

/** Rows as an admin sees them: without their keys. @param presentId where new documents go at this moment */
export async function toDeployments(executor: Executor, rows: DeploymentRow[], presentId: string | null): Promise<Deployment[]> {
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const [counts, mappings, facts] = await Promise.all([
    countDocuments(executor, ids),
    listMappings(executor, ids),
    findFacts(executor, ids),
  ]);
  const at = now();
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
    ours: row.ours,
    health: {
      ...judgeHealth(facts.get(row.id) ?? null, row.verdict, at),
      queue: counts.get(row.id)?.queue ?? { under_way: 0, waiting: 0, unmapped: 0 },
    },
    documents: counts.get(row.id)?.documents ?? { total: 0, in_flight: 0, failed: 0 },
    mappings: mappings.get(row.id) ?? [],
  }));
}

type Counts = Pick<Deployment, 'documents'> & Pick<Deployment['health'], 'queue'>;

async function countDocuments(executor: Executor, ids: string[]): Promise<Map<string, Counts>> {
  const countIn = (...states: DeskDocumentState[]) => sql<number>`(count(*) filter (where ${inArray(documents.state, states)}))::int`;
  const rows = await executor
    .select({
      id: submissions.deploymentId,
      total: count(),
      waiting: countIn('received'),
      underWay: countIn('indexing', 'classifying', 'extracting'),
      unmapped: countIn('unmapped'),
      failed: countIn('failed'),
    })
    .from(submissions)
    .innerJoin(documents, eq(documents.id, submissions.documentId))
    .where(inArray(submissions.deploymentId, ids))
    .groupBy(submissions.deploymentId);
  return new Map(
    rows.map(({ id, total, waiting, underWay, unmapped, failed }) => [
      id,
      { documents: { total, in_flight: waiting + underWay, failed }, queue: { under_way: underWay, waiting, unmapped } },
    ]),
  );
}

async function findFacts(executor: Executor, ids: string[]): Promise<Map<string, HealthFacts>> {
  const [paces, counts] = await Promise.all([
    executor.select().from(deploymentPaces).where(inArray(deploymentPaces.deploymentId, ids)),
    countRecentRequests(executor, ids),
  ]);
  return new Map(
    paces.map((pace) => {
      const { deploymentId: _, ...recent } = counts.find(({ deploymentId }) => deploymentId === pace.deploymentId) ?? { deploymentId: '' };
      return [pace.deploymentId, { ...pace, recent: 'since' in recent ? recent : null }];
    }),
  );
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
