import { and, eq, isNotNull } from 'drizzle-orm';
import type { Executor } from '#lib/platform/database/database.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { schemaMappings } from '../schemas/tables.ts';
import type { submissions } from './tables.ts';

/** The id of its schema that is tried with a document now; null = none. Such a document does not wait until an id is told. */
export function findTrialId({ trial, run }: Pick<typeof submissions.$inferSelect, 'trial' | 'run'>): string | null {
  return trial?.run === run ? trial.remote_schema_id : null;
}

/**
 * True when a remote deployment needs to be told an id before a document can be sent there: that of its schema; for a document
 * whose schema is not chosen yet, that of any. Deployments of ours get schemas from the desk.
 * @param deployment.ours null = it is not known whether it is one of ours
 */
export async function isUnmapped(
  executor: Executor,
  { id, embedded, ours }: Pick<ConnectedDeployment, 'id' | 'embedded' | 'ours'>,
  schemaId: string | null,
): Promise<boolean> {
  if (embedded || ours !== false) return false;
  const ofSchema = schemaId === null ? isNotNull(schemaMappings.schemaId) : eq(schemaMappings.schemaId, schemaId);
  const [known] = await executor
    .select({ id: schemaMappings.remoteSchemaId })
    .from(schemaMappings)
    .where(and(eq(schemaMappings.deploymentId, id), ofSchema))
    .limit(1);
  return known === undefined;
}
