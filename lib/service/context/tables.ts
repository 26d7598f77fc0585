import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  customType,
  index,
  integer,
  json,
  jsonb,
  pgSchema,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { KeyScope } from '#lib/contract/desk/api-key.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { DocumentStatus } from '#lib/contract/service/document.ts';
import type { ExampleStatus, SecondCheck } from '#lib/contract/service/example.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { JobKind, JobStatus } from '#lib/contract/service/job.ts';
import type { Lesson } from '#lib/contract/service/lesson.ts';
import type { Attachment } from '#lib/contract/service/reading.ts';
import type { ApprovedFields } from '#lib/extraction/memory/lesson.ts';
import { bytesOfIntegers, integersOfBytes } from './integer-bytes.ts';

export const service = pgSchema('service');

const time = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
/** Unsigned integers of 32 bits. */
const integers = customType<{ data: Uint32Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: bytesOfIntegers,
  fromDriver: integersOfBytes,
});

/**
 * Documents. `attempt` is raised by every claim of the index job; only its holder may write the outcome (fence).
 * What callers get back as it was is `json`, which keeps the order of keys; `jsonb` does not.
 */
export const documents = service.table(
  'documents',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    status: text('status').$type<DocumentStatus>().notNull().default('pending'),
    pageCount: integer('page_count'),
    pagesRead: integer('pages_read').notNull().default(0),
    metadata: json('metadata').$type<Record<string, unknown>>(),
    mediaType: text('media_type'),
    size: bigint('size', { mode: 'number' }).notNull(),
    sha256: text('sha256').notNull(),
    error: jsonb('error').$type<Failure>(),
    /** Encrypted; kept only until the file was read. */
    password: text('password'),
    attempt: integer('attempt').notNull().default(0),
    /** The document whose file holds this one's. `rootId`: the uploaded one at the top; `depth`: 0 for that. */
    parentId: uuid('parent_id').references((): AnyPgColumn => documents.id, { onDelete: 'cascade' }),
    rootId: uuid('root_id'),
    depth: integer('depth').notNull().default(0),
    /** Files found inside; set when completed. */
    attachments: json('attachments').$type<Attachment[]>(),
    /** What could not be read of the file, in sentences; set when completed. */
    warnings: json('warnings').$type<string[]>(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('documents_sha256').on(table.sha256),
    index('documents_status').on(table.status, table.updatedAt),
    uniqueIndex('documents_parent').on(table.parentId, table.sha256),
    index('documents_root').on(table.rootId),
  ],
);
export type DocumentRow = typeof documents.$inferSelect;

/** Schemas: the newest version's number; a removed one keeps its versions because jobs name them. */
export const schemas = service.table('schemas', {
  id: uuid('id').primaryKey(),
  version: integer('version').notNull(),
  createdAt: time('created_at').notNull().defaultNow(),
  updatedAt: time('updated_at').notNull().defaultNow(),
  removedAt: time('removed_at'),
});

export const schemaVersions = service.table(
  'schema_versions',
  {
    schemaId: uuid('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    version: integer('version').notNull(),
    draft: jsonb('draft').$type<SchemaDraft>().notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.schemaId, table.version] })],
);

/** Jobs of all four kinds. `attempt` fences as in documents; `deadlineAt` ends the wait for indexing. */
export const jobs = service.table(
  'jobs',
  {
    id: uuid('id').primaryKey(),
    kind: text('kind').$type<JobKind>().notNull(),
    status: text('status').$type<JobStatus>().notNull().default('pending'),
    documentId: uuid('document_id')
      .notNull()
      .references(() => documents.id, { onDelete: 'cascade' }),
    schemaId: uuid('schema_id'),
    schemaVersion: integer('schema_version'),
    options: jsonb('options').$type<Record<string, unknown>>().notNull().default({}),
    result: json('result').$type<Record<string, unknown>>(),
    error: jsonb('error').$type<Failure>(),
    attempt: integer('attempt').notNull().default(0),
    deadlineAt: time('deadline_at').notNull(),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
    startedAt: time('started_at'),
    completedAt: time('completed_at'),
  },
  (table) => [
    index('jobs_document').on(table.documentId, table.kind),
    index('jobs_kind').on(table.kind, table.id),
    index('jobs_unsettled').on(table.status, table.updatedAt).where(sql`${table.status} in ('pending', 'processing')`),
    index('jobs_previews').on(table.createdAt).where(sql`(${table.options} -> 'draft') is not null`),
  ],
);
export type JobRow = typeof jobs.$inferSelect;

