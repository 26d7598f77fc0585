import { z } from 'zod';
import { valueSchema } from '../service/extraction.ts';
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

/** PUT /api/queues/quality-samples/{id}: all values looked at. */
export const saveQualitySampleSchema = z.object({ fields: z.array(sampledFieldSchema.omit({ approved: true })).max(20_000) });
export type SaveQualitySample = z.infer<typeof saveQualitySampleSchema>;
