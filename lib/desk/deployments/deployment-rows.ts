import { and, asc, count, eq, inArray, sql } from 'drizzle-orm';
import type { Deployment, SchemaMapping } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Executor, Transaction } from '#lib/platform/database/database.ts';
import { deployments, documents, schemaMappings, schemas, submissions } from '../context/tables.ts';

export type DeploymentRow = typeof deployments.$inferSelect;

/** @throws ProblemError `not_found` */
export async function getDeploymentRow(executor: Executor, id: string): Promise<DeploymentRow> {
  const [row] = await executor.select().from(deployments).where(eq(deployments.id, id));
  if (!row) throw new ProblemError('not_found', 'This deployment does not exist; another admin may have removed it.');
  return row;
}

/** The row, locked until the transaction ends. @throws ProblemError `not_found` */
export async function lockDeploymentRow(transaction: Transaction, id: string): Promise<DeploymentRow> {
  const [row] = await transaction.select().from(deployments).where(eq(deployments.id, id)).for('update');
  if (!row) throw new ProblemError('not_found', 'This deployment does not exist; another admin may have removed it.');
  return row;
}

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
    .select({ mapping: schemaMappings, name: schemas.name })
    .from(schemaMappings)
    .leftJoin(schemas, eq(schemas.id, schemaMappings.schemaId))
    .where(inArray(schemaMappings.deploymentId, ids))
    .orderBy(asc(schemaMappings.at), asc(schemaMappings.remoteSchemaId));
  const byId = new Map<string, SchemaMapping[]>();
  for (const { mapping, name } of rows) {
    const entry: SchemaMapping = {
      remote_schema_id: mapping.remoteSchemaId,
      schema_id: mapping.schemaId,
      schema_name: name,
      learning: mapping.learning,
      at: mapping.at.toISOString(),
      by: { id: mapping.byId, name: mapping.byName },
    };
    byId.set(mapping.deploymentId, [...(byId.get(mapping.deploymentId) ?? []), entry]);
  }
  return byId;
}

/** The id of a schema at a deployment of others: the one a person told, else the desk's own. */
export async function findRemoteSchemaId(executor: Executor, deploymentId: string, schemaId: string): Promise<string> {
  const which = and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.schemaId, schemaId));
  const [row] = await executor.select({ id: schemaMappings.remoteSchemaId }).from(schemaMappings).where(which);
  return row?.id ?? schemaId;
}
