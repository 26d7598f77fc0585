import { z } from 'zod';
import { valueSchema } from '../../service/extraction.ts';
import { fieldTypeSchema } from '../../service/extraction-schema.ts';
import { pointerSchema } from '../review.ts';

/** Lower bounds of the classes by which confidences are counted: class i holds those from its step up to the next one. */
export const CONFIDENCE_STEPS = [
  0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99, 0.995,
] as const;

const countSchema = z.number().int().nonnegative();
const dateSchema = z.iso.date();
/** A day that can be asked for: databases and browsers agree on these. */
const askedDateSchema = dateSchema.refine((day) => day >= '1970-01-01' && day <= '2999-12-31', 'The day must be from 1970 to 2999.');

/** Extracted values of approved documents, compared with what people approved. */
export const valueCountsSchema = z.object({
  /** Values that were extracted or that people gave; those of `absent` are not among them. */
  values: countSchema,
  right: countSchema,
  corrected: countSchema,
  missed: countSchema,
  invented: countSchema,
  /** Fields with nothing, before and after. */
  absent: countSchema,
  /** Of all of them: how many were flagged, and how many of these needed no change. */
  flagged: countSchema,
  needless: countSchema,
  /** Values that people changed although nothing was flagged. */
  unflagged: countSchema,
});
export type ValueCounts = z.infer<typeof valueCountsSchema>;

/** Extracted values whose confidence is in one class. */
export const confidenceClassSchema = z.object({ from: z.number(), to: z.number(), values: countSchema, right: countSchema });
export type ConfidenceClass = z.infer<typeof confidenceClassSchema>;

export const fieldInsightSchema = z.object({
  schema_id: z.string(),
  schema_name: z.string(),
  /** Name of the field; `rows.column` for a column. */
  field: z.string(),
  label: z.string(),
  counts: valueCountsSchema,
  /** Mean of the seconds it took in a document where that was measured; null where it was not. */
  seconds: z.number().nullable(),
  keys: z.number().nullable(),
  /** Documents in which its time was measured; `seconds` and `keys` are means over these. */
  timed: countSchema,
  confidence: z.array(confidenceClassSchema),
});
export type FieldInsight = z.infer<typeof fieldInsightSchema>;

/** How well the engine found the kind of the documents that were approved with a schema. */
export const kindInsightSchema = z.object({
  schema_id: z.string(),
  schema_name: z.string(),
  /** Documents whose kind the engine was asked for. */
  documents: countSchema,
  /** It chose the schema by itself, and people kept it. */
  right: countSchema,
  /** It chose another one by itself, which people changed. */
  wrong: countSchema,
  /** It asked a person; of these, `asked_right` had the schema as the likeliest one. */
  asked: countSchema,
  asked_right: countSchema,
  /** What it took them for instead, the most frequent first. */
  taken_for: z.array(z.object({ schema_id: z.string(), schema_name: z.string(), documents: countSchema })),
});
export type KindInsight = z.infer<typeof kindInsightSchema>;

/** What was decided in a time. `seconds` and `keys` are sums over the `timed` documents. */
export const reviewCountsSchema = z.object({
  approved: countSchema,
  /** Approved documents of which no value was changed. */
  unchanged: countSchema,
  rejected: countSchema,
  /** Documents that approved themselves; not among the approved. */
  automatic: countSchema,
  timed: countSchema,
  seconds: z.number(),
  keys: z.number(),
});
export type ReviewCounts = z.infer<typeof reviewCountsSchema>;

/** What approvals say of one deployment. `failures`: how often a document failed there, counted since the version that has this. */
export const deploymentInsightSchema = z.object({
  deployment_id: z.string(),
  name: z.string(),
  review: reviewCountsSchema,
  values: countSchema,
  changed: countSchema,
  confidence: z.array(confidenceClassSchema),
  failures: countSchema,
});
export type DeploymentInsight = z.infer<typeof deploymentInsightSchema>;

/**
 * What approvals say of one schema. `samples`: values of its approved documents that were checked again, and how many of them were wrong; only
 * those that were entered blind, as long as there are some.
 */
export const schemaInsightSchema = z.object({
  schema_id: z.string(),
  /** Empty for a removed one. */
  schema_name: z.string(),
  review: reviewCountsSchema,
  values: countSchema,
  changed: countSchema,
  confidence: z.array(confidenceClassSchema),
  samples: z.object({ values: countSchema, wrong: countSchema }),
});
export type SchemaInsight = z.infer<typeof schemaInsightSchema>;

const askedDaysShape = { deployment_id: z.string().optional(), from: askedDateSchema, to: askedDateSchema };
const DAYS_IN_ORDER = { error: 'The first day is after the last one.', path: ['from'] };

/** GET /api/insights. Days are those of UTC, both inclusive. */
export const insightsQuerySchema = z
  .object({ schema_id: z.string().optional(), ...askedDaysShape })
  .refine(({ from, to }) => from <= to, DAYS_IN_ORDER);
export type InsightsQuery = z.infer<typeof insightsQuerySchema>;

