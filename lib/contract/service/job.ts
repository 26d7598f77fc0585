import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { extractionResultSchema } from './extraction.ts';
import { schemaDraftSchema } from './extraction-schema.ts';

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
  /** Present where the job was submitted with a draft: the result has the draft’s fields, not those of the version. */
  preview: z.literal(true).optional(),
  result: extractionResultSchema.nullable(),
});
export type ExtractionJob = z.infer<typeof extractionJobSchema>;

export const createExtractionJobSchema = z
  .object({
    document_id: z.uuid(),
    schema_id: z.string().min(1),
    /**
     * Extracts with this draft instead of the saved schema, to see what would come out; nothing is saved. What the schema has learned is used.
     * A schema of that id (a UUID) need not exist. Such a job is removed about an hour after it was made.
     */
    draft: schemaDraftSchema.optional(),
  })
  .refine(({ draft, schema_id }) => draft === undefined || z.uuid().safeParse(schema_id).success, {
    path: ['schema_id'],
    message: 'With a draft, give the ID as a UUID.',
  });

/** True when a job will not change any more. */
export function isSettled(status: JobStatus): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled';
}
