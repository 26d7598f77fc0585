import { z } from 'zod';

/**
 * Why something is in a person's inbox. `assigned`: a document became their work by somebody else, a queue or a rule · `mentioned`:
 * named in a comment · `answered`: a comment where they wrote before · `second_approval`: they may give the second of two approvals ·
 * `overdue`: their work, past its due date · `trouble`: their document failed or waits for a person · `deployment`: one does not
 * answer (admins) · `stopped`: documents of a schema do not approve themselves any more (schema owners) · `quality`: the nightly check
 * found that fewer values of a schema come out right (admins).
 */
export const inboxKindSchema = z.enum([
  'assigned',
  'mentioned',
  'answered',
  'second_approval',
  'overdue',
  'trouble',
  'deployment',
  'stopped',
  'quality',
]);
export type InboxKind = z.infer<typeof inboxKindSchema>;

/** Who or what caused an entry; `id` is null for the desk's own rules. */
export const inboxCauserSchema = z.object({ kind: z.enum(['person', 'queue', 'escalation']), id: z.string().nullable(), name: z.string() });
export type InboxCauser = z.infer<typeof inboxCauserSchema>;

/** A document of an entry, as it is now. `has_page`: a picture of its first page can be asked for. */
export const inboxDocumentSchema = z.object({ id: z.uuid(), name: z.string(), state: z.string(), has_page: z.boolean() });
export type InboxDocument = z.infer<typeof inboxDocumentSchema>;

/** One entry; what happened at once to several documents is one entry with a `count`. */
export const inboxEntrySchema = z.object({
  id: z.uuid(),
  kind: inboxKindSchema,
  by: inboxCauserSchema.nullable(),
  at: z.iso.datetime(),
  /** How many documents it is about; 1 for everything that is not about documents. */
  count: z.number().int(),
  /** The newest of its documents, at most 50; those still concerned first. */
  documents: z.array(inboxDocumentSchema),
  /** `mentioned` and `answered`: what was written, and where. */
  comment: z.object({ id: z.uuid(), text: z.string() }).nullable(),
  deployment: z.object({ id: z.string(), name: z.string() }).nullable(),
  schema: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** `trouble`: why, where all documents of the entry have the same reason. */
  reason: z.string().nullable(),
  read: z.boolean(),
  /** Its cause is over: it is kept as history for a while. */
  settled: z.boolean(),
});
export type InboxEntry = z.infer<typeof inboxEntrySchema>;

/** GET /api/inbox. `before`: the `next` of the page before. */
export const listInboxQuerySchema = z.object({
  kind: inboxKindSchema.optional(),
  state: z.enum(['all', 'unread', 'open', 'settled']).default('all'),
  before: z.string().max(80).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(30),
});
export const listInboxSchema = z.object({
  items: z.array(inboxEntrySchema),
  /** Unread entries, whatever the filter. */
  unread: z.number().int(),
  /** Give it as `before` to get older ones; null = there are none. */
  next: z.string().nullable(),
});
export type ListInbox = z.infer<typeof listInboxSchema>;

/** POST /api/inbox/read: `ids` of entries, or all. */
export const readInboxSchema = z.union([
  z.object({ ids: z.array(z.uuid()).min(1).max(200), read: z.boolean().default(true) }),
  z.object({ all: z.literal(true) }),
]);
export type ReadInbox = z.input<typeof readInboxSchema>;

/** GET /api/inbox/unread and the answer to POST /api/inbox/read. */
export const inboxUnreadSchema = z.object({ unread: z.number().int() });
export type InboxUnread = z.infer<typeof inboxUnreadSchema>;

export const inboxMailSchema = z.enum(['off', 'at_once', 'digest']);
export type InboxMail = z.infer<typeof inboxMailSchema>;

const timeZoneSchema = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: zone });
      return true;
    } catch {
      return false;
    }
  }, 'This is no time zone.');

/** PUT /api/inbox/settings. `time_zone`: of the browser, for the morning of the digest. */
export const changeInboxSettingsSchema = z.object({ mail: inboxMailSchema, time_zone: timeZoneSchema });
export type ChangeInboxSettings = z.infer<typeof changeInboxSettingsSchema>;

/** GET /api/inbox/settings. `trouble`: why mail was not sent last, for admins. */
export const inboxSettingsSchema = z.object({
  mail: inboxMailSchema,
  mail_is_set_up: z.boolean(),
  trouble: z.string().nullable(),
});
export type InboxSettings = z.infer<typeof inboxSettingsSchema>;
