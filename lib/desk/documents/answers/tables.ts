import { bigint, index, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { deskRoom } from '../../context/columns.ts';
import { documents } from '../tables.ts';

/** Answers of deployments that are too large for the database: files of the store. */
export const keptAnswers = deskRoom.table(
  'kept_answers',
  {
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'extraction' | 'unread'>().notNull(),
    sha256: text('sha256').notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.documentId, table.kind] }), index('kept_answers_sha256').on(table.sha256)],
);
