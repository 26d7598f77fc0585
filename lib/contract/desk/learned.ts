import { z } from 'zod';
import { exampleStatusSchema } from '../service/example.ts';

/** Of the values that approved documents proposed in documents approved later: how many there were, and how many were approved as proposed. */
export const hitRateSchema = z.object({ proposed: z.number().int(), right: z.number().int() });
export type HitRate = z.infer<typeof hitRateSchema>;

/** A document that a schema was taught, or is being taught, at a deployment. */
export const learnedDocumentSchema = z.object({
  /** The document's id at the deployment. */
  remote_id: z.string(),
  /** The desk's document; null where another caller of the service taught it, or it was imported. */
  document_id: z.uuid().nullable(),
  /** It was imported with the memory of another installation. */
  imported: z.boolean(),
  name: z.string(),
  status: exampleStatusSchema,
  /** Why nothing could be learned from it; null unless `failed`. */
  problem: z.string().nullable(),
  approved_by: z.string().nullable(),
  approved_at: z.iso.datetime().nullable(),
  /** Fields that it has a value for. */
  value_count: z.number().int(),
});
export type LearnedDocument = z.infer<typeof learnedDocumentSchema>;

/** Documents of one form that a schema has learned from. */
export const learnedLayoutSchema = z.object({
  id: z.uuid(),
  /** Who such documents are from, as approved; empty where no field says it. */
  parties: z.array(z.string()),
  /** The desk's document whose first page shows what they look like; null where the desk has none. */
  picture_of: z.uuid().nullable(),
  document_count: z.number().int(),
  /** The newest of them. */
  documents: z.array(learnedDocumentSchema),
  /** Values that these documents proposed. */
  hits: hitRateSchema,
});
export type LearnedLayout = z.infer<typeof learnedLayoutSchema>;

/** What a deployment of ours has learned of a schema. */
export const learnedPlaceSchema = z.object({
  deployment: z.object({ id: z.string(), name: z.string() }),
  /** Those with most documents first. */
  layouts: z.array(learnedLayoutSchema),
  /** What is being learned, and what could not be. */
  unlearned: z.array(learnedDocumentSchema),
  /** Examples that are to be forgotten and are still there. */
  forgetting: z.number().int(),
  /** What quality samples found in the documents it learned from. */
  second_checks: z.object({ documents: z.number().int(), errors: z.number().int(), caught: z.number().int() }),
  /** There are older examples, which were not looked at. */
  is_cut: z.boolean(),
  /** Why the deployment could not be asked; null = it could. */
  problem: z.string().nullable(),
});
export type SecondChecks = LearnedPlace['second_checks'];
export type LearnedPlace = z.infer<typeof learnedPlaceSchema>;

/** GET /api/schemas/{id}/learned */
export const learnedSchema = z.object({
  /** Approvals teach; false = a person switched that off. */
  learns: z.boolean(),
  places: z.array(learnedPlaceSchema),
  /** Of all that was proposed by this schema, also by documents that were forgotten since. */
  hits: hitRateSchema,
  /** Set where the hit rates are only of so many documents, the newest. */
  hits_of_newest: z.number().int().nullable(),
});
export type Learned = z.infer<typeof learnedSchema>;

/** DELETE /api/schemas/{id}/learned?scope=… */
export const forgetQuerySchema = z.discriminatedUnion('scope', [
  z.object({ scope: z.literal('document'), deployment_id: z.string().min(1), remote_id: z.string().min(1) }),
  z.object({ scope: z.literal('layout'), deployment_id: z.string().min(1), layout_id: z.uuid() }),
  z.object({ scope: z.literal('all') }),
]);
export type Forget = z.infer<typeof forgetQuerySchema>;
