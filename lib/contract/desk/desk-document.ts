import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { documentKindSchema } from '../service/classification.ts';
import { extractionResultSchema } from '../service/extraction.ts';
import { fieldNameSchema, schemaSchema } from '../service/extraction-schema.ts';
import { documentTroubleSchema } from './deployment.ts';
import { filledMetadataSchema } from './deployment-metadata.ts';
import { thresholdsSchema } from './insights/thresholds.ts';
import { actionDraftSchema, askedOpinionSchema, flagSchema, mergedFieldsSchema, pointerSchema } from './review.ts';
import { fieldFilterSchema } from './search/field-filter.ts';
import { foundPlaceSchema, shownValueSchema } from './search/found.ts';
import { listFiltersSchema } from './search/list-filters.ts';

/**
 * A document as the desk knows it.
 * received: stored, not yet with the deployment · unmapped: waits until somebody tells the id that its schema has at the deployment · indexing: with the deployment · indexed: readable, no schema chosen ·
 * stacked: it seems to be several documents, a person looks · classifying: its kind is being found · unclassified: its kind is not sure, a person chooses · extracting: job running · to_review → approved | rejected · failed: see `failure`, can be retried ·
 * split: its pages went into documents of their own.
 */
export const deskDocumentStateSchema = z.enum([
  'received',
  'unmapped',
  'indexing',
  'indexed',
  'stacked',
  'classifying',
  'unclassified',
  'extracting',
  'to_review',
  'approved',
  'rejected',
  'failed',
  'split',
]);
export type DeskDocumentState = z.infer<typeof deskDocumentStateSchema>;

/** A document being worked on: by whom, in which tab of their browser, since when. */
export const documentLockSchema = z.object({
  holder: z.object({ id: z.string(), name: z.string() }),
  tab: z.string(),
  since: z.iso.datetime(),
  ahead: z.boolean(),
});
export type DocumentLock = z.infer<typeof documentLockSchema>;

/** One row of the documents list, and the unit of the delta request. */
export const deskDocumentSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Folder path it was dropped with, e.g. `2026/march`; empty when none. */
  folder: z.string(),
  state: deskDocumentStateSchema,
  /** What the deployment called the state last, word for word. */
  service_status: z.string().nullable(),
  failure: failureSchema.nullable(),
  /** What holds up the following of it at its deployment; absent or null while all is well. */
  trouble: documentTroubleSchema.nullable().optional(),
  media_type: z.string().nullable(),
  size: z.number().int(),
  sha256: z.string(),
  page_count: z.number().int().nullable(),
  pages_read: z.number().int(),
  schema_id: z.string().nullable(),
  schema_name: z.string().nullable(),
  schema_version: z.number().int().nullable(),
  /** How its kind was found; absent or null when nobody asked the engine. */
  kind: documentKindSchema.nullable().optional(),
  /** Flags still open; null before extraction. */
  open_flags: z.number().int().nullable(),
  /** Lowest confidence of a value no person has touched; null before extraction, and where the deployment says none. */
  lowest_confidence: z.number().nullable(),
  /** Another document with the same content, when there was one at arrival. */
  duplicate_of: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** The document it was attached to; null for documents that were dropped. */
  parent: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  /** Several documents in one file: being looked at, proposed (a person has to look), judged to be one, or split; `documents` says how many. */
  splitting: z
    .object({ state: z.enum(['looking', 'proposed', 'dismissed', 'split']), documents: z.number().int() })
    .nullable()
    .optional(),
  /** The document whose pages it was made of. */
  split_from: z.object({ id: z.uuid().nullable(), name: z.string() }).nullable().optional(),
  created_at: z.iso.datetime(),
  created_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  updated_at: z.iso.datetime(),
  /**
   * Who works on it now, or null. Nobody else may write meanwhile. `ahead`: taken in advance, or kept for a page that may be
   * reloading; gives way to anyone who opens it.
   */
  lock: documentLockSchema.nullable(),
  /** The person whose work it is. */
  assigned_to: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** Out of the line until then, and why. */
  postponed: z.object({ until: z.iso.datetime(), reason: z.string() }).nullable(),
  /** Comments not resolved yet; `comments_revision` is raised by every one written or resolved. */
  open_comments: z.number().int(),
  comments_revision: z.number().int(),
  /** -1 low · 0 normal · 1 high · 2 urgent; null = normal, not said by anyone. */
  priority: z.number().int().min(-1).max(2).nullable(),
  due_at: z.iso.datetime().nullable(),
  /** Since when it waits for a review; null before. */
  review_since: z.iso.datetime().nullable(),
  /** When it was put on top because it waited too long; null once decided. */
  escalated_at: z.iso.datetime().nullable(),
  /** The schema's rule approved it, no person. */
  approved_automatically: z.boolean(),
  /** Who approved first, where someone else must approve too; null before and afterwards. */
  first_approval: z.object({ id: z.string(), name: z.string(), at: z.iso.datetime() }).nullable(),
  /** Raised by every change of the list row; the delta request's cursor. */
  change: z.number().int(),
  /** Raised by every review action; a write with another one gets 409 `stale_revision`. */
  revision: z.number().int(),
});
export type DeskDocument = z.infer<typeof deskDocumentSchema>;

