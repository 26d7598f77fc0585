import { doublePrecision, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { SampledField } from '#lib/contract/desk/quality-sample.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import { deskRoom, moment } from '../../context/columns.ts';
import { documents } from '../tables.ts';

/** Approved documents that were drawn for another person to check, and what that person found. */
export const qualitySamples = deskRoom.table(
  'quality_samples',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').notNull(),
    revision: integer('revision').notNull(),
    percent: doublePrecision('percent').notNull(),
    /** The drawn number, 0 to 100: below `percent` is in. */
    draw: doublePrecision('draw').notNull(),
    seed: text('seed').notNull(),
    chosenAt: moment('chosen_at').notNull(),
    approvedById: text('approved_by_id').notNull(),
    approvedByName: text('approved_by_name').notNull(),
    lookedAt: moment('looked_at'),
    lookedById: text('looked_by_id'),
    lookedByName: text('looked_by_name'),
    fields: jsonb('fields').$type<SampledField[]>(),
    /** Of a document that approved itself: the answer it did so with, which later ones replace. */
    answer: jsonb('answer').$type<ExtractionResult>(),
  },
  (table) => [index('quality_samples_open').on(table.lookedAt, table.chosenAt)],
);