/**
 * Approved documents that a schema learns from, and what each one taught. `attempt` is raised by every new draft and whenever it is to
 * be learned anew; only who learned the newest may write the lesson (fence). What is approved and learned is removed with the document.
 */
export const examples = service.table(
  'examples',
  {
    id: uuid('id').primaryKey(),
    schemaId: uuid('schema_id')
      .notNull()
      .references(() => schemas.id, { onDelete: 'cascade' }),
    /** The document; of an imported example the one that it is of elsewhere. */
    documentId: uuid('document_id').notNull(),
    /** Name of the document of an imported example; null = the document is here. */
    importedName: text('imported_name'),
    /** The document where it is here: the example is removed with it. */
    ownDocumentId: uuid('own_document_id')
      .generatedAlwaysAs(sql`case when imported_name is null then document_id end`)
      .references(() => documents.id, { onDelete: 'cascade' }),
    status: text('status').$type<ExampleStatus>().notNull().default('pending'),
    approved: json('approved').$type<ApprovedFields>().notNull(),
    valueCount: integer('value_count').notNull(),
    approvedBy: text('approved_by'),
    approvedAt: time('approved_at'),
    /** What a second check of the document found; null = there was none. */
    secondCheck: jsonb('second_check').$type<SecondCheck>(),
    /** Set when completed, like what follows; lesson and sketch of an imported example from the beginning. */
    lesson: json('lesson').$type<Lesson>(),
    lessonVersion: integer('lesson_version'),
    sketch: integers('sketch'),
    /** The same for all examples of a layout: the id of one of them, which may be gone by now. */
    layoutId: uuid('layout_id'),
    /** What tells its parties from others; see `partyKeys`. */
    partyKeys: text('party_keys').array().notNull().default(sql`'{}'::text[]`),
    error: jsonb('error').$type<Failure>(),
    attempt: integer('attempt').notNull().default(0),
    createdAt: time('created_at').notNull().defaultNow(),
    updatedAt: time('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('examples_document').on(table.documentId, table.schemaId),
    index('examples_own_document').on(table.ownDocumentId),
    index('examples_schema').on(table.schemaId, table.id),
    index('examples_parties').using('gin', table.partyKeys),
    // with all that is looked at before each extraction, so that the rows themselves are not
    index('examples_learned').on(table.schemaId, table.lessonVersion, table.id, table.attempt).where(sql`${table.status} = 'completed'`),
  ],
);
export type ExampleRow = typeof examples.$inferSelect;

/** Keys of callers. The key itself is not kept, only its SHA-256 (hex) and its beginning for people to know it by. */
export const apiKeys = service.table(
  'api_keys',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    prefix: text('prefix').notNull(),
    hash: text('hash').notNull(),
    /** What it may do; see `scopesOf`. */
    scopes: text('scopes').array().$type<KeyScope[]>().notNull().default(sql`'{read,submit,admin}'::text[]`),
    /** True for the key of the configuration: the desk itself uses it, so it is neither limited nor revoked here. */
    configured: boolean('configured').notNull().default(false),
    /** Who had it made, as said by the desk. */
    madeBy: text('made_by'),
    createdAt: time('created_at').notNull().defaultNow(),
    expiresAt: time('expires_at'),
    lastUsedAt: time('last_used_at'),
    revokedAt: time('revoked_at'),
  },
  (table) => [uniqueIndex('api_keys_hash').on(table.hash)],
);

/** Answers given to requests with an `Idempotency-Key`, saved in the transaction that did the work. `status` null = being worked on. */
export const idempotencyKeys = service.table(
  'idempotency_keys',
  {
    apiKeyId: uuid('api_key_id')
      .notNull()
      .references(() => apiKeys.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Who works on it; another request may take over after `lockedUntil`. */
    holder: uuid('holder').notNull(),
    lockedUntil: time('locked_until').notNull(),
    /** SHA-256 of method, address and content. */
    fingerprint: text('fingerprint'),
    status: integer('status'),
    headers: jsonb('headers').$type<Record<string, string>>(),
    body: json('body').$type<unknown>(),
    createdAt: time('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.apiKeyId, table.key] }), index('idempotency_keys_created').on(table.createdAt)],
);
