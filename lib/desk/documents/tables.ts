import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { DocumentTrouble } from '#lib/contract/desk/deployment.ts';
import type { FilledMetadata } from '#lib/contract/desk/deployment-metadata.ts';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import type { InboxCauser } from '#lib/contract/desk/inbox.ts';
import type { QueueDraft } from '#lib/contract/desk/queue.ts';
import type { AcceptSplit, SplitPage, SplitState } from '#lib/contract/desk/splitting.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import type { Attachment } from '#lib/contract/service/reading.ts';
import { deskRoom, moment, transactionId } from '../context/columns.ts';
import { deployments } from '../deployments/tables.ts';
import { schemaMappings } from '../schemas/tables.ts';

/** What every document has, as the list shows it. What some have at a time is in the five tables below, which raise `change` by triggers. */
export const documents = deskRoom.table(
  'documents',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    folder: text('folder').notNull().default(''),
    state: text('state').$type<DeskDocumentState>().notNull(),
    serviceStatus: text('service_status'),
    failure: jsonb('failure').$type<Failure>(),
    mediaType: text('media_type'),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    pageCount: integer('page_count'),
    pagesRead: integer('pages_read').notNull().default(0),
    /** Why the desk could not read the file itself; null while it is well. */
    readingFailure: jsonb('reading_failure').$type<Failure>(),
    schemaId: text('schema_id'),
    schemaName: text('schema_name'),
    schemaVersion: integer('schema_version'),
    /** The engine is to find its kind among the schemas, as soon as it is indexed and nobody has chosen one. */
    recognise: boolean('recognise').notNull().default(false),
    /** How its kind was found; null when nobody asked the engine. */
    kind: jsonb('kind').$type<DocumentKind>(),
    openFlags: integer('open_flags'),
    lowestConfidence: doublePrecision('lowest_confidence'),
    /** How many of its values are probably wrong, by their confidences and what the schema demands; null where nothing is known. */
    expectedErrors: doublePrecision('expected_errors'),
    /** What its deployment said to the id of its schema, while it waits for another one. */
    hold: jsonb('hold').$type<{ message: string }>(),
    /** What holds up the following of it at its deployment; null while all is well. */
    trouble: jsonb('trouble').$type<DocumentTrouble>(),
    duplicateOfId: uuid('duplicate_of_id'),
    duplicateOfName: text('duplicate_of_name'),
    /** The document it was attached to. */
    parentId: uuid('parent_id').references((): AnyPgColumn => documents.id, { onDelete: 'cascade' }),
    parentName: text('parent_name'),
    /** Files found inside that are not shown inline; null until known. */
    attachments: jsonb('attachments').$type<ListedAttachment[]>(),
    /** What could not be read of the file, in sentences; null until known. */
    readingWarnings: jsonb('reading_warnings').$type<string[]>(),
    /** -1 low, 0 normal, 1 high, 2 urgent; null until someone or a default says it. */
    priority: integer('priority'),
    dueAt: moment('due_at'),
    /** Since when it waits for a review. */
    reviewSince: moment('review_since'),
    /** When it was put on top because it waited too long; null once decided. */
    escalatedAt: moment('escalated_at'),
    /** The schema's rule approved it, no person; false again once it is reopened. */
    approvedAutomatically: boolean('approved_automatically').notNull().default(false),
    /** Who approved first, where a second person must approve too. */
    firstApproval: jsonb('first_approval').$type<{ id: string; name: string; at: string }>(),
    approvedAt: moment('approved_at'),
    createdAt: moment('created_at').notNull(),
    createdById: text('created_by_id'),
    createdByName: text('created_by_name'),
    updatedAt: moment('updated_at').notNull(),
    revision: integer('revision').notNull().default(0),
    openComments: integer('open_comments').notNull().default(0),
    /** Raised by every comment written or resolved. */
    commentsRevision: integer('comments_revision').notNull().default(0),
    /** Set by the trigger `note_change`: `changedIn`, or one more than before if that is not more. Raised by every write, also in the tables below. */
    change: bigint('change', { mode: 'number' }).notNull().default(0),
    /** Set by the trigger: the transaction that wrote the row last. */
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('documents_created').on(table.createdAt, table.id),
    index('documents_state').on(table.state, table.createdAt),
    index('documents_schema').on(table.schemaId, table.state),
    index('documents_sha256').on(table.sha256),
    uniqueIndex('documents_parent').on(table.parentId, table.sha256),
    index('documents_changed_in').on(table.changedIn),
  ],
);

