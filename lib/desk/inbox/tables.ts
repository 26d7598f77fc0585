import { sql } from 'drizzle-orm';
import { date, index, jsonb, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { InboxCauser, InboxKind, InboxMail } from '#lib/contract/desk/inbox.ts';
import { deskRoom, moment } from '../context/columns.ts';
import { deployments } from '../deployments/tables.ts';
import { documents } from '../documents/tables.ts';
import { comments } from '../review/tables.ts';
import { schemas } from '../schemas/tables.ts';

/**
 * What a person is told, one row for each document (comment, deployment) and cause; rows of one `groupId` are shown as one entry.
 * `cause` tells one occasion from the next: it is what makes an entry unique, so whoever looks again writes nothing twice.
 */
export const inboxEntries = deskRoom.table(
  'inbox_entries',
  {
    id: uuid('id').primaryKey(),
    personId: text('person_id').notNull(),
    kind: text('kind').$type<InboxKind>().notNull(),
    cause: text('cause').notNull(),
    groupId: uuid('group_id').notNull(),
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'cascade' }),
    deploymentId: text('deployment_id').references(() => deployments.id, { onDelete: 'cascade' }),
    schemaId: text('schema_id').references(() => schemas.id, { onDelete: 'cascade' }),
    commentId: uuid('comment_id').references(() => comments.id, { onDelete: 'cascade' }),
    by: jsonb('by').$type<InboxCauser>(),
    at: moment('at').notNull(),
    readAt: moment('read_at'),
    /** When its cause was seen to be over. */
    settledAt: moment('settled_at'),
    /** The mail that tells of it, sent or not: it is in no other one. */
    mailId: uuid('mail_id'),
  },
  (table) => [
    uniqueIndex('inbox_entries_cause').on(table.personId, table.kind, table.cause),
    index('inbox_entries_person').on(table.personId, table.at),
    index('inbox_entries_unread').on(table.personId, table.groupId).where(sql`read_at is null and settled_at is null`),
    index('inbox_entries_document').on(table.documentId),
    index('inbox_entries_deployment').on(table.deploymentId),
    index('inbox_entries_comment').on(table.commentId),
    index('inbox_entries_schema').on(table.schemaId),
    index('inbox_entries_group').on(table.groupId),
    index('inbox_entries_mail').on(table.mailId),
    index('inbox_entries_settled').on(table.settledAt),
  ],
);

/** Whether a person gets entries by e-mail too; no row = no. */
export const inboxSettings = deskRoom.table('inbox_settings', {
  personId: text('person_id').primaryKey(),
  mail: text('mail').$type<InboxMail>().notNull(),
  /** Of the person's browser: its morning is when the digest goes. */
  timeZone: text('time_zone').notNull(),
  /** Since when: what is older was not asked for by mail. */
  since: moment('since').notNull(),
  /** The day, there, whose digest was made last. */
  digestDay: date('digest_day'),
});

/** Mails that are to be sent or were; their entries are those with its id. */
export const inboxMails = deskRoom.table(
  'inbox_mails',
  {
    id: uuid('id').primaryKey(),
    personId: text('person_id').notNull(),
    kind: text('kind').$type<'at_once' | 'digest'>().notNull(),
    createdAt: moment('created_at').notNull(),
    /** Set before it is handed to the mail server and cleared when that refused it: while it is set, sending again could send twice. */
    handedOverAt: moment('handed_over_at'),
    sentAt: moment('sent_at'),
    /** It will not be sent (any more): there was nothing left to tell, or it failed for good. */
    endedAt: moment('ended_at'),
    /** What the mail server said last; null after success. */
    failure: text('failure'),
  },
  (table) => [index('inbox_mails_created').on(table.createdAt)],
);
