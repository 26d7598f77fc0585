import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { extractionResultSchema } from './extraction.ts';

export const jobKindSchema = z.enum(['extraction', 'summary', 'classification', 'splitting']);
export type JobKind = z.infer<typeof jobKindSchema>;

/** pending → processing → completed | failed | cancelled. Pending also while the document is being indexed. */
export const jobStatusSchema = z.enum(['pending', 'processing', 'completed', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof jobStatusSchema>;

const jobBase = {
  id: z.uuid(),
  status: jobStatusSchema,
  document_id: z.uuid(),
  created_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  completed_at: z.iso.datetime().nullable(),
  error: failureSchema.nullable(),
};

export const extractionJobSchema = z.object({
  type: z.literal('extraction_job'),
  ...jobBase,
  schema_id: z.string(),
  schema_version: z.number().int().positive(),
  result: extractionResultSchema.nullable(),
});
export type ExtractionJob = z.infer<typeof extractionJobSchema>;

export const createExtractionJobSchema = z.object({ document_id: z.uuid(), schema_id: z.string().min(1) });

/** True when a job will not change any more. */
export function isSettled(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
