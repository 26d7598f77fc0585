import { boolean, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core';
import type { DeploymentVerdict } from '#lib/contract/desk/deployment.ts';
import { deskRoom, moment } from '../context/columns.ts';

/** Deployments of the service that documents are sent to. The embedded one's address and key come from the configuration. */
export const deployments = deskRoom.table('deployments', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  encryptedKey: text('encrypted_key'),
  embedded: boolean('embedded').notNull().default(false),
  /** Named by the environment: its address and key are changed there. */
  fromEnvironment: boolean('from_environment').notNull().default(false),
  /** Chosen by a person for new documents; at most one row. */
  isDefault: boolean('is_default').notNull().default(false),
  /** Since then it gets no new documents; those it has are still followed up. */
  retiredAt: moment('retired_at'),
  /** What the last test of address and key said. */
  verdict: jsonb('verdict').$type<DeploymentVerdict>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Which version of a schema a deployment of ours was last given. */
export const deployedSchemas = deskRoom.table(
  'deployed_schemas',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id),
    schemaId: text('schema_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.schemaId] })],
);
