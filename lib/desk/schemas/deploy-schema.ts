import { and, eq } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { ConnectedDeployment } from '../context/desk.ts';
import { deployedSchemas } from '../deployments/tables.ts';

/**
 * Gives a deployment of ours the schema, unless it has this version.
 * @param options.anew also if it was given this version: it may have lost it
 * @returns false when the deployment takes no schemas
 */
export async function deploySchema(
  database: Database,
  deployment: Pick<ConnectedDeployment, 'id' | 'client'>,
  schema: Schema,
  { anew = false }: { anew?: boolean } = {},
): Promise<boolean> {
  const which = and(eq(deployedSchemas.deploymentId, deployment.id), eq(deployedSchemas.schemaId, schema.id));
  const [known] = anew ? [] : await database.select().from(deployedSchemas).where(which);
  if (known && known.version >= schema.version) return true;
  if (!(await deployment.client.saveSchema(schema))) return false;
  const row = { deploymentId: deployment.id, schemaId: schema.id, version: schema.version };
  await database
    .insert(deployedSchemas)
    .values(row)
    .onConflictDoUpdate({ target: [deployedSchemas.deploymentId, deployedSchemas.schemaId], set: { version: schema.version } });
  return true;
}
