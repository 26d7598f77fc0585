import { integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { ClassificationResult, DocumentClass } from '#lib/contract/service/classification-job.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';

/** What the engine made of a document's kind, last time. */
export const classifications = deskRoom.table('classifications', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** The submission's run it was asked in. */
  run: integer('run').notNull(),
  /** Word for word as they are asked for, so that repeating the request is the same request. */
  classes: jsonb('classes').$type<DocumentClass[]>().notNull(),
  /** The schema behind each class, in the same order. */
  schemas: jsonb('schemas').$type<{ id: string; name: string }[]>().notNull(),
  /** Null until there is an answer. */
  result: jsonb('result').$type<ClassificationResult>(),
  reason: text('reason'),
  at: moment('at').notNull(),
});
