import { doublePrecision, foreignKey, index, integer, jsonb, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { EnteredValue, SampledField } from '#lib/contract/desk/quality-sample.ts';
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

/**
 * Who has begun to check a quality sample, and what they entered from the page. As long as `entered` is null the approved values are
 * withheld from that person. The rows go when the sample is checked or taken back.
 */
export const sampleEntries = deskRoom.table(
  'quality_sample_entries',
  {
    documentId: uuid('document_id').notNull(),
    personId: text('person_id').notNull(),
    begunAt: moment('begun_at').notNull(),
    /** Places whose values the person had shown instead of entering them. */
    shown: jsonb('shown').$type<string[]>().notNull().default([]),
    entered: jsonb('entered').$type<EnteredValue[]>(),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.personId] }),
    foreignKey({
      // the generated name is longer than PostgreSQL keeps
      name: 'quality_sample_entries_sample_fk',
      columns: [table.documentId],
      foreignColumns: [qualitySamples.documentId],
    }).onDelete('cascade'),
  ],
);
