import { z } from 'zod';
import { documentClassSchema } from './classification-job.ts';
import { extractionJobSchema } from './job.ts';

/** The reason of a segment that has a `like_document_id`. */
export const LIKE_APPROVED = 'It looks like the first page of a document approved before.';

/** A stretch of pages that is one document. Pages are 1-based and inclusive. */
export const segmentSchema = z.object({
  first_page: z.number().int().positive(),
  last_page: z.number().int().positive(),
  /** Probability that a document begins on the first page. */
  confidence: z.number().min(0).max(1),
  /** Plain words: why a document begins here, the strongest reason. */
  reason: z.string(),
  /** All reasons, the strongest first. */
  reasons: z.array(z.string()).default([]),
  /** True when the boundary is not sure: a person should look before anything is cut. */
  proposed: z.boolean().default(false),
  /** The approved document whose first page the first page here looks like, where that is one of the reasons. */
  like_document_id: z.string().optional(),
  /** The class of the document that stands there, of those the job was given; null when none speaks for itself. */
  class: z.string().nullish(),
  class_confidence: z.number().min(0).max(1).nullish(),
});
export type Segment = z.infer<typeof segmentSchema>;

/** Segments stand in page order and do not overlap; blank pages between documents belong to none. */
export const splittingResultSchema = z.object({
  segments: z.array(segmentSchema),
  engine: z.string(),
  /** Milliseconds spent. */
  duration_ms: z.number().optional(),
});
export type SplittingResult = z.infer<typeof splittingResultSchema>;

export const createSplittingJobSchema = z.object({
  document_id: z.uuid(),
  /** Given, each segment is classified too; examples do not count here. */
  classes: z
    .array(documentClassSchema)
    .max(200)
    .refine((classes) => new Set(classes.map(({ name }) => name)).size === classes.length, 'Two classes have the same name.')
    .optional(),
});

const { type: _type, schema_id: _id, schema_version: _version, result: _result, ...jobBase } = extractionJobSchema.shape;

export const splittingJobSchema = z.object({
  type: z.literal('splitting_job'),
  ...jobBase,
  result: splittingResultSchema.nullable(),
});
export type SplittingJob = z.infer<typeof splittingJobSchema>;