/** GET /api/insights/layouts: a layout is always one of a schema. */
export const layoutInsightsQuerySchema = z
  .object({ schema_id: z.string(), ...askedDaysShape })
  .refine(({ from, to }) => from <= to, DAYS_IN_ORDER);
export type LayoutInsightsQuery = z.infer<typeof layoutInsightsQuerySchema>;

export const insightsSchema = z.object({
  review: reviewCountsSchema,
  values: valueCountsSchema,
  /** All fields, those first of which most values are changed at least: by the lower bound of the share's 95 % interval. */
  fields: z.array(fieldInsightSchema),
  days: z.array(z.object({ day: dateSchema, review: reviewCountsSchema, values: countSchema, changed: countSchema })),
  /** Why values were flagged, and how often that was needless. */
  reasons: z.array(z.object({ reason: z.string(), flagged: countSchema, needless: countSchema })),
  /** Those with most documents first. */
  by_deployment: z.array(deploymentInsightSchema),
  /** Those first of which most values are changed at least; empty where a schema was asked for. */
  by_schema: z.array(schemaInsightSchema),
  /** By the schema that people approved with, most documents first. */
  kinds: z.array(kindInsightSchema),
  /** Null for all but admins, and where figures of people are switched off. */
  people: z.array(z.object({ person_id: z.string(), review: reviewCountsSchema })).nullable(),
  /**
   * `by_people`: values that a person had approved and another one checked again, and how many of them were wrong: what people wave through.
   * `blind`: of these, the values that the second person entered before the approved ones were shown.
   */
  samples: z.object({
    documents: countSchema,
    values: countSchema,
    agreed: countSchema,
    waiting: countSchema,
    blind: z.object({ values: countSchema, agreed: countSchema }),
    by_people: z.object({ values: countSchema, wrong: countSchema, blind: z.object({ values: countSchema, wrong: countSchema }) }),
  }),
  /** What changed in the time: versions of schemas, and engines that were seen first after others. */
  marks: z.array(z.object({ at: z.iso.datetime(), kind: z.enum(['schema', 'engine']), name: z.string() })),
  count_people: z.boolean(),
});
export type Insights = z.infer<typeof insightsSchema>;

/** A value that people changed. */
export const changedValueSchema = z.object({
  pointer: pointerSchema,
  /** Of a table: the number of the row, 1-based, among the approved ones; null where people removed it, and outside tables. */
  row: z.number().int().positive().nullable(),
  type: fieldTypeSchema,
  /** Null for nothing. `approved`: of a document that approved itself, what a person who checked it said instead. */
  extracted: valueSchema,
  approved: valueSchema,
});
export type ChangedValue = z.infer<typeof changedValueSchema>;

/**
 * GET /api/insights/documents: the documents in which people changed values of a field last. Those that wait as quality samples are told only
 * to whom they were approved by.
 */
export const changedDocumentsQuerySchema = z.object({ schema_id: z.string(), field: z.string().max(300) });
export const changedDocumentsSchema = z.object({
  items: z.array(
    z.object({
      document_id: z.uuid(),
      name: z.string(),
      at: z.iso.datetime(),
      corrected: countSchema,
      missed: countSchema,
      invented: countSchema,
      /** The first of the changed values. */
      changes: z.array(changedValueSchema),
    }),
  ),
});
export type ChangedDocuments = z.infer<typeof changedDocumentsSchema>;

/**
 * GET /api/insights/counted-documents: the documents approved last of those that a figure of the insights counts, ten at most. `reason`: those in
 * which values were flagged for it. `mistaken`: those whose kind was taken for another one. One of the two is asked for. Those that wait as quality
 * samples are told only to whom they were approved by.
 */
export const countedDocumentsQuerySchema = z
  .object({
    schema_id: z.string().optional(),
    ...askedDaysShape,
    reason: z
      .string()
      .regex(/^[a-z_]{1,100}$/)
      .optional(),
    mistaken: z.literal('yes').optional(),
  })
  .refine(({ from, to }) => from <= to, DAYS_IN_ORDER)
  .refine(({ reason, mistaken }) => (reason === undefined) !== (mistaken === undefined), 'Ask for a reason, or for mistaken kinds.');
export type CountedDocumentsQuery = z.infer<typeof countedDocumentsQuerySchema>;
export const countedDocumentsSchema = z.object({
  items: z.array(
    z.object({
      document_id: z.uuid(),
      name: z.string(),
      at: z.iso.datetime(),
      /** Fields with values that were flagged for the reason, and in how many of these that was needless. */
      fields: z.array(z.object({ pointer: pointerSchema, label: z.string(), flagged: countSchema, needless: countSchema })),
      /** What its kind was taken for; an empty name for a removed schema, null where that was not asked for. */
      taken_for: z.string().nullable(),
    }),
  ),
  /** Only so many documents were looked at, those approved last, and there are older ones; null = all of the time were, or ten were found. */
  looked_at: countSchema.nullable(),
});
export type CountedDocuments = z.infer<typeof countedDocumentsSchema>;

/** PUT /api/insights/settings */
export const insightSettingsSchema = z.object({ count_people: z.boolean() });
export type InsightSettings = z.infer<typeof insightSettingsSchema>;
