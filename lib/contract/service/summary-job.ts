import { z } from 'zod';
import { evidenceSchema, modelUseSchema, valueSchema } from './extraction.ts';
import { extractionJobSchema } from './job.ts';

/** A summary made of the document's own sentences in their order, or of a language model's, each with the passage that backs it. */
export const summaryResultSchema = z.object({
  /** What the document calls itself: its heading, a mail's subject; null when it has none. */
  title: z
    .object({ text: z.string(), evidence: z.array(evidenceSchema) })
    .nullable()
    .default(null),
  text: z.string(),
  sentences: z.array(z.object({ text: z.string(), score: z.number().min(0).max(1), evidence: z.array(evidenceSchema) })),
  /** Why there are no sentences, or what they do not tell, in plain words; null when there is nothing to say. */
  note: z.string().nullable().default(null),
  /** For a document of a known class: what the schema of that name finds in it, most certain first. */
  key_facts: z
    .array(
      z.object({
        label: z.string(),
        value: valueSchema,
        text: z.string().nullable(),
        confidence: z.number(),
        evidence: z.array(evidenceSchema),
      }),
    )
    .default([]),
  /** Name of the schema the key facts come from; null when no class spoke for itself. */
  schema_name: z.string().nullable().default(null),
  /** The local engine, or the language model whose words these are. */
  engine: z.string(),
  /** Present when a language model was asked. */
  model_use: modelUseSchema.optional(),
  /** Milliseconds spent. */
  duration_ms: z.number().optional(),
});
export type SummaryResult = z.infer<typeof summaryResultSchema>;

/** Without it, as many sentences as the document's length asks for. */
const maxSentencesSchema = z.number().int().min(1).max(50).nullable().default(null);

export const createSummaryJobSchema = z.object({ document_id: z.uuid(), max_sentences: maxSentencesSchema });

const { type: _type, schema_id: _id, schema_version: _version, result: _result, ...jobBase } = extractionJobSchema.shape;

export const summaryJobSchema = z.object({
  type: z.literal('summary_job'),
  ...jobBase,
  max_sentences: z.number().int().nullable(),
  result: summaryResultSchema.nullable(),
});
export type SummaryJob = z.infer<typeof summaryJobSchema>;

/** Body of the deprecated POST …/documents/{id}/summaries; `block_until_completed` may stand in the query instead. */
export const createSummarySchema = z.object({
  block_until_completed: z.boolean().default(false),
  max_sentences: maxSentencesSchema,
});

/** What the deprecated endpoint makes. `summary` is null until the status is completed. */
export const summarySchema = z.object({
  type: z.literal('summary'),
  id: jobBase.id,
  document_id: jobBase.document_id,
  status: jobBase.status,
  summary: z.string().nullable(),
  sentences: summaryResultSchema.shape.sentences,
  created_at: jobBase.created_at,
  completed_at: jobBase.completed_at,
  error: jobBase.error,
});
export type Summary = z.infer<typeof summarySchema>;