export type ListedAttachment = Pick<Attachment, 'name' | 'media_type' | 'size' | 'sha256'>;

const refersToDocument = () => uuid('document_id').references(() => documents.id, { onDelete: 'cascade' });
const documentId = () => refersToDocument().primaryKey();

/** Who works on a document now, in which tab of the browser; in force until `expiresAt` by the database's clock. */
export const documentLocks = deskRoom.table('document_locks', {
  documentId: documentId(),
  holderId: text('holder_id').notNull(),
  holderName: text('holder_name').notNull(),
  tab: text('tab').notNull(),
  since: moment('since').notNull(),
  // without an index: a heartbeat moves it every 15 s, and there are only as many rows as people at work
  expiresAt: moment('expires_at').notNull(),
  /** Taken in advance, before the document is opened: gives way to anyone who opens it. */
  ahead: boolean('ahead').notNull().default(false),
});

/** The person whose work a document is. */
export const documentAssignments = deskRoom.table(
  'document_assignments',
  {
    documentId: documentId(),
    personId: text('person_id').notNull(),
    personName: text('person_name').notNull(),
    /** Who or what gave it to the person, and when; null for those of versions that did not keep it. */
    by: jsonb('by').$type<InboxCauser>(),
    at: moment('at'),
  },
  (table) => [index('document_assignments_person').on(table.personId)],
);

/** Documents that are out of the line until a moment. */
export const documentPostponements = deskRoom.table(
  'document_postponements',
  { documentId: documentId(), until: moment('until').notNull(), reason: text('reason').notNull() },
  (table) => [index('document_postponements_until').on(table.until)],
);

/** Whether a document's file is several documents; no row while nobody asked. */
export const documentSplits = deskRoom.table('document_splits', {
  documentId: documentId(),
  state: text('state').$type<SplitState>().notNull(),
  /** How many documents are proposed, or were made of it. */
  count: integer('count'),
});

/** Documents that were made of another one's pages. */
export const splitParts = deskRoom.table(
  'split_parts',
  {
    documentId: documentId(),
    /** A split of `splits`, which may be gone with its document. */
    splitId: uuid('split_id').notNull(),
    /** The document whose pages it was made of; the name outlives it. */
    fromId: uuid('from_id').references(() => documents.id, { onDelete: 'set null' }),
    fromName: text('from_name').notNull(),
    pages: jsonb('pages').$type<SplitPage[]>().notNull(),
  },
  (table) => [index('split_parts_split').on(table.splitId), index('split_parts_from').on(table.fromId)],
);

/** Which deployment has a document, and under which id. What is under way there is in `remote_jobs`. */
export const submissions = deskRoom.table(
  'submissions',
  {
    documentId: documentId(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id),
    remoteDocumentId: text('remote_document_id'),
    /** When the deployment was seen to have read the file, whatever it calls that; null = not yet. */
    indexedAt: moment('indexed_at'),
    /** Raised by each request of a person (extract, retry): a job of an older run has nothing to say any more. Part of idempotency keys. */
    run: integer('run').notNull().default(1),
    /** Raised when the file must be sent anew because the deployment failed on it; part of the idempotency key. */
    sending: integer('sending').notNull().default(1),
    /** What goes with the file in this sending, the same on every try; null = nothing. */
    metadata: jsonb('metadata').$type<FilledMetadata>(),
    /** Opens a protected file; encrypted. */
    password: text('password'),
    /** The id of its schema that is tried with it, and in which `run`; null = none was. */
    trial: jsonb('trial').$type<{ remote_schema_id: string; run: number; begun_at: string }>(),
  },
  (table) => [index('submissions_remote').on(table.remoteDocumentId)],
);

export type RemoteJobKind = 'document' | 'extraction' | 'classification' | 'splitting' | 'summary' | 'learning';

