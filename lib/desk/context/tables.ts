import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type {
  DeploymentVerdict,
  DeskSummary,
  DocumentTrouble,
  SchemaLearning,
  SummaryEndpoint,
  SummaryFact,
  SummarySentence,
  SummaryState,
} from '#lib/contract/desk/deployment.ts';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import type { QueueDraft } from '#lib/contract/desk/queue.ts';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { SecondApprovalRule } from '#lib/contract/desk/schema-settings.ts';
import type { LookedField } from '#lib/contract/desk/second-look.ts';
import type { AcceptSplit, SplitPage, SplitProposal, SplitState } from '#lib/contract/desk/splitting.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { DocumentKind } from '#lib/contract/service/classification.ts';
import type { ClassificationResult, DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Attachment } from '#lib/contract/service/reading.ts';

export const deskRoom = pgSchema('desk');

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
/** A PostgreSQL transaction id that never wraps, as a JavaScript number (they stay far below 2^53). */
const transactionId = customType<{ data: number; driverData: string }>({ dataType: () => 'xid8', fromDriver: Number, toDriver: String });
/**
 * Any JSON value, also a string alone. Drizzle's own `jsonb` parses what the driver has parsed already, and takes the string "007"
 * for itself but "42" for a number.
 */
const anyJson = customType<{ data: unknown; driverData: unknown }>({ dataType: () => 'jsonb', toDriver: (value) => JSON.stringify(value) });

/** Deployments of the service that documents are sent to. The embedded one's address and key come from the configuration. */
export const deployments = deskRoom.table('deployments', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  baseUrl: text('base_url'),
  encryptedKey: text('encrypted_key'),
  embedded: boolean('embedded').notNull().default(false),
  /** Named by the environment: its address and key are changed there. */
  fromEnvironment: boolean('from_environment').notNull().default(false),
  /** Chosen by a person for new documents; at most one row. */
  isDefault: boolean('is_default').notNull().default(false),
  /** Since then it gets no new documents; those it has are still followed up. */
  retiredAt: moment('retired_at'),
  /** What the last test of address and key said. */
  verdict: jsonb('verdict').$type<DeploymentVerdict>(),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

export type ListedAttachment = Pick<Attachment, 'name' | 'media_type' | 'size' | 'sha256'>;

/** One row of the documents list. Everything that only the worker or the review needs lives in the tables below. */
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
    /** The machine is to find its kind among the schemas, as soon as it is indexed and nobody has chosen one. */
    recognise: boolean('recognise').notNull().default(false),
    /** How its kind was found; null when nobody asked the machine. */
    kind: jsonb('kind').$type<DocumentKind>(),
    openFlags: integer('open_flags'),
    lowestConfidence: doublePrecision('lowest_confidence'),
    /** What holds up the following of it at its deployment; null while all is well. */
    trouble: jsonb('trouble').$type<DocumentTrouble>(),
    duplicateOfId: uuid('duplicate_of_id'),
    duplicateOfName: text('duplicate_of_name'),
    /** The document it was attached to. */
    parentId: uuid('parent_id').references((): AnyPgColumn => documents.id, { onDelete: 'cascade' }),
    parentName: text('parent_name'),
    /** Whether its file is several documents; null while nobody asked. */
    splitState: text('split_state').$type<SplitState>(),
    /** How many documents are proposed, or were made of it. */
    splitCount: integer('split_count'),
    /** The document whose pages it was made of, those pages, and the split; the name outlives the document. */
    splitFromId: uuid('split_from_id').references((): AnyPgColumn => documents.id, { onDelete: 'set null' }),
    splitFromName: text('split_from_name'),
    splitId: uuid('split_id'),
    splitPages: jsonb('split_pages').$type<SplitPage[]>(),
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
    /** Who approved first, where a second person must approve too. */
    firstApproval: jsonb('first_approval').$type<{ id: string; name: string; at: string }>(),
    approvedAt: moment('approved_at'),
    createdAt: moment('created_at').notNull(),
    createdById: text('created_by_id'),
    createdByName: text('created_by_name'),
    updatedAt: moment('updated_at').notNull(),
    revision: integer('revision').notNull().default(0),
    /** Who works on it now, in which tab of the browser; in force until `lockExpiresAt` by the database's clock. */
    lockHolderId: text('lock_holder_id'),
    lockHolderName: text('lock_holder_name'),
    lockTab: text('lock_tab'),
    lockSince: moment('lock_since'),
    lockExpiresAt: moment('lock_expires_at'),
    /** Taken in advance, before the document is opened: gives way to anyone who opens it. */
    lockAhead: boolean('lock_ahead').notNull().default(false),
    /** The person whose work it is. */
    assignedToId: text('assigned_to_id'),
    assignedToName: text('assigned_to_name'),
    /** Out of the line until then. */
    postponedUntil: moment('postponed_until'),
    postponedReason: text('postponed_reason'),
    openComments: integer('open_comments').notNull().default(0),
    /** Raised by every comment written or resolved. */
    commentsRevision: integer('comments_revision').notNull().default(0),
    /** Set by the trigger `note_change`: `changedIn`, or one more than before if that is not more. Raised by every write. */
    change: bigint('change', { mode: 'number' }).notNull().default(0),
    /** Set by the trigger: the transaction that wrote the row last. */
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [
    index('documents_created').on(table.createdAt, table.id),
    index('documents_state').on(table.state, table.createdAt),
    index('documents_schema').on(table.schemaId),
    index('documents_sha256').on(table.sha256),
    uniqueIndex('documents_parent').on(table.parentId, table.sha256),
    index('documents_changed_in').on(table.changedIn),
    index('documents_assigned').on(table.assignedToId),
    index('documents_lock').on(table.lockExpiresAt).where(sql`lock_expires_at is not null`),
    index('documents_split_from').on(table.splitFromId),
    index('documents_postponed').on(table.postponedUntil).where(sql`postponed_until is not null`),
  ],
);