/** A file inside the document's file, not shown inline. `document_id`: the document made of it, null when there is none. */
export const deskAttachmentSchema = z.object({
  name: z.string(),
  media_type: z.string(),
  size: z.number().int().nonnegative(),
  document_id: z.uuid().nullable(),
});
export type DeskAttachment = z.infer<typeof deskAttachmentSchema>;

/**
 * An approved document that values of another one were proposed from. `document_id`: null where it was imported with the memory of another
 * installation, which may not say who approved it, or when.
 */
export const rememberedDocumentSchema = z.object({
  document_id: z.uuid().nullable(),
  name: z.string(),
  approved_by: z.string().nullable(),
  approved_at: z.iso.datetime().nullable(),
});
export type RememberedDocument = z.infer<typeof rememberedDocumentSchema>;

/** GET /api/documents/{id}: everything the review screen needs besides pages. */
export const deskDocumentDetailSchema = z.object({
  document: deskDocumentSchema,
  schema: schemaSchema.nullable(),
  fields: mergedFieldsSchema.nullable(),
  flags: z.array(flagSchema),
  completeness: extractionResultSchema.shape.completeness.optional(),
  /** Below which confidence values are flagged; null = by the default. */
  thresholds: thresholdsSchema.nullish(),
  /** What read the values; null before extraction. */
  engine: z.string().nullish(),
  /** What asking a language model took; absent when none was asked. */
  model_use: extractionResultSchema.shape.model_use,
  /** The documents that `remembered` of the values names, by their ids at the service, as far as the desk still has them. */
  remembered: z.record(z.string(), rememberedDocumentSchema).optional(),
  /** What was asked of another deployment about the values; absent where nothing was. */
  second_opinion: askedOpinionSchema.optional(),
  approval: z
    .object({ actor: z.object({ id: z.string(), name: z.string() }), at: z.iso.datetime(), signed_off_flags: z.number().int() })
    .nullable(),
  rejection: z.object({ actor: z.object({ id: z.string(), name: z.string() }), at: z.iso.datetime(), reason: z.string() }).nullable(),
  attachments: z.array(deskAttachmentSchema),
  /** What could not be read of the file, in sentences for people; absent when all was. */
  reading_warnings: z.array(z.string()).optional(),
  /** Where it was sent. */
  deployment: z.object({ id: z.string(), name: z.string(), embedded: z.boolean() }).optional(),
  /** How far it is at a remote deployment: what that said last, and when; absent before its first answer. */
  at_service: z
    .object({
      /** Its own word for the state. */
      word: z.string().nullable(),
      last_answer_at: z.iso.datetime(),
      /** There is an answer that could not be understood, see GET /api/documents/{id}/answer. */
      has_answer: z.boolean(),
    })
    .optional(),
  /** What the deployment said to the id of the schema, while the document waits for another one. */
  refused_id: z.object({ message: z.string() }).optional(),
  /** The deployment has the file: it is not sent again. */
  is_sent: z.boolean().optional(),
  /** What went with the file; absent = nothing, or the file is not there yet. */
  metadata: filledMetadataSchema.optional(),
  /** What the deployment said went wrong although it gave values; absent when nothing did. */
  notice: z.string().optional(),
  /** Parts of the deployment's answer that do not fit the schema, word for word; the beginnings of long ones. */
  unfitting: z.record(z.string(), z.unknown()),
  /** How many more there are than `unfitting` lists; absent when it lists all. */
  unfitting_left: z.number().int().optional(),
  /**
   * Places whose values whoever asks is to enter from the page, as a quality sample: they are null here, without anything about them. Flags,
   * approval, proposals and what does not fit the schema are left out then, too. Absent when nothing is withheld.
   */
  withheld: z.array(pointerSchema).optional(),
});
export type DeskDocumentDetail = z.infer<typeof deskDocumentDetailSchema>;

/** Columns of the list's own that it can be sorted by; `field:NAME` sorts by a field of the chosen schema. */
export const listSortSchema = z.union([
  z.enum(['created_at', 'name', 'state', 'page_count', 'open_flags', 'lowest_confidence', 'size', 'priority', 'due_at']),
  z.templateLiteral(['field:', fieldNameSchema]),
]);
export type ListSort = z.infer<typeof listSortSchema>;

