import { z } from 'zod';
import { recordOf } from '../json/record-of.ts';
import { valueSchema } from './extraction.ts';

/**
 * What stands around a print and what it looks like, in words whose digits are evened out: empty where nothing stands. Places are
 * fractions of the part of the page that is printed on, so that the edges of a scan do not count.
 */
export const printSchema = z.object({
  /** 0-based, from the first page and from the last one. */
  page: z.number().int(),
  fromLast: z.number().int(),
  left: z.string(),
  above: z.string(),
  /** The head of its column and the beginning of its row. */
  head: z.string(),
  row: z.string(),
  right: z.string(),
  below: z.string(),
  /** The print itself, runs of letters and of digits evened out. */
  shape: z.string(),
  /** Left, top, right, bottom. */
  box: z.tuple([z.number(), z.number(), z.number(), z.number()]),
});
export type Print = z.infer<typeof printSchema>;

/** What a document teaches about one field. */
export const fieldLessonSchema = z.object({
  value: valueSchema,
  /** Where the value is printed; empty where it was found nowhere. */
  prints: z.array(printSchema),
  /** What the engine answered by itself: whether that was right, how sure it was, and whether it was no value. */
  isRight: z.boolean(),
  confidence: z.number().min(0).max(1),
  isNothing: z.boolean(),
  /**
   * Mark of the field as the engine was asked for it; see `markField`. Null where the answer says nothing of how good the engine is: the
   * file states the value, or has no readable text.
   */
  asked: z.number().int().nullable(),
  /** The value was approved without anybody having done anything to it. */
  isUntouched: z.literal(true).optional(),
  /** A second check found another value: it tells how good the engine is, and is proposed nowhere. */
  isDisputed: z.literal(true).optional(),
});
export type FieldLesson = z.infer<typeof fieldLessonSchema>;

/**
 * What a document teaches about the table of a `rows` field: what stands under its headings. `cells`: how many approved cells it was compared
 * with; `wrong`: in how many of them the engine by itself differed from what was approved, and `taughtWrong`: in how many it does with these
 * headings.
 */
export const tableLessonSchema = z.object({
  /** Case, accents and punctuation aside, digits evened out. `column`: name of the column that stands under it; null for none of the field. */
  headings: z.array(z.object({ text: z.string(), column: z.string().nullable() })),
  cells: z.number().int().nonnegative(),
  wrong: z.number().int().nonnegative(),
  taughtWrong: z.number().int().nonnegative(),
});
export type TableLesson = z.infer<typeof tableLessonSchema>;

/** What one approved document teaches: plain JSON, kept with the document and forgotten with it. */
export const lessonSchema = z.object({
  /** Raised when the form changes; lessons of another version are learned anew. */
  version: z.number().int(),
  /** What tells its parties from others; see `partyKeys`. */
  keys: z.array(z.string()),
  fields: recordOf(fieldLessonSchema),
  /** By `rows` field; left out where there is none. */
  tables: recordOf(tableLessonSchema).optional(),
});
export type Lesson = z.infer<typeof lessonSchema>;
