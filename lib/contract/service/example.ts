import { z } from 'zod';
import { recordOf } from '../json/record-of.ts';
import { failureSchema } from '../problems/problem.ts';
import { evidenceSchema, valueSchema } from './extraction.ts';

/** A value as a person approved it. Evidence, where it is known, makes the lesson better. */
export const approvedValueSchema = z.object({
  value: valueSchema,
  text: z.string().nullable().optional(),
  evidence: z.array(evidenceSchema).optional(),
  /**
   * True where nobody did anything to the value before it was approved, and no second check bore it out: it may be wrong without anybody having
   * seen that. Left out, it counts as looked at.
   */
  untouched: z.boolean().optional(),
  /** What a second check says instead of the value, null for that there is none. Left out where it agrees, or there was no check; the same value is agreement. */
  checked_as: valueSchema.optional(),
});

/**
 * What a second check of an approved document found. `errors`: how many values were wrong when they came up for approval, without those that had
 * a flag, touched or not, and those that somebody looked at and left as they were. `caught`: how many of them the approval had corrected.
 */
export const secondCheckSchema = z
  .object({ errors: z.number().int().min(0).max(10_000), caught: z.number().int().min(0) })
  .refine(({ errors, caught }) => caught <= errors, { path: ['caught'], error: 'There cannot be more than errors.' });
export type SecondCheck = z.infer<typeof secondCheckSchema>;

/** An approved document to learn from: later documents of its layout get proposals from it. */
export const exampleDraftSchema = z.object({
  document_id: z.uuid(),
  /** By field, the approved value or the approved rows. Fields left out teach nothing; `value: null` teaches that there is none. */
  fields: recordOf(z.union([approvedValueSchema, z.array(recordOf(approvedValueSchema))])),
  /** Who approved it and when, given back as they are. */
  approved_by: z.string().max(200).nullable().optional(),
  approved_at: z.iso.datetime().nullable().optional(),
  /** Present where another person than who approved it checked each value. */
  second_check: secondCheckSchema.nullable().optional(),
});
export type ExampleDraft = z.infer<typeof exampleDraftSchema>;

/** pending: not learned yet; what is `failed` teaches nothing. */
export const exampleStatusSchema = z.enum(['pending', 'completed', 'failed']);
export type ExampleStatus = z.infer<typeof exampleStatusSchema>;

/** An example as the service gives it. A document has at most one per schema; a new one takes the place of the old. */
export const exampleSchema = z.object({
  type: z.literal('example'),
  id: z.uuid(),
  schema_id: z.string(),
  document_id: z.uuid(),
  document_name: z.string(),
  /** It was imported with the memory of another installation, and its document is not here. */
  imported: z.boolean().default(false),
  /** The same for all examples of the schema that have one layout; null until it is learned. */
  layout_id: z.uuid().nullable(),
  status: exampleStatusSchema,
  /** How many fields it has a value for. */
  value_count: z.number().int().nonnegative(),
  approved_by: z.string().nullable(),
  approved_at: z.iso.datetime().nullable(),
  /** As it was given; null where there was none. */
  second_check: secondCheckSchema.nullable().default(null),
  created_at: z.iso.datetime(),
  error: failureSchema.nullable(),
});
export type Example = z.infer<typeof exampleSchema>;