/** GET /api/documents. */
export const listDocumentsQuerySchema = z.object({
  /** Words that must all stand in name, folder, values, comments or text; `"…"` = a phrase. */
  q: z.string().max(200).optional(),
  /** Filters on fields of the chosen schema, all of which must fit; see `readFieldFilter`. */
  where: z.union([fieldFilterSchema, z.array(fieldFilterSchema).max(20)]).optional(),
  /** Fields of the chosen schema whose values are given in `values`. */
  columns: z.union([fieldNameSchema, z.array(fieldNameSchema).max(12)]).optional(),
  state: z.union([deskDocumentStateSchema, z.array(deskDocumentStateSchema)]).optional(),
  schema_id: z.string().optional(),
  /** Only documents attached to this one. */
  parent_id: z.uuid().optional(),
  /** Attachments stand with their mail: those whose parent is selected too are not in `items`, but in `attached`. */
  families: z.literal('yes').optional(),
  ...listFiltersSchema.shape,
  sort: listSortSchema.default('created_at'),
  order: z.enum(['asc', 'desc']).default('desc'),
  page: z.coerce.number().int().positive().max(10_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(200).default(50),
});

export const listDocumentsSchema = z.object({
  items: z.array(deskDocumentSchema),
  /** How many the filter selects, attachments included; with `q`, what is over `MOST_COUNTED` means: at least so many. */
  total: z.number().int(),
  /** With `families`: how many `items` there are on all pages. */
  heads: z.number().int().optional(),
  /** With `families`: the selected attachments of the items and theirs, in the order of their arrival; a thousand at most. */
  attached: z.array(deskDocumentSchema).optional(),
  /** With `families`: for items with attachments, how many documents are attached to them in each state, selected or not. */
  families: z.record(z.string(), z.record(z.string(), z.number().int())).optional(),
  /** Documents per state, for the same search and filters; null = some, where a search finds too many to count them. */
  counts: z.record(z.string(), z.number().int().nullable()),
  /** With `q`: where documents were found, by their ids; without those whose names have all of it. */
  found: z.record(z.string(), foundPlaceSchema).optional(),
  /** With `columns`: values by document id and field; without those that are empty. */
  values: z.record(z.string(), z.record(z.string(), shownValueSchema)).optional(),
  /** Pass to the delta request. */
  change: z.number().int(),
});
export type ListDocuments = z.infer<typeof listDocumentsSchema>;

/** GET /api/documents/changes?since=N: what changed since, in one answer however many are in flight. */
export const documentChangesSchema = z.object({
  documents: z.array(deskDocumentSchema),
  removed: z.array(z.uuid()),
  change: z.number().int(),
  /** Documents whose state is not settled, over the whole desk. 0 = the browser may stop asking often. */
  in_flight: z.number().int(),
  /** Unread entries in the inbox of whoever asks; absent for people without one. */
  unread: z.number().int().optional(),
});
export type DocumentChanges = z.infer<typeof documentChangesSchema>;

/** A tab of a person's browser: random, its own. */
export const tabSchema = z.string().min(1).max(64);

/**
 * POST /api/documents/{id}/lock: takes the lock or keeps it, to be asked every 15 s. `take_over` = the tab one knows to hold
 * it, to take it from there. `ahead` = only in advance. `waiting` = the tab was told that another one holds it, and asks again.
 */
export const takeLockSchema = z.object({
  tab: tabSchema,
  take_over: tabSchema.optional(),
  ahead: z.boolean().default(false),
  waiting: z.boolean().optional(),
});
/** DELETE /api/documents/{id}/lock?tab=… `leaving` = the page is being left, perhaps for a reload. */
export const releaseLockSchema = z.object({ tab: tabSchema, leaving: z.stringbool().default(false) });
/** `lock`: who holds it now; `mine` = the tab that asked. */
export const lockAnswerSchema = z.object({ mine: z.boolean(), lock: documentLockSchema.nullable() });
export type LockAnswer = z.infer<typeof lockAnswerSchema>;

/** POST /api/documents/{id}/actions. `id` makes a repeated request harmless. */
export const saveActionsSchema = z.object({
  revision: z.number().int(),
  /** The tab that writes: one that lost the lock is refused with `document_locked`. */
  tab: tabSchema.optional(),
  actions: z
    .array(z.object({ id: z.uuid(), draft: actionDraftSchema }))
    .min(1)
    .max(500),
});
export type SaveActions = z.infer<typeof saveActionsSchema>;

export const startExtractionSchema = z.object({
  schema_id: z.string(),
  /** The one the choice was made on; left out: whatever it is by now. */
  revision: z.number().int().optional(),
  tab: tabSchema.optional(),
});
