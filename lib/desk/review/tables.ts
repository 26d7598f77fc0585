import { boolean, index, integer, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Effort } from '#lib/contract/desk/insights/effort.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { PersonName } from '#lib/contract/desk/user.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { OpinionFields } from '#lib/document/review/opinion-fields.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { documents } from '../documents/tables.ts';

/** The latest extracted values of a document. */
export const extractions = deskRoom.table('extractions', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  schemaId: text('schema_id').notNull(),
  schemaVersion: integer('schema_version').notNull(),
  jobId: text('job_id').notNull(),
  result: jsonb('result').$type<ExtractionResult>().notNull(),
  /** Parts of the answer that do not fit the schema. */
  unfitting: jsonb('unfitting').$type<Record<string, unknown>>().notNull(),
  /** How many more there are than `unfitting` lists. */
  unfittingLeft: integer('unfitting_left').notNull().default(0),
  /** What the deployment said went wrong although it was done; null = nothing. */
  notice: text('notice'),
  /** The deployment's answer, word for word; the beginning of one that is in `kept_answers`. */
  raw: jsonb('raw').$type<unknown>().notNull(),
  at: moment('at').notNull(),
  /** Answers for schemas it had before, oldest first: what people did to their fields was done on these values. */
  earlier: jsonb('earlier').$type<EarlierAnswer[]>().notNull().default([]),
});

/** The extracted values for a schema that a document had before. */
export type EarlierAnswer = { schemaId: string; schemaVersion: number; result: ExtractionResult };

/** What a deployment of ours says of an answer of a deployment of others, by what approvals taught it; a row for each document that it is asked about. */
export const secondOpinions = deskRoom.table(
  'second_opinions',
  {
    documentId: uuid('document_id')
      .primaryKey()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Who is asked. No reference: it may be removed meanwhile. */
    deploymentId: text('deployment_id').notNull(),
    schemaId: text('schema_id').notNull(),
    schemaVersion: integer('schema_version').notNull(),
    /** The answer that it is about: when that was stored. */
    answerAt: moment('answer_at').notNull(),
    /** `failed`: nothing came of it so far; it may be tried again. */
    state: text('state').$type<'waiting' | 'done' | 'failed'>().notNull(),
    /** Why it failed, for a person to read. */
    message: text('message'),
    /** Only values that rest on memory; null until there are some. */
    fields: jsonb('fields').$type<OpinionFields>(),
    /** The document may approve itself once the opinion is there. */
    holdsApproval: boolean('holds_approval').notNull().default(false),
    /** When the state was last written. */
    at: moment('at').notNull(),
  },
  (table) => [index('second_opinions_schema').on(table.schemaId), index('second_opinions_state').on(table.state, table.at)],
);

/** What people did to values, in order; never changed. */
export const actions = deskRoom.table(
  'actions',
  {
    id: uuid('id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    sequence: integer('sequence').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    at: moment('at').notNull(),
    draft: jsonb('draft').$type<ActionDraft>().notNull(),
    /** The schema it was done under; null in entries of earlier versions. */
    schemaId: text('schema_id'),
    schemaVersion: integer('schema_version'),
  },
  (table) => [uniqueIndex('actions_order').on(table.documentId, table.sequence)],
);

/** Approvals, rejections and their taking back, in order; never changed. The last one counts. */
export const decisions = deskRoom.table(
  'decisions',
  {
    id: uuid('id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** `first_approve`: the first of two approvals. `auto_approve`: by the schema's rule, no person. */
    kind: text('kind').$type<'approve' | 'first_approve' | 'auto_approve' | 'reject' | 'reopen'>().notNull(),
    revision: integer('revision').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    at: moment('at').notNull(),
    signedOffFlags: integer('signed_off_flags').notNull().default(0),
    reason: text('reason'),
    /** What the review took in the deciding person's browser; null where it was not measured, and where people are not counted. */
    effort: jsonb('effort').$type<Effort>(),
  },
  (table) => [index('decisions_document').on(table.documentId, table.revision), index('decisions_actor').on(table.actorId, table.at)],
);

/** What people said about a document or one of its values. */
export const comments = deskRoom.table(
  'comments',
  {
    id: uuid('id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    /** Of the value it is about; null = the whole document. Cells are named by their row's key, which stays when rows move. */
    pointer: text('pointer'),
    text: text('text').notNull(),
    /** People named in it, with their names as they stand in the text after an `@`. */
    mentions: jsonb('mentions').$type<PersonName[]>().notNull().default([]),
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    at: moment('at').notNull(),
    resolvedAt: moment('resolved_at'),
    resolvedByName: text('resolved_by_name'),
  },
  (table) => [index('comments_document').on(table.documentId, table.at)],
);