/** What a document's deployment was told and last said. The job that follows it up is in the queue `desk-follow`. */
export const submissions = deskRoom.table('submissions', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  deploymentId: text('deployment_id')
    .notNull()
    .references(() => deployments.id),
  remoteDocumentId: text('remote_document_id'),
  remoteJobId: text('remote_job_id'),
  /** Raised by each request of a person (extract, retry): a job of an older run has nothing to say any more. Part of idempotency keys. */
  run: integer('run').notNull().default(1),
  /** Raised when the file must be sent anew because the deployment failed on it; part of the idempotency key. */
  sending: integer('sending').notNull().default(1),
  /** Looks since the deployment last said something new; sets the pace. */
  looks: integer('looks').notNull().default(0),
  /** When the present step began; the give-up limit counts from here. */
  stepAt: moment('step_at').notNull(),
  /**
   * Set before something is handed to a deployment that may not know idempotency keys, and cleared when it is known how
   * that went: while it is set, handing it over again could do the work twice.
   */
  handedOverAt: moment('handed_over_at'),
  /** Opens a protected file; encrypted. */
  password: text('password'),
});

/** The machine's latest answer for a document. */
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
  /** The deployment's answer, word for word. */
  raw: jsonb('raw').$type<unknown>().notNull(),
  at: moment('at').notNull(),
  /** Answers for schemas it had before, oldest first: what people did to their fields was done on these values. */
  earlier: jsonb('earlier').$type<EarlierAnswer[]>().notNull().default([]),
});

/** The machine's answer for a schema that a document had before. */
export type EarlierAnswer = { schemaId: string; schemaVersion: number; result: ExtractionResult };

/** What the machine made of a document's kind, last time. */
export const classifications = deskRoom.table('classifications', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** The submission's run it was asked in. */
  run: integer('run').notNull(),
  /** Word for word as they are asked for, so that repeating the request is the same request. */
  classes: jsonb('classes').$type<DocumentClass[]>().notNull(),
  /** The schema behind each class, in the same order. */
  schemas: jsonb('schemas').$type<{ id: string; name: string }[]>().notNull(),
  /** Null until there is an answer. */
  result: jsonb('result').$type<ClassificationResult>(),
  reason: text('reason'),
  at: moment('at').notNull(),
});

export const schemas = deskRoom.table('schemas', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  version: integer('version').notNull(),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
  removedAt: moment('removed_at'),
});

/** Every saved version; never changed. */
export const schemaVersions = deskRoom.table(
  'schema_versions',
  {
    schemaId: text('schema_id')
      .notNull()
      .references(() => schemas.id),
    version: integer('version').notNull(),
    draft: jsonb('draft').$type<SchemaDraft>().notNull(),
    createdAt: moment('created_at').notNull(),
    createdById: text('created_by_id'),
    createdByName: text('created_by_name'),
  },
  (table) => [primaryKey({ columns: [table.schemaId, table.version] })],
);

/** Which version of a schema a deployment of ours was last given. */
export const deployedSchemas = deskRoom.table(
  'deployed_schemas',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id),
    schemaId: text('schema_id').notNull(),
    version: integer('version').notNull(),
  },
  (table) => [primaryKey({ columns: [table.deploymentId, table.schemaId] })],
);

/** Ids under which deployments of others know the desk's schemas; they are told by a person. */
export const schemaMappings = deskRoom.table(
  'schema_mappings',
  {
    deploymentId: text('deployment_id')
      .notNull()
      .references(() => deployments.id, { onDelete: 'cascade' }),
    remoteSchemaId: text('remote_schema_id').notNull(),
    /** Null until the fields were learned. */
    schemaId: text('schema_id').references(() => schemas.id),
    /** Set while the fields are learned from a job's answer, or when that failed. */
    learning: jsonb('learning').$type<SchemaLearning>(),
    at: moment('at').notNull(),
    byId: text('by_id').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.deploymentId, table.remoteSchemaId] }),
    uniqueIndex('schema_mappings_schema').on(table.deploymentId, table.schemaId),
  ],
);

