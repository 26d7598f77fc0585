import { z } from 'zod';
import { evidenceSchema } from './extraction.ts';
import { extractionJobSchema } from './job.ts';

/** A class a document may belong to. The words of name, description and keywords are what it is known by. */
export const documentClassSchema = z.object({
  name: z.string().trim().min(1).max(120),
  description: z.string().max(2000).default(''),
  keywords: z.array(z.string().trim().min(1).max(120)).max(200).default([]),
  /** Documents known to be of this class. */
  examples: z.array(z.uuid()).max(20).default([]),
});
export type DocumentClass = z.infer<typeof documentClassSchema>;

export const classificationResultSchema = z.object({
  /** The best class, or null when none of them speaks for itself. */
  class: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  /** All classes, the likeliest first, with the words that speak for each. */
  classes: z.array(z.object({ name: z.string(), confidence: z.number().min(0).max(1), evidence: z.array(evidenceSchema) })),
  engine: z.string(),
  /** Milliseconds spent. */
  duration_ms: z.number().optional(),
});
export type ClassificationResult = z.infer<typeof classificationResultSchema>;

export const createClassificationJobSchema = z.object({
  document_id: z.uuid(),
  classes: z
    .array(documentClassSchema)
    .min(2)
    .max(200)
    .refine((classes) => new Set(classes.map(({ name }) => name)).size === classes.length, 'Two classes have the same name.')
    /** Left out: all schemas are the classes. */
    .optional(),
});

const { type: _type, schema_id: _id, schema_version: _version, result: _result, ...jobBase } = extractionJobSchema.shape;

export const classificationJobSchema = z.object({
  type: z.literal('classification_job'),
  ...jobBase,
  classes: z.array(documentClassSchema),
  result: classificationResultSchema.nullable(),
});
export type ClassificationJob = z.infer<typeof classificationJobSchema>;
