import { z } from 'zod';
import { pointerSchema } from './review.ts';

/**
 * What a person said about a document or one of its values. `pointer`: of the value, with a row named by its key, which stays
 * when rows move (`/lines/m3/amount`); null = the whole document.
 */
export const commentSchema = z.object({
  id: z.uuid(),
  pointer: pointerSchema.nullable(),
  text: z.string(),
  author: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  resolved: z.object({ at: z.iso.datetime(), by: z.string() }).nullable(),
});
export type Comment = z.infer<typeof commentSchema>;

/** GET /api/documents/{id}/comments: oldest first. */
export const listCommentsSchema = z.object({ items: z.array(commentSchema) });

/** POST /api/documents/{id}/comments. `id` makes a repeated request harmless. */
export const addCommentSchema = z.object({ id: z.uuid(), pointer: pointerSchema.nullable(), text: z.string().trim().min(1).max(4000) });

/** PUT /api/documents/{id}/comments/{comment}. */
export const resolveCommentSchema = z.object({ resolved: z.boolean() });
