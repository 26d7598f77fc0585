import { z } from 'zod';
import { previewChangeSchema, previewCountsSchema } from '../schemas/schema-preview.ts';

/** A schema is checked from so many approved documents on. */
export const FEWEST_CHECKED = 10;

const countSchema = z.number().int().nonnegative();
const momentSchema = z.iso.datetime();

/**
 * A run over all schemas. done: all that was planned · late: its time was over · off: the check was switched off meanwhile.
 */
export const nightlyRunSchema = z.object({
  started_at: momentSchema,
  /** Null while it runs. */
  ended_at: momentSchema.nullable(),
  outcome: z.enum(['done', 'late', 'off']).nullable(),
  /** Who asked for it; null = it began by itself. */
  by: z.string().nullable(),
  /** Documents: those to check, and those that were. */
  planned: countSchema,
  done: countSchema,
  /** Why the last document could not be checked yet: the run waits and goes on. Null = it does not wait. */
  trouble: z.string().nullable(),
});
export type NightlyRun = z.infer<typeof nightlyRunSchema>;

/** What a check was made under; what differs between two may explain what changed. */
export const nightlyConditionsSchema = z.object({
  schema_versions: z.array(z.number().int()),
  engines: z.array(z.string()),
  /** Approved documents of the schema at that time, the fewest and the most. */
  approved: z.array(countSchema),
});
export type NightlyConditions = z.infer<typeof nightlyConditionsSchema>;

/** One check of a schema. */
export const nightSchema = z.object({
  at: momentSchema,
  documents: countSchema,
  /** Documents that could not be extracted. */
  failed: countSchema,
  values: countSchema,
  right: countSchema,
  /** Quality fell that night by more than chance. */
  fell: z.boolean(),
});
export type Night = z.infer<typeof nightSchema>;

/** The last check of a schema, compared document by document with the values kept from earlier ones. */
export const latestCheckSchema = z.object({
  /** Documents that were compared, and when their earlier values are from; null = none had earlier values. */
  compared: z.object({ documents: countSchema, since: momentSchema }).nullable(),
  /** How likely so many losses would be by chance alone. */
  probability: z.number(),
  before: nightlyConditionsSchema,
  now: nightlyConditionsSchema,
  /** Of the documents that were compared. */
  fields: z.array(previewCountsSchema),
  /** Losses first. */
  changes: z.array(previewChangeSchema.extend({ document_id: z.string() })),
  /** Changes that are not listed. */
  left: countSchema,
  documents: z.array(z.object({ id: z.string(), name: z.string(), media_type: z.string().nullable() })),
});
export type LatestCheck = z.infer<typeof latestCheckSchema>;

/** GET /api/insights/nightly-check */
export const nightlyCheckQuerySchema = z.object({ schema_id: z.string().optional() });
export const nightlyCheckSchema = z.object({
  is_on: z.boolean(),
  /** The run under way, or the last one; null = there was none. */
  run: nightlyRunSchema.nullable(),
  schemas: z.array(
    z.object({
      schema_id: z.string(),
      schema_name: z.string(),
      /** Oldest first. */
      nights: z.array(nightSchema).min(1),
      latest: latestCheckSchema,
    }),
  ),
  /** The schema that has most approved documents that could be checked, where nothing was checked yet. */
  closest: z.object({ schema_name: z.string(), documents: countSchema }).nullable(),
});
export type NightlyCheck = z.infer<typeof nightlyCheckSchema>;

/** PUT /api/insights/nightly-check */
export const saveNightlyCheckSchema = z.object({ is_on: z.boolean() });
