import { z } from 'zod';
import { pointerSchema } from './review.ts';
import { personNameSchema } from './user.ts';

/**
 * What a person said about a document or one of its values. `pointer`: of the value, with a row named by its key, which stays
 * when rows move (`/lines/m3/amount`); null = the whole document.
 */
export const commentSchema = z.object({
  id: z.uuid(),
  pointer: pointerSchema.nullable(),
  text: z.string(),
  /** People who are named in the text: `name` as it stands there after an `@`; somebody may have another one by now. */
  mentions: z.array(personNameSchema),
  author: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  resolved: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type Comment = z.infer<typeof commentSchema>;

/** GET /api/documents/{id}/comments: oldest first. */
export const listCommentsSchema = z.object({ items: z.array(commentSchema) });

/** POST /api/documents/{id}/comments. `id` makes a repeated request harmless. `mentions`: ids of people whose `@Name` stands in the text. */
export const addCommentSchema = z.object({
  id: z.uuid(),
  pointer: pointerSchema.nullable(),
  text: z.string().trim().min(1).max(4000),
  mentions: z.array(z.string().max(64)).max(20).default([]),
});

/** PUT /api/documents/{id}/comments/{comment}. */
export const resolveCommentSchema = z.object({ resolved: z.boolean() });
