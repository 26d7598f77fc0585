import { date, doublePrecision, index, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
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