/**
 * What is under way at a deployment, one row for each kind of job and what it is about: a document (`document`: sending and
 * indexing its file), or a schema that is learned. A newer request takes the row over, under a new id.
 */
export const remoteJobs = deskRoom.table(
  'remote_jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<RemoteJobKind>().notNull(),
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    /** Null when a schema is learned. */
    documentId: uuid('document_id').references(() => documents.id, { onDelete: 'cascade' }),
    /** The schema that is learned, as the deployment calls it; null otherwise. */
    remoteSchemaId: text('remote_schema_id'),
    /** The request it belongs to: the submission's `sending` (document) or `run` (extraction, classification), else the `run` of summary or splitting. */
    run: integer('run').notNull(),
    /** The job's id at the deployment; null until it is known. A document's is in `submissions`. */
    remoteId: text('remote_id'),
    /** What the deployment called the job's state last, word for word. A document's is in its own row. */
    serviceStatus: text('service_status'),
    /** Answers since the deployment last said something new. */
    unchangedPolls: integer('unchanged_polls').notNull().default(0),
    /** Milliseconds that were waited before polls since it was submitted. */
    waitedMs: integer('waited_ms').notNull().default(0),
    /** The same since the deployment last said something new; decides when the job is given up. */
    silentMs: integer('silent_ms').notNull().default(0),
    /** Answers in a row that could not be understood. */
    unread: integer('unread').notNull().default(0),
    lastAnswerAt: moment('last_answer_at'),
    /** The answer that could not be understood last, word for word, without the key. */
    lastAnswer: text('last_answer'),
    /** When the deployment last said something new. */
    stepBeganAt: moment('step_began_at').notNull(),
    /**
     * Set before something is handed to a deployment that may not know idempotency keys, and cleared when it is known how
     * that went: while it is set, handing it over again could do the work twice.
     */
    inFlightSince: moment('in_flight_since'),
    /** The deployment refused it for good, before the job was worked on; null = it did not. */
    refused: jsonb('refused').$type<Failure>(),
    /** What has held the job up since the last answer. A document's own is in its row, where the list shows it. */
    trouble: jsonb('trouble').$type<DocumentTrouble>(),
  },
  (table) => [
    uniqueIndex('remote_jobs_document').on(table.documentId, table.kind),
    uniqueIndex('remote_jobs_schema').on(table.deploymentId, table.remoteSchemaId),
    foreignKey({
      name: 'remote_jobs_mapping_fk',
      columns: [table.deploymentId, table.remoteSchemaId],
      foreignColumns: [schemaMappings.deploymentId, schemaMappings.remoteSchemaId],
    }).onDelete('cascade'),
  ],
);

/** Ids of documents that were removed, for browsers that still show them. */
export const removedDocuments = deskRoom.table(
  'removed_documents',
  {
    id: uuid('id').primaryKey(),
    removedAt: moment('removed_at').notNull(),
    /** This and the next as those of `documents`. */
    change: bigint('change', { mode: 'number' }).notNull().default(0),
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [index('removed_changed_in').on(table.changedIn)],
);

/** Splits that people accepted; one at a time is in force for a document. */
export const splits = deskRoom.table(
  'splits',
  {
    /** Given by whoever asked: the same one again is the same request. */
    id: uuid('id').primaryKey(),
    documentId: refersToDocument().notNull(),
    plan: jsonb('plan').$type<Pick<AcceptSplit, 'documents' | 'dropped'>>().notNull(),
    /** What the original was before, and is again when the split is undone. */
    prior: jsonb('prior')
      .$type<{ state: DeskDocumentState; failure: Failure | null; splitState: SplitState | null; splitCount: number | null }>()
      .notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    at: moment('at').notNull(),
    undoneAt: moment('undone_at'),
  },
  (table) => [uniqueIndex('splits_in_force').on(table.documentId).where(sql`undone_at is null`)],
);

/** Saved filters that people work through. */
export const queues = deskRoom.table('queues', {
  id: uuid('id').primaryKey(),
  draft: jsonb('draft').$type<QueueDraft>().notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  /** Round robin: the member who got the last document. */
  lastMemberId: text('last_member_id'),
});
