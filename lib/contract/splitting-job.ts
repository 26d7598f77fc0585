import { z } from 'zod';
import { extractionJobSchema } from './job.ts';

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

export const createSplittingJobSchema = z.object({ document_id: z.uuid() });

const { type: _type, schema_id: _id, schema_version: _version, result: _result, ...jobBase } = extractionJobSchema.shape;

export const splittingJobSchema = z.object({
  type: z.literal('splitting_job'),
  ...jobBase,
  result: splittingResultSchema.nullable(),
});
export type SplittingJob = z.infer<typeof splittingJobSchema>;
