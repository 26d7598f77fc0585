import { sql } from 'drizzle-orm';
import { boolean, check, date, doublePrecision, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';
import type { Counts } from './counts.ts';

/**
 * Sums over approved documents by day (UTC), schema, version, deployment and field; kept when documents are removed. `measure`: see
 * `countFields`.
 */
export const fieldCounts = deskRoom.table(
  'field_counts',
  {
    day: date('day').notNull(),
    schemaId: text('schema_id').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    deploymentId: text('deployment_id').notNull(),
    /** Name of the field; `rows.column` for cells. */
    field: text('field').notNull(),
    measure: text('measure').notNull(),
    count: doublePrecision('count').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'field_counts_key',
      columns: [table.schemaId, table.day, table.field, table.measure, table.schemaVersion, table.deploymentId],
    }),
    index('field_counts_day').on(table.day),
  ],
);

/**
 * What decided documents say of fields that may pass without a person, by day, schema, version, deployment and engine: see `countEvidence`.
 * Kept when documents are removed.
 */
export const evidenceCounts = deskRoom.table(
  'evidence_counts',
  {
    day: date('day').notNull(),
    schemaId: text('schema_id').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    deploymentId: text('deployment_id').notNull(),
    engine: text('engine').notNull(),
    field: text('field').notNull(),
    measure: text('measure').notNull(),
    count: doublePrecision('count').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'evidence_counts_key',
      columns: [table.schemaId, table.deploymentId, table.engine, table.day, table.field, table.measure, table.schemaVersion],
    }),
  ],
);

/** Sums over decided documents by hour, schema, deployment and person; kept when documents are removed. */
export const reviewCounts = deskRoom.table(
  'review_counts',
  {
    hour: moment('hour').notNull(),
    schemaId: text('schema_id').notNull(),
    deploymentId: text('deployment_id').notNull(),
    /** Empty where figures of people are switched off. */
    personId: text('person_id').notNull(),
    approved: integer('approved').notNull(),
    /** Of the approved: those in which no value was changed. */
    unchanged: integer('unchanged').notNull(),
    rejected: integer('rejected').notNull(),
    /** Documents that approved themselves; not among the approved. */
    automatic: integer('automatic').notNull().default(0),
    /** Of the approved and rejected: those whose review was measured. The sums after it are over these. */
    timed: integer('timed').notNull(),
    seconds: doublePrecision('seconds').notNull(),
    keys: integer('keys').notNull(),
  },
  (table) => [primaryKey({ name: 'review_counts_key', columns: [table.hour, table.schemaId, table.deploymentId, table.personId] })],
);

/**
 * Approved documents whose kind the engine was asked for, by day, deployment, the schema they were approved with and the one that the
 * engine held for likeliest. Kept when documents are removed.
 */
export const kindCounts = deskRoom.table(
  'kind_counts',
  {
    day: date('day').notNull(),
    deploymentId: text('deployment_id').notNull(),
    schemaId: text('schema_id').notNull(),
    likeliestId: text('likeliest_id').notNull(),
    /** The engine chose it by itself; else a person was asked. */
    isSure: boolean('is_sure').notNull(),
    documents: integer('documents').notNull(),
  },
  (table) => [
    primaryKey({
      name: 'kind_counts_key',
      columns: [table.schemaId, table.day, table.deploymentId, table.likeliestId, table.isSure],
    }),
    index('kind_counts_day').on(table.day),
  ],
);

/** How often documents failed, by day (UTC), schema and deployment; kept when documents are removed. */
export const failureCounts = deskRoom.table(
  'failure_counts',
  {
    day: date('day').notNull(),
    /** Empty where the document had none yet. */
    schemaId: text('schema_id').notNull(),
    deploymentId: text('deployment_id').notNull(),
    failures: integer('failures').notNull(),
  },
  (table) => [primaryKey({ name: 'failure_counts_key', columns: [table.day, table.schemaId, table.deploymentId] })],
);

/** What the sums above have of a decided document, so that exactly this can be taken back. */
export const countedDocuments = deskRoom.table('counted_documents', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Of the document when it was decided. */
  revision: integer('revision').notNull(),
  counts: jsonb('counts').$type<Counts>().notNull(),
});

/** Values of approved documents that people changed, to look at; gone with their document. */
export const changedValues = deskRoom.table(
  'changed_values',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').notNull(),
    field: text('field').notNull(),
    verdict: text('verdict').$type<'corrected' | 'missed' | 'invented'>().notNull(),
    /** How many of the document's values of that field. */
    count: integer('count').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [
    primaryKey({ name: 'changed_values_key', columns: [table.documentId, table.field, table.verdict] }),
    index('changed_values_field').on(table.schemaId, table.field, table.at),
  ],
);

/** Engines by which approved documents were extracted, and since when. */
export const seenEngines = deskRoom.table(
  'seen_engines',
  {
    deploymentId: text('deployment_id').notNull(),
    engine: text('engine').notNull(),
    since: moment('since').notNull(),
  },
  (table) => [primaryKey({ name: 'seen_engines_key', columns: [table.deploymentId, table.engine] })],
);

/** What is set for the insights of the whole desk: one row, made by the migration. */
export const insightSettings = deskRoom.table(
  'insight_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** Whether figures are counted for each person. */
    countPeople: boolean('count_people').notNull(),
  },
  (table) => [check('insight_settings_one', sql`${table.id} = 1`)],
);
