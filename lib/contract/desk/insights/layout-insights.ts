import { z } from 'zod';

const countSchema = z.number().int().nonnegative();

/** What people approved of some documents. `seconds` is a sum over the `timed` ones. */
const workSchema = z.object({
  approved: countSchema,
  /** Of these: documents of which no value was changed. */
  unchanged: countSchema,
  values: countSchema,
  changed: countSchema,
  timed: countSchema,
  seconds: z.number().nonnegative(),
});
export type LayoutWork = z.infer<typeof workSchema>;

export const layoutInsightSchema = z.object({
  id: z.uuid(),
  deployment_id: z.string(),
  /** Who such documents are from, as approved; empty where no field says it. */
  parties: z.array(z.string()),
  /** The name of its newest document. */
  newest_name: z.string(),
  /** The document whose first page shows what they look like; null where the desk has none. */
  picture_of: z.uuid().nullable(),
  work: workSchema,
});
export type LayoutInsight = z.infer<typeof layoutInsightSchema>;

/** GET /api/insights/layouts. Days are those of UTC, both inclusive. */
export const layoutInsightsSchema = z.object({
  /** Layouts of which documents were approved in the time: those of which people changed most values first. */
  layouts: z.array(layoutInsightSchema),
  /**
   * All other documents that people approved in the time: of deployments that could not be asked or learn nothing, forgotten, or removed
   * since. Its values have those of checked quality samples of automatic approvals, too.
   */
  rest: workSchema,
  /** Deployments that could not be asked for their layouts, and why. */
  problems: z.array(z.object({ name: z.string(), problem: z.string() })),
  /** There are older layouts, which were not looked at. */
  is_cut: z.boolean(),
});
export type LayoutInsights = z.infer<typeof layoutInsightsSchema>;
