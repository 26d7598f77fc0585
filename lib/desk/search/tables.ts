import { sql } from 'drizzle-orm';
import { bigint, boolean, customType, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { ViewDraft } from '#lib/contract/desk/search/saved-view.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' });

const documentId = () => uuid('document_id').references(() => documents.id, { onDelete: 'cascade' });

/** What a document can be found by, one row each. Written by the desk's worker from what `stale_searches` names. */
export const searchEntries = deskRoom.table(
  'search_entries',
  {
    documentId: documentId().primaryKey(),
    /** Lexemes of `listLexemes`: words, numbers in their plain form, and the trigrams of `short`. Without positions. */
    words: tsvector('words').notNull(),
    /** Name, folder, schema and values, folded: parts of words are found here. */
    short: text('short').notNull(),
    /** All words in order, folded, one space between them and a line for each part: phrases are found here. */
    phrases: text('phrases').notNull(),
    /** The values as they are shown, to tell where a word was found. */
    values: jsonb('values').$type<SearchedValue[]>().notNull(),
    comments: jsonb('comments').$type<string[]>().notNull(),
    /** The text of the pages as far as it is searched; a form feed stands between two. */
    text: text('text').notNull(),
  },
  (table) => [index('search_entries_words').using('gin', table.words)],
);

/** A value as it is searched and shown: of a field, or of a column within rows. `exact`: a number or day, of which parts mean nothing. */
export type SearchedValue = { label: string; text: string; exact?: true };

/** Documents whose search row is not what it should be. Triggers write it in the transaction that changed the document. */
export const staleSearches = deskRoom.table(
  'stale_searches',
  {
    documentId: documentId().primaryKey(),
    /** Another number at each change, so that what changes meanwhile is not taken for done. Higher is newer. */
    turn: bigint('turn', { mode: 'number' }).notNull().generatedByDefaultAsIdentity(),
    /** Not to be taken before. */
    dueAt: moment('due_at').notNull(),
    /** How many times it was taken since it changed last. */
    attempts: integer('attempts').notNull().default(0),
  },
  (table) => [index('stale_searches_turn').on(table.turn)],
);

/** What people saved of the documents list. */
export const savedViews = deskRoom.table(
  'saved_views',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    ownerId: text('owner_id').notNull(),
    ownerName: text('owner_name').notNull(),
    isShared: boolean('is_shared').notNull().default(false),
    draft: jsonb('draft').$type<ViewDraft>().notNull(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [index('saved_views_owner').on(table.ownerId), index('saved_views_shared').on(table.name).where(sql`is_shared`)],
);
