import { z } from 'zod';
import { fieldSchema } from '../service/extraction-schema.ts';
import { deskDocumentSchema } from './desk-document.ts';
import { flagSchema, mergedValueSchema } from './review.ts';

/** GET /api/fields: which values of one field, over many documents. */
export const compareFieldQuerySchema = z.object({
  schema_id: z.string().min(1).max(200),
  /** Name of a field that is not rows. */
  field: z.string().min(1).max(64),
  state: z.enum(['to_review', 'approved', 'all']).default('to_review'),
  /** Only documents that arrived at this moment or later. */
  since: z.iso.datetime({ offset: true }).optional(),
  /** flagged: values with a flag; untouched: values nobody has confirmed or corrected. */
  show: z.enum(['all', 'flagged', 'untouched']).default('all'),
  /** `next` of the answer before. */
  after: z.string().max(100).optional(),
});
export type CompareFieldQuery = z.output<typeof compareFieldQuerySchema>;

/** One value of the comparison with its document. */
export const comparedValueSchema = z.object({
  document: deskDocumentSchema.pick({ id: true, name: true, state: true, revision: true, media_type: true, pages_read: true }),
  /** The field as the document's version of the schema has it. */
  field: fieldSchema,
  value: mergedValueSchema,
  flags: z.array(flagSchema),
});
export type ComparedValue = z.infer<typeof comparedValueSchema>;

/** Values of one field over many documents, a page of them. */
export const comparedValuesSchema = z.object({
  /** Newest documents first. A page may hold fewer than the next, or none, when `show` leaves values out. */
  items: z.array(comparedValueSchema),
  /** Pass as `after` for the next page; null at the end. */
  next: z.string().nullable(),
  /** Documents of that schema and state, whatever `show` says. */
  total: z.number().int(),
});
export type ComparedValues = z.infer<typeof comparedValuesSchema>;
