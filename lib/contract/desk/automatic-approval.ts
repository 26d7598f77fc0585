import { z } from 'zod';
import { recordOf } from '../json/record-of.ts';

const countSchema = z.number().int().nonnegative();
const shareSchema = z.number().min(0).max(1);

/** What its owner chose. `error_rate`: for each field, the share of documents in which it may be wrong among those that pass. */
export const automaticApprovalSettingsSchema = z.object({
  on: z.boolean(),
  error_rate: z.number().min(0.002).max(0.1),
  /** Share of the documents approved by themselves that go to a person as quality samples, in per cent. */
  sample_percent: z.number().min(1).max(100),
});
export type AutomaticApprovalSettings = z.infer<typeof automaticApprovalSettingsSchema>;

/** PUT /api/schemas/{id}/automatic-approval. `was_on`: as the person saw it, so that nobody undoes what happened meanwhile. */
export const saveAutomaticApprovalSchema = automaticApprovalSettingsSchema.extend({ was_on: z.boolean() });
export type SaveAutomaticApproval = z.infer<typeof saveAutomaticApprovalSchema>;

/** What the desk proposes before anybody chose. */
export const AUTOMATIC_APPROVAL_DEFAULTS: AutomaticApprovalSettings = { on: false, error_rate: 0.02, sample_percent: 10 };

/** Who stands in the place of a person where a document approved itself. */
export const AUTOMATIC_APPROVER = { id: 'automatic', name: 'Automatic approval' } as const;

/**
 * Quality samples that people checked: in how many something was found of the field, or (`isEmpty`) nothing, and in how many of them that was
 * wrong.
 */
export type CheckedField = { field: string; isEmpty: boolean; seen: number; wrong: number };

/** When it switched itself off, and by what the samples showed then. `field`: the one alone that was wrong too often; null = all together. */
export const stoppedBySamplesSchema = z.object({
  at: z.iso.datetime(),
  field: z.string().nullable(),
  values: countSchema,
  errors: countSchema,
});
export type StoppedBySamples = z.infer<typeof stoppedBySamplesSchema>;

/** What is kept of it. `since`: when it was switched on last; null = never. `checked`: since then. */
export type AutomaticApprovalState = AutomaticApprovalSettings & {
  since: string | null;
  checked: { documents: number; fields: CheckedField[] };
  stopped: StoppedBySamples | null;
};

/** Why documents of a schema do not approve themselves, although that is switched on. */
export const pauseReasonSchema = z.enum(['second_approval', 'samples_wait']);
export type PauseReason = z.infer<typeof pauseReasonSchema>;

/** What approvals say of a field, or a column, for the error rate that was asked for. */
export const fieldLimitSchema = z.object({
  /** Name of the field; `rows.column` for a column. */
  field: z.string(),
  label: z.string(),
  /** Values with this confidence or a higher one pass; null = none does yet. */
  threshold: shareSchema.nullable(),
  /** Values with a lower confidence are flagged: none of them passes. */
  flagged_below: shareSchema,
  /** The documents this is known from, and in how many of them it was wrong. Without a threshold: all in which it was not flagged. */
  documents: countSchema,
  errors: countSchema,
  /** The share of documents in which it is wrong, at most, with 95 % confidence. */
  bound: shareSchema,
  /** Documents pass in which nothing was found for it. */
  may_be_empty: z.boolean(),
  /** How many documents are still needed, if it is wrong in none; 0 = there are enough, and too many are wrong. Null with a threshold. */
  missing: countSchema.nullable(),
});
export type FieldLimit = z.infer<typeof fieldLimitSchema>;

/** What people found in quality samples of documents that approved themselves, since it was switched on. A table's column counts once for each document. */
export const automaticSamplesSchema = z.object({
  documents: countSchema,
  values: countSchema,
  errors: countSchema,
  waiting: countSchema,
  /** Reopened before anybody checked them: the next decision says what was wrong. */
  reopened: countSchema,
});
export type AutomaticSamples = z.infer<typeof automaticSamplesSchema>;

/** How it would have gone with the documents that people approved last. */
export const approvalTrialSchema = z.object({
  documents: countSchema,
  /** Those that would have approved themselves. */
  approved: countSchema,
  /** Their values, and those of them that people changed. */
  values: countSchema,
  wrong: countSchema,
  /** Those that had a flag. */
  flagged: countSchema,
  /** In how many documents a field, or a column, has a value that needs a person; without those in which it does not happen. */
  held: recordOf(countSchema),
  /** Of these, the documents approved last, ten at most for each field. */
  held_documents: recordOf(z.array(z.object({ document_id: z.uuid(), name: z.string() }))),
});
export type ApprovalTrial = z.infer<typeof approvalTrialSchema>;

/** GET /api/schemas/{id}/automatic-approval. `error_rate` in the query: as if that were chosen. */
export const automaticApprovalQuerySchema = z.object({ error_rate: z.coerce.number().min(0.002).max(0.1).optional() });
export const automaticApprovalSchema = z.object({
  schema_id: z.string(),
  settings: automaticApprovalSettingsSchema,
  /** Null unless it switched itself off. */
  stopped: stoppedBySamplesSchema.nullable(),
  /** Null while documents approve themselves, and while it is switched off. */
  paused: pauseReasonSchema.nullable(),
  /** The first day of which decisions count; null = there is nothing yet. */
  evidence_since: z.iso.date().nullable(),
  fields: z.array(fieldLimitSchema),
  trial: approvalTrialSchema,
  samples: automaticSamplesSchema,
  /** Documents that approved themselves since it was switched on, and those of them that were reopened. */
  approved: countSchema,
  reopened: countSchema,
});
export type AutomaticApproval = z.infer<typeof automaticApprovalSchema>;
