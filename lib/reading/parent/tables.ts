import { sql } from 'drizzle-orm';
import { customType, integer, jsonb, pgSchema, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import type { Attachment, OutlineEntry, StatedValue } from '#lib/contract/service/reading.ts';

export const reading = pgSchema('reading');

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

/** One row for each file that was read; `finished_at` is null while pages still come. */
export const readings = reading.table('readings', {
  sha256: text('sha256').primaryKey(),
  version: integer('version').notNull(),
  mediaType: text('media_type').notNull().default(''),
  /** Known when the reading is finished. */
  pageCount: integer('page_count'),
  statedValues: jsonb('stated_values').$type<StatedValue[]>().notNull().default(sql`'[]'::jsonb`),
  attachments: jsonb('attachments').$type<Attachment[]>().notNull().default(sql`'[]'::jsonb`),
  outline: jsonb('outline').$type<OutlineEntry[]>().notNull().default(sql`'[]'::jsonb`),
  warnings: jsonb('warnings').$type<string[]>().notNull().default(sql`'[]'::jsonb`),
  startedAt: time('started_at').notNull().defaultNow(),
  finishedAt: time('finished_at'),
});

/** Pages as gzipped JSON, stored as they come. */
export const pages = reading.table(
  'pages',
  {
    sha256: text('sha256')
      .notNull()
      .references(() => readings.sha256, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    body: bytea('body').notNull(),
  },
  (table) => [primaryKey({ columns: [table.sha256, table.number] })],
);
