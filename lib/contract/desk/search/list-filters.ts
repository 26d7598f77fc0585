import { z } from 'zod';

/** A moment in UTC; after `me:` for what the person who asks approved since then. */
const approvedSchema = z.union([
  z.iso.datetime(),
  z.string().refine((text) => text.startsWith('me:') && z.iso.datetime().safeParse(text.slice('me:'.length)).success, 'That is no moment.'),
]);

/** How the documents list is narrowed down besides search, schema and states. What is left out does not restrict. */
export const listFiltersSchema = z.object({
  /** A person's id, `me`, `nobody`, `me_or_nobody`, or `others`: somebody else than the person who asks. */
  assigned_to: z.string().max(100).optional(),
  /** Only postponed documents, or only the others. */
  postponed: z.enum(['yes', 'no']).optional(),
  /** Only undecided documents that have a due date (`set`), or whose date is past (`overdue`). */
  due: z.enum(['set', 'overdue']).optional(),
  /** Only documents to review that have open flags, or none. */
  flags: z.enum(['some', 'none']).optional(),
  /** Only documents to review that somebody else than the person who asks approved first. */
  second_approval: z.literal('yes').optional(),
  /** Only documents in progress that their deployment holds up. */
  held_up: z.literal('yes').optional(),
  /** Only approved documents that were approved since a moment, by anybody or (`me:` before it) by the person who asks. */
  approved: approvedSchema.optional(),
  /** Only documents of a deployment, by its id. */
  deployment: z.string().max(200).optional(),
  /** Only documents that a queue holds, by its id, or that wait for a review in no queue (`none`). */
  queue: z.union([z.literal('none'), z.uuid()]).optional(),
});
export type ListFilters = z.infer<typeof listFiltersSchema>;
