import { z } from 'zod';
import { thresholdsSchema } from '../insights/thresholds.ts';
import { prioritySchema } from '../queue.ts';

/** When a document needs two people's approval. above: when the number in `field` is greater than `amount`, or there is none. */
export const secondApprovalRuleSchema = z.discriminatedUnion('when', [
  z.object({ when: z.literal('never') }),
  z.object({ when: z.literal('always') }),
  z.object({ when: z.literal('above'), field: z.string().min(1).max(64), amount: z.number() }),
]);
export type SecondApprovalRule = z.infer<typeof secondApprovalRuleSchema>;

export const MOST_REJECTION_REASONS = 20;
export const LONGEST_REJECTION_REASON = 200;
const rejectionReasonsSchema = z.array(z.string().trim().min(1).max(LONGEST_REJECTION_REASON)).max(MOST_REJECTION_REASONS);

/** What the desk does with documents of a schema besides extracting. */
export const schemaSettingsSchema = z.object({
  schema_id: z.string(),
  schema_name: z.string(),
  second_approval: secondApprovalRuleSchema,
  priority: prioritySchema.nullable(),
  due_after_hours: z.number().int().min(1).max(10_000).nullable(),
  /** Share of approved documents that become quality samples, in per cent. */
  sample_percent: z.number().min(0).max(100),
  /** Days after approval after which the content is removed; null = kept. */
  retention_days: z.number().int().min(1).max(36_500).nullable(),
  /** Approved documents are given as examples to the services of ours that have them. */
  learn_from_approvals: z.boolean(),
  /**
   * The deployment of ours that copies of documents at deployments of others are sent to, so that what it learned from approvals is compared
   * with their values; null = none.
   */
  second_opinion_by: z.string().max(100).nullable(),
  /** Below which confidence values are flagged; null = by the default. */
  thresholds: thresholdsSchema.nullable(),
  /** What people choose from who reject a document; they may also write something else. */
  rejection_reasons: rejectionReasonsSchema,
});
export type SchemaSettings = z.infer<typeof schemaSettingsSchema>;
export const listSchemaSettingsSchema = z.object({ items: z.array(schemaSettingsSchema) });

/** PUT /api/schemas/{id}/settings */
export const saveSchemaSettingsSchema = schemaSettingsSchema
  .omit({ schema_id: true, schema_name: true, retention_days: true, thresholds: true })
  .extend({
    /** Left out: as it is. */
    learn_from_approvals: z.boolean().optional(),
    /** Left out: as it is. */
    second_opinion_by: z.string().min(1).max(100).nullable().optional(),
    /** Left out: as they are. */
    rejection_reasons: rejectionReasonsSchema.optional(),
  });
export type SaveSchemaSettings = z.infer<typeof saveSchemaSettingsSchema>;

/** PUT /api/schemas/{id}/thresholds: one of them; the others stay. `field`: null = of all fields that have none of their own. `threshold`: null = none. */
export const saveThresholdSchema = z.object({
  field: z.string().min(1).max(300).nullable(),
  threshold: z.number().min(0).max(1).nullable(),
});
export type SaveThreshold = z.infer<typeof saveThresholdSchema>;

/** PUT /api/schemas/{id}/retention */
export const saveRetentionSchema = schemaSettingsSchema.pick({ retention_days: true });

/**
 * GET /api/schemas/{id}/retention?days=N: what that would remove now. `held`: past it, but kept because a document
 * attached to it is not approved or not past its own.
 */
export const retentionCountSchema = z.object({ approved: z.number().int(), due: z.number().int(), held: z.number().int() });
export type RetentionCount = z.infer<typeof retentionCountSchema>;