/** The summary a person last asked for. */
export const summaries = deskRoom.table('summaries', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Part of the idempotency key; raised by each request. */
  run: integer('run').notNull().default(1),
  endpoint: text('endpoint').$type<SummaryEndpoint>().notNull(),
  state: text('state').$type<SummaryState>().notNull(),
  /** What the deployment called the state last, word for word. */
  serviceStatus: text('service_status'),
  remoteJobId: text('remote_job_id'),
  text: text('text'),
  sentences: jsonb('sentences').$type<SummarySentence[]>().notNull().default([]),
  title: jsonb('title').$type<DeskSummary['title']>(),
  note: text('note'),
  facts: jsonb('facts').$type<SummaryFact[]>().notNull().default([]),
  /** The last action of people that its facts know of, and the extraction they come from. */
  afterAction: integer('after_action').notNull().default(0),
  ofJobId: text('of_job_id'),
  failure: jsonb('failure').$type<Failure>(),
  raw: jsonb('raw').$type<unknown>(),
  requestedAt: moment('requested_at').notNull(),
  settledAt: moment('settled_at'),
});

/** What the machine proposed when it was last asked where one document ends and the next begins. */
export const splittings = deskRoom.table('splittings', {
  documentId: uuid('document_id')
    .primaryKey()
    .references(() => documents.id, { onDelete: 'cascade' }),
  /** Part of the idempotency key; raised by each request. */
  run: integer('run').notNull().default(1),
  state: text('state').$type<SplitProposal['state']>().notNull(),
  remoteJobId: text('remote_job_id'),
  segments: jsonb('segments').$type<SplitProposal['segments']>().notNull().default([]),
  engine: text('engine'),
  failure: jsonb('failure').$type<Failure>(),
  /** Null when the desk asked by itself. */
  requestedById: text('requested_by_id'),
  requestedAt: moment('requested_at').notNull(),
  settledAt: moment('settled_at'),
});

/** Splits that people accepted; one at a time is in force for a document. */
export const splits = deskRoom.table(
  'splits',
  {
    /** Given by whoever asked: the same one again is the same request. */
    id: uuid('id').primaryKey(),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
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
    /** `first_approve`: the first of two approvals. */
    kind: text('kind').$type<'approve' | 'first_approve' | 'reject' | 'reopen'>().notNull(),
    revision: integer('revision').notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    at: moment('at').notNull(),
    signedOffFlags: integer('signed_off_flags').notNull().default(0),
    reason: text('reason'),
  },
  (table) => [index('decisions_document').on(table.documentId, table.revision)],
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
    authorId: text('author_id').notNull(),
    authorName: text('author_name').notNull(),
    at: moment('at').notNull(),
    resolvedAt: moment('resolved_at'),
    resolvedByName: text('resolved_by_name'),
  },
  (table) => [index('comments_document').on(table.documentId, table.at)],
);

/**
 * The audit trail: append-only, each entry chained to the one before by `hash`. `hash` covers the facts and
 * `valuesHash`; the values themselves may be taken out when their document is removed, without breaking the chain.
 */
export const auditEntries = deskRoom.table(
  'audit_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name'),
    documentId: uuid('document_id'),
    event: text('event').notNull(),
    pointer: text('pointer'),
    oldValue: anyJson('old_value'),
    newValue: anyJson('new_value'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    /** Random, so that a removed value cannot be guessed from its hash; removed with it. */
    salt: text('salt'),
    /** Address and session of the browser that asked; null for what the desk does itself. Part of the facts. */
    origin: jsonb('origin').$type<{ address: string | null; session: string | null }>(),
    valuesHash: text('values_hash').notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_document').on(table.documentId, table.id)],
);

/** Ids of documents that were removed, for browsers that still show them. */
export const removedDocuments = deskRoom.table(
  'removed_documents',
  {
    id: uuid('id').primaryKey(),
    removedAt: moment('removed_at').notNull(),
    /** Set by the trigger `note_change`: `changedIn`, or one more than before if that is not more. Raised by every write. */
    change: bigint('change', { mode: 'number' }).notNull().default(0),
    /** Set by the trigger: the transaction that wrote the row last. */
    changedIn: transactionId('changed_in').notNull().default(sql`pg_current_xact_id()`),
  },
  (table) => [index('removed_changed_in').on(table.changedIn)],
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

/** What the desk does with documents of a schema besides extracting; absent = nothing of it. */
export const schemaSettings = deskRoom.table('schema_settings', {
  schemaId: text('schema_id').primaryKey(),
  secondApproval: jsonb('second_approval').$type<SecondApprovalRule>().notNull(),
  priority: integer('priority'),
  dueAfterHours: integer('due_after_hours'),
  samplePercent: doublePrecision('sample_percent').notNull().default(0),
  retentionDays: integer('retention_days'),
  updatedAt: moment('updated_at').notNull(),
});

/** Approved documents that were drawn for a second look, and what it found. */
export const secondLooks = deskRoom.table(
  'second_looks',
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
    fields: jsonb('fields').$type<LookedField[]>(),
  },
  (table) => [index('second_looks_open').on(table.lookedAt, table.chosenAt)],
);
