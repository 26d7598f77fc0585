import { z } from 'zod';
import { valueSchema } from '../service/extraction.ts';
import { deskDocumentDetailSchema } from './desk-document.ts';
import { pointerSchema } from './review.ts';

/**
 * What a second person says of one approved value. `right`: what it should be, when not the approved one; null where that is not said.
 * `entered`: what the person took from the page before the approved value was shown, null for nothing; absent where that value was in view, as
 * in tables and in samples of earlier versions.
 */
export const sampledFieldSchema = z.object({
  pointer: pointerSchema,
  agrees: z.boolean(),
  approved: valueSchema,
  right: valueSchema.optional(),
  entered: valueSchema.optional(),
});
export type SampledField = z.infer<typeof sampledFieldSchema>;

/** An approved document drawn for quality control. Number drawn and seed make the draw reproducible. */
export const qualitySampleSchema = z.object({
  document: z.object({ id: z.uuid(), name: z.string() }),
  schema_id: z.string(),
  schema_name: z.string(),
  percent: z.number(),
  draw: z.number(),
  seed: z.string(),
  chosen_at: z.iso.datetime(),
  approved_by: z.object({ id: z.string(), name: z.string() }),
  looked_at: z.iso.datetime().nullable(),
  looked_by: z.object({ id: z.string(), name: z.string() }).nullable(),
  differences: z.number().int().nullable(),
});
export type QualitySample = z.infer<typeof qualitySampleSchema>;

/** How often second people agreed, by schema and field. `blind`: of these, the values that they entered before they saw the approved ones. */
export const agreementSchema = z.object({
  schema_id: z.string(),
  schema_name: z.string(),
  field: z.string(),
  label: z.string(),
  looked: z.number().int(),
  agreed: z.number().int(),
  blind: z.object({ looked: z.number().int(), agreed: z.number().int() }),
});
export type Agreement = z.infer<typeof agreementSchema>;

/** GET /api/queues/quality-samples */
export const listQualitySamplesSchema = z.object({
  waiting: z.array(qualitySampleSchema),
  done: z.array(qualitySampleSchema),
  /** All that were ever done; `done` has the latest. */
  done_total: z.number().int(),
  agreement: z.array(agreementSchema),
});
export type ListQualitySamples = z.infer<typeof listQualitySamplesSchema>;

/** What a person took from the page for a value that is withheld from them; null: it is not there. */
export const enteredValueSchema = z.object({ pointer: pointerSchema, value: valueSchema });
export type EnteredValue = z.infer<typeof enteredValueSchema>;

/**
 * POST /api/queues/quality-samples/{id}/check: begins to check a sample; from then on the approved values are withheld from whoever asks.
 * `shown`: places whose values they want to see instead of entering them. `entered`: what they took from the page, once; with it the values
 * come back, and what is not entered does not count as blind.
 */
export const checkSampleSchema = z.object({
  shown: z.array(pointerSchema).max(20_000).optional(),
  entered: z.array(enteredValueSchema).max(20_000).optional(),
});
export type CheckSample = z.infer<typeof checkSampleSchema>;

/** Where a person stands with a sample. `entered`: null while values are withheld; then `differs` has the places where it is not as approved. */
export const sampleCheckSchema = z.object({
  detail: deskDocumentDetailSchema,
  entered: z.array(enteredValueSchema).nullable(),
  differs: z.array(pointerSchema),
});
export type SampleCheck = z.infer<typeof sampleCheckSchema>;

/**
 * PUT /api/queues/quality-samples/{id}: what a person says of the values that they saw, and of those where what they entered differs. What was
 * entered as approved need not be listed.
 */
export const saveQualitySampleSchema = z.object({
  fields: z.array(sampledFieldSchema.omit({ approved: true, entered: true })).max(20_000),
});
export type SaveQualitySample = z.infer<typeof saveQualitySampleSchema>;
