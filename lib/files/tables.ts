import { index, pgSchema, text, timestamp, uuid } from 'drizzle-orm/pg-core';

export const files = pgSchema('files');

/**
 * Removals of files that may still reach the store. A row is there before the first request to the store, and goes when the store has
 * answered the last one; that of a removal that was cut off stays.
 */
export const removals = files.table(
  'removals',
  {
    id: uuid('id').primaryKey(),
    sha256: text('sha256').notNull(),
    /** From then on nothing of it can reach the store any more. */
    until: timestamp('until', { withTimezone: true, precision: 3, mode: 'date' }).notNull(),
  },
  (table) => [index('removals_sha256').on(table.sha256)],
);
