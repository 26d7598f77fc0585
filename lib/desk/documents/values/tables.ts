import { sql } from 'drizzle-orm';
import { date, doublePrecision, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { deskRoom } from '../../context/columns.ts';
import { documents } from '../tables.ts';

/** The values of a document's fields with what people did to them; none for what is empty. Written with whatever changes a value, so that queues know it at once. */
export const documentValues = deskRoom.table(
  'document_values',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').notNull(),
    field: text('field').notNull(),
    /** As it is shown; the beginning of long ones. */
    text: text('text').notNull(),
    /** Folded; what texts are compared and sorted by. */
    folded: text('folded').notNull(),
    /** Of numbers, and of booleans as 1 and 0; the count of rows. */
    number: doublePrecision('number'),
    date: date('date', { mode: 'string' }),
    currency: text('currency'),
  },
  (table) => [
    primaryKey({ name: 'document_values_key', columns: [table.documentId, table.field] }),
    index('document_values_number').on(table.schemaId, table.field, table.number, table.documentId),
    index('document_values_date').on(table.schemaId, table.field, table.date, table.documentId),
    index('document_values_text').on(table.schemaId, table.field, table.folded, table.documentId),
  ],
);

/** The different values of each column of a document’s rows, to filter by; none for what is empty. Written with `document_values`. */
export const documentCells = deskRoom.table(
  'document_cells',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').notNull(),
    /** The field and its column, as in `lines.amount`. */
    field: text('field').notNull(),
    /** Among the different values of the column, from 0. */
    place: integer('place').notNull(),
    folded: text('folded').notNull(),
    number: doublePrecision('number'),
    date: date('date', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ name: 'document_cells_key', columns: [table.documentId, table.field, table.place] }),
    // a document has many: each is in the one index that it is asked by
    index('document_cells_number').on(table.schemaId, table.field, table.number, table.documentId).where(sql`number is not null`),
    index('document_cells_date').on(table.schemaId, table.field, table.date, table.documentId).where(sql`date is not null`),
    index('document_cells_text')
      .on(table.schemaId, table.field, table.folded, table.documentId)
      .where(sql`number is null and date is null`),
  ],
);
