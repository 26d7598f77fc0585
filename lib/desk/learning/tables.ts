import { index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { deskRoom, moment } from '../context/columns.ts';
import { deployments } from '../deployments/tables.ts';
import { documents } from '../documents/tables.ts';

/**
 * Which approved documents deployments of ours have as examples, or may have: a row for each place, written before the deployment is
 * told. A document that has changed its schema has two until the old example is taken back.
 */
export const taught = deskRoom.table(
  'taught',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').notNull(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    /** How the deployment calls document and schema. */
    remoteDocumentId: text('remote_document_id').notNull(),
    remoteSchemaId: text('remote_schema_id').notNull(),
    /** Of the document, as the deployment was told of it last; null = nobody knows what the deployment has. */
    revision: integer('revision'),
    /** Raised by everyone who is about to tell the deployment something of it. */
    turn: integer('turn').notNull().default(1),
    /** When the deployment took or refused it last; null = it never did, as far as is known. */
    at: moment('at'),
    /** Code of the problem for which the deployment refused it for good; null = it did not. */
    refused: text('refused'),
  },
  (table) => [
    primaryKey({ name: 'taught_place', columns: [table.documentId, table.deploymentId, table.remoteDocumentId, table.remoteSchemaId] }),
    index('taught_schema').on(table.schemaId),
  ],
);

/**
 * Documents whose approval a person had forgotten: what was approved up to then teaches nothing any more. A later approval does.
 * Where everything of a schema was forgotten, its settings say when.
 */
export const forgottenApprovals = deskRoom.table('forgotten_approvals', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  at: moment('at').notNull(),
});
