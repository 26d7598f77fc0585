import { z } from 'zod';

/** A stretch of a text; `is_match` = it is what was sought. */
export const foundPartSchema = z.object({ text: z.string(), is_match: z.boolean() });
export type FoundPart = z.infer<typeof foundPartSchema>;

/** Where a document of the list was found, besides its name: in a value, on a page, in a comment. */
export const foundPlaceSchema = z.object({
  kind: z.enum(['value', 'page', 'comment']),
  /** The field's label. */
  label: z.string().optional(),
  /** 1-based. */
  page: z.number().int().positive().optional(),
  parts: z.array(foundPartSchema),
  /** What the search within the document is to look for. */
  sought: z.string(),
});
export type FoundPlace = z.infer<typeof foundPlaceSchema>;

/** A value in a column of the list. */
export const shownValueSchema = z.object({
  text: z.string(),
  currency: z.string().optional(),
});
export type ShownValue = z.infer<typeof shownValueSchema>;
