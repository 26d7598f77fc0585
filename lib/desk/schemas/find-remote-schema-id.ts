import { and, eq } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import { schemaMappings } from './tables.ts';

/** The id of a schema at a remote deployment; null until a person tells it. */
export async function findRemoteSchemaId(executor: Executor, deploymentId: string, schemaId: string): Promise<string | null> {
  const which = and(eq(schemaMappings.deploymentId, deploymentId), eq(schemaMappings.schemaId, schemaId));
  const [row] = await executor.select({ id: schemaMappings.remoteSchemaId }).from(schemaMappings).where(which);
  return row?.id ?? null;
}
