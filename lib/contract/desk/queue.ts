import { z } from 'zod';
import { deskDocumentSchema, tabSchema } from './desk-document.ts';
import { fieldFilterSchema } from './search/field-filter.ts';

const personSchema = z.object({ id: z.string().min(1).max(200), name: z.string().max(200) });

/** -1 low · 0 normal · 1 high · 2 urgent */
export const prioritySchema = z.union([z.literal(-1), z.literal(0), z.literal(1), z.literal(2)]);
export type Priority = z.infer<typeof prioritySchema>;

export const MOST_VALUE_RULES = 10;

/** Which documents a queue holds; what is left out does not restrict. */
export const queueFilterSchema = z.object({
  states: z
    .array(z.enum(['to_review', 'indexed', 'failed']))
    .min(1)
    .default(['to_review']),
  schema_id: z.string().max(200).optional(),
  /** This folder and those below it. */
  folder: z.string().max(1000).optional(),
  /** Words in name, folder or schema. */
  q: z.string().max(200).optional(),
  /** A person's id, `nobody`, or whoever asks (`me`). */
  assigned_to: z.string().max(200).optional(),
  flagged: z.boolean().optional(),
  deployment_id: z.string().max(200).optional(),
  /** Filters on fields of the schema, all of which must fit; see `readFieldFilter`. Only with `schema_id`. */
  where: z.array(fieldFilterSchema).max(MOST_VALUE_RULES, `A queue has at most ${MOST_VALUE_RULES} rules on values.`).optional(),
});
export type QueueFilter = z.infer<typeof queueFilterSchema>;

/** How the next document is found. worst: where the most errors are to be expected for the work. */
export const queueOrderSchema = z.enum(['oldest', 'worst', 'priority', 'due']);
export type QueueOrder = z.infer<typeof queueOrderSchema>;

/** pull: whoever asks gets the next · round_robin: shared out among the members when they arrive · by_hand: only what was assigned to someone */
export const queueModeSchema = z.enum(['pull', 'round_robin', 'by_hand']);
export type QueueMode = z.infer<typeof queueModeSchema>;

/** A saved filter that people work through. */
export const queueDraftSchema = z
  .object({
    name: z.string().trim().min(1, 'Enter a name for the queue.').max(100),
    filter: queueFilterSchema.default({ states: ['to_review'] }),
    order: queueOrderSchema.default('oldest'),
    mode: queueModeSchema.default('pull'),
    /** Who works on it; empty = everybody. */
    members: z.array(personSchema).max(200).default([]),
    /** Every document of the queue needs a second person's approval. */
    second_approval: z.boolean().default(false),
    /** Given to documents that come in without one. */
    priority: prioritySchema.nullable().default(null),
    due_after_hours: z.number().int().min(1).max(10_000).nullable().default(null),
    /** Documents that waited longer, or are past due, go on top and to `escalate_to`. */
    escalate_after_hours: z.number().int().min(1).max(10_000).nullable().default(null),
    escalate_to: personSchema.nullable().default(null),
  })
  .refine(({ filter }) => filter.schema_id !== undefined || !filter.where?.length, {
    path: ['filter', 'where'],
    message: 'Choose the schema whose fields are compared.',
  })
  .refine((draft) => draft.mode !== 'round_robin' || draft.members.length > 0, {
    path: ['members'],
    message: 'Choose who gets the documents.',
  });
export type QueueDraft = z.infer<typeof queueDraftSchema>;

/** A queue with what is in it now. */
export const queueSchema = z.object({
  id: z.uuid(),
  draft: queueDraftSchema,
  /** True when the person who asks works on it. */
  is_member: z.boolean(),
  counts: z.object({
    waiting: z.number().int(),
    /** Waiting and assigned to the person who asks. */
    mine: z.number().int(),
    /** Waiting, and open at somebody's desk. */
    locked: z.number().int(),
    overdue: z.number().int(),
    escalated: z.number().int(),
    /** Set aside until later. */
    postponed: z.number().int(),
  }),
  /** Since when the oldest one waits. */
  oldest_at: z.iso.datetime().nullable(),
});
export type Queue = z.infer<typeof queueSchema>;

/** GET /api/queues. `seconds_per_document`: the person's own pace, median of the last decisions; null when there are too few. */
export const listQueuesSchema = z.object({
  items: z.array(queueSchema),
  seconds_per_document: z.number().nullable(),
  /** Documents that wait for a review in none of them; null for whoever may not change queues. */
  unqueued: z.number().int().nullable(),
});
export type ListQueues = z.infer<typeof listQueuesSchema>;

/** POST /api/queues/next and /api/queues/{id}/next. `after`: the document just worked on, which is not given again. */
export const pullNextSchema = z.object({
  tab: z.string().min(1).max(64),
  after: z.uuid().optional(),
  /** Only in advance, while the person works on another. */
  ahead: z.boolean().default(false),
});

/** GET /api/queues/pace: the person's own, median of the last decisions; null when there are too few. */
export const paceSchema = z.object({ seconds_per_document: z.number().nullable() });

const assigneeSchema = z.string().min(1).max(100).nullable();
/**
 * POST /api/documents/{id}/assign. null = nobody. `expected`: whose it is as far as the caller knows; if it is somebody else's by now,
 * nothing changes and the answer is `conflict`. Left out: whoever has it.
 */
export const assignSchema = z.object({ person_id: assigneeSchema, expected: assigneeSchema.optional() });
export type Assign = z.infer<typeof assignSchema>;

const postponementSchema = z.object({ until: z.iso.datetime({ offset: true }), reason: z.string().trim().min(1).max(500) }).nullable();
/** POST /api/documents/{id}/postpone. null = bring it back now. `expected`: as in `assignSchema`. */
export const postponeSchema = z.object({
  postponed: postponementSchema,
  expected: postponementSchema.optional(),
  tab: tabSchema.optional(),
});
export type Postpone = z.infer<typeof postponeSchema>;

const urgencySchema = z.object({
  /** Null = as if nobody had said one. */
  priority: prioritySchema.nullable().optional(),
  due_at: z.iso.datetime({ offset: true }).nullable().optional(),
});
/** PUT /api/documents/{id}/priority. What is left out stays. `expected`: as in `assignSchema`; what is left out of it may be anything. */
export const prioritiseSchema = urgencySchema.extend({ expected: urgencySchema.optional() });
export type Prioritise = z.infer<typeof prioritiseSchema>;

/** The next document, locked for the person who asked, or null when none waits. `waiting` counts it too. */
export const pulledSchema = z.object({
  queue: z.object({ id: z.uuid(), name: z.string() }).nullable(),
  document: deskDocumentSchema.nullable(),
  waiting: z.number().int(),
  seconds_per_document: z.number().nullable(),
});
export type Pulled = z.infer<typeof pulledSchema>;
