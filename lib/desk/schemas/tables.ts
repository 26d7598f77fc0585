import { boolean, doublePrecision, index, integer, jsonb, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import type { AutomaticApprovalState } from '#lib/contract/desk/automatic-approval.ts';
import type { SchemaLearning } from '#lib/contract/desk/deployment.ts';
import type { Thresholds } from '#lib/contract/desk/insights/thresholds.ts';
import type { SecondApprovalRule } from '#lib/contract/desk/schemas/schema-settings.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { deployments } from '../deployments/tables.ts';

export const schemas = deskRoom.table('schemas', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: integer('version').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  removedAt: moment('removed_at'),
});

/** Every saved version; never changed. */
export const schemaVersions = deskRoom.table(
  'schema_versions',
  {
    schemaId: text('schema_id')
      .notNull()
      .references(() => schemas.id),
    version: integer('version').notNull(),
    draft: jsonb('draft').$type<SchemaDraft>().notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: text('created_by_id'),
    createdByName: text('created_by_name'),
  },
  (table) => [primaryKey({ columns: [table.schemaId, table.version] })],
);

/** What the desk does with documents of a schema besides extracting; absent = nothing of it. */
export const schemaSettings = deskRoom.table('schema_settings', {
  schemaId: text('schema_id').primaryKey(),
  secondApproval: jsonb('second_approval').$type<SecondApprovalRule>().notNull(),
  priority: integer('priority'),
  dueAfterHours: integer('due_after_hours'),
  samplePercent: doublePrecision('sample_percent').notNull().default(0),
  retentionDays: integer('retention_days'),
  /** Approved documents are given to deployments of ours as examples. */
  learnFromApprovals: boolean('learn_from_approvals').notNull().default(true),
  /**
   * The deployment of ours that is asked about documents at deployments of others; null = none. No reference: settings outlive what they name,
   * and nothing is asked of a deployment that is gone.
   */
  secondOpinionBy: text('second_opinion_by'),
  /** Documents that were approved up to then are no examples any more: a person had everything forgotten. Null = nobody did. */
  forgottenAt: moment('forgotten_at'),
  /** Deployments may still have what was to be forgotten then. */
  isForgetting: boolean('is_forgetting').notNull().default(false),
  /** Confidences below which values are flagged; null = the default. */
  thresholds: jsonb('thresholds').$type<Thresholds>(),
  /** Whether its documents approve themselves; null = nobody ever said so. */
  automaticApproval: jsonb('automatic_approval').$type<AutomaticApprovalState>(),
  /** What people choose from who reject a document. */
  rejectionReasons: jsonb('rejection_reasons').$type<string[]>().notNull().default([]),
  updatedAt: moment('updated_at').notNull(),
});

/** Ids under which remote deployments know the desk's schemas; they are told by a person. */
export const schemaMappings = deskRoom.table(
  'schema_mappings',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    remoteSchemaId: text('remote_schema_id').notNull(),
    /** Null until the fields were learned. */
    schemaId: text('schema_id').references(() => schemas.id),
    /** Set while the fields are learned from a job's answer, or when that failed. */
    learning: jsonb('learning').$type<Omit<SchemaLearning, 'job_id'>>(),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.remoteSchemaId] }),
    uniqueIndex('schema_mappings_schema').on(table.deploymentId, table.schemaId),
  ],
);

/**
 * Examples that deployments of ours have from elsewhere, or may have: written before the deployment is given them. Their documents are not
 * here.
 */
export const importedExamples = deskRoom.table(
  'imported_examples',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    /** How the deployment calls schema and document. */
    remoteSchemaId: text('remote_schema_id').notNull(),
    remoteDocumentId: text('remote_document_id').notNull(),
    schemaId: text('schema_id').notNull(),
    documentName: text('document_name').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: moment('approved_at'),
    importedAt: moment('imported_at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'imported_examples_place', columns: [table.deploymentId, table.remoteSchemaId, table.remoteDocumentId] }),
    index('imported_examples_schema').on(table.schemaId),
  ],
);
