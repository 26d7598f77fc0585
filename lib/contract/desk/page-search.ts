import { z } from 'zod';
import { boxSchema } from '../service/box.ts';
import { wordSchema } from '../service/reading.ts';

/** A place of a document where the sought text stands. */
export const pageMatchSchema = z.object({
  /** 1-based. */
  page: z.number().int().positive(),
  /** One box for each line the match runs over. */
  boxes: z.array(boxSchema).min(1),
  text: z.string(),
});
export type PageMatch = z.infer<typeof pageMatchSchema>;

/** GET /api/documents/{id}/search?q=: places in reading order; `is_cut` when there are more than were given. */
export const searchPagesSchema = z.object({
  matches: z.array(pageMatchSchema),
  /** Pages that could be searched; fewer than the document has while it is read. */
  pages_searched: z.number().int(),
  is_cut: z.boolean(),
});
export type SearchPages = z.infer<typeof searchPagesSchema>;

export const searchPagesQuerySchema = z.object({ q: z.string().trim().max(200).default('') });

/** A part of a page smaller than this, in box scale, is nothing to read. */
const LEAST_SIDE = 0.002;

/** POST /api/documents/{id}/pages/{n}/recognise: reads a part of a page from its picture. */
export const recogniseSchema = z.object({
  box: boxSchema.refine(
    ([left, top, right, bottom]) =>
      left >= 0 && top >= 0 && right <= 1 && bottom <= 1 && right - left >= LEAST_SIDE && bottom - top >= LEAST_SIDE,
    'The box must lie on the page and have a size.',
  ),
});

/** The words found there, in reading order, with boxes on the whole page. */
export const recognisedSchema = z.object({ words: z.array(wordSchema) });
export type Recognised = z.infer<typeof recognisedSchema>;
