import { z } from 'zod';
import { recordOf } from '../json/record-of.ts';
import { candidateSchema, evidenceSchema, extractedValueSchema, supportSchema, valueSchema } from '../service/extraction.ts';

/**
 * JSON Pointer (RFC 6901) of a field or cell: `/invoice_number`, `/line_items/0/amount`; of a row: `/line_items/0`.
 * Row indices are those of the merged rows at the moment of the action; actions apply in order.
 */
export const pointerSchema = z.string().regex(/^(\/[^/]+){1,3}$/);

/** What a person did to one value or row. `insert_row` and `remove_row` point at a row; the others at a value. */
export const actionDraftSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm'), pointer: pointerSchema }),
  z.object({
    kind: z.literal('correct'),
    pointer: pointerSchema,
    value: valueSchema,
    /** Where on the page the person took it from; empty when typed. */
    evidence: z.array(evidenceSchema).default([]),
  }),
  z.object({ kind: z.literal('clear'), pointer: pointerSchema }),
  /** Takes the extracted value back, undoing what people did to this value. */
  z.object({ kind: z.literal('revert'), pointer: pointerSchema }),
  z.object({
    kind: z.literal('insert_row'),
    pointer: pointerSchema,
    /** Key of a removed extracted row that comes back; `values` then hold only what people had changed in it. */
    restores: z.string().max(40).optional(),
    values: recordOf(z.object({ value: valueSchema, evidence: z.array(evidenceSchema).default([]) })).default({}),
  }),
  z.object({ kind: z.literal('remove_row'), pointer: pointerSchema }),
  z.object({ kind: z.literal('move_row'), pointer: pointerSchema, to: z.number().int().nonnegative() }),
]);
export type ActionDraft = z.infer<typeof actionDraftSchema>;

/** A saved action: who, when, and its place in the document's order. */
export const actionSchema = z.object({
  id: z.uuid(),
  sequence: z.number().int().positive(),
  actor: z.object({ id: z.string(), name: z.string() }),
  at: z.iso.datetime(),
  draft: actionDraftSchema,
});
export type Action = z.infer<typeof actionSchema>;

/** Another value that was considered. */
export const mergedCandidateSchema = candidateSchema.omit({ support: true }).extend({
  /** Null where the deployment said none. */
  confidence: z.number().nullable(),
});
export type MergedCandidate = z.infer<typeof mergedCandidateSchema>;

/**
 * `remembered` of the detail names its documents. `agrees`: it is the extracted value. `text`: as it stands on the page, where it does.
 * `evidence`: where that is, if the same text stands there in the desk's own reading.
 */
export const secondOpinionSchema = z.object({
  agrees: z.boolean(),
  value: valueSchema,
  text: z.string().nullable(),
  evidence: z.array(evidenceSchema),
  remembered: extractedValueSchema.shape.remembered.unwrap(),
});
export type SecondOpinion = z.infer<typeof secondOpinionSchema>;

/** What became of asking a deployment for second opinions of a document's values. `message`: why it failed, for a person to read. */
export const askedOpinionSchema = z.object({
  deployment: z.object({ id: z.string(), name: z.string() }),
  state: z.enum(['waiting', 'done', 'failed']),
  message: z.string().optional(),
});

/** A value as the review shows it: the extracted one with people's actions on top. */
export const mergedValueSchema = z.object({
  pointer: z.string(),
  value: valueSchema,
  text: z.string().nullable(),
  /** Null where the deployment said none; `support` is there instead. */
  confidence: z.number().nullable(),
  support: supportSchema.optional(),
  evidence: z.array(evidenceSchema),
  candidates: z.array(mergedCandidateSchema),
  reason: z.string().optional(),
  currency: z.string().optional(),
  machine_flags: z.array(z.string()),
  /** Which approved documents proposed the extracted value, by their ids at the service; see `remembered` of the detail. */
  remembered: extractedValueSchema.shape.remembered,
  record: extractedValueSchema.shape.record,
  /**
   * What approved documents of the layout say of a value that a deployment of others extracted, by the memory of a deployment of ours; absent
   * where that says nothing. The value is never changed by it; where it does not agree and nobody touched the value, there is a flag.
   */
  second_opinion: secondOpinionSchema.optional(),
  /** machine: untouched · confirmed, corrected, cleared: by a person. */
  status: z.enum(['machine', 'confirmed', 'corrected', 'cleared']),
  /** The extracted value, whatever people did; null for cells of rows a person added. */
  original: valueSchema,
  actor: z.object({ id: z.string(), name: z.string() }).optional(),
  at: z.iso.datetime().optional(),
});
export type MergedValue = z.infer<typeof mergedValueSchema>;

export const mergedRowSchema = z.object({
  /** Stable while rows move: index of the extracted row (`m0`, `m1` …) or the id of the action that added it. */
  key: z.string(),
  pointer: z.string(),
  origin: z.enum(['machine', 'human']),
  cells: recordOf(mergedValueSchema),
});
export type MergedRow = z.infer<typeof mergedRowSchema>;

/** Field name → its value, or its rows. */
export const mergedFieldsSchema = recordOf(z.union([mergedValueSchema, z.array(mergedRowSchema)]));
export type MergedFields = z.infer<typeof mergedFieldsSchema>;

export const flagReasonSchema = z.enum([
  'low_confidence',
  'required_missing',
  'bad_format',
  'not_an_option',
  'out_of_range',
  'rule_broken',
  'engines_differ',
  'unconfirmed',
  'hidden_text',
  'not_on_page',
  'badly_recognised',
  'sums_do_not_fit',
  'new_bank_account',
  'rows_missing',
  'second_opinion',
]);
export type FlagReason = z.infer<typeof flagReasonSchema>;

/** Why a value needs a person. Confirming or correcting the value answers its flags, except broken requirements. */
export const flagSchema = z.object({
  pointer: z.string(),
  reason: flagReasonSchema,
  /** Plain words, e.g. "Read with 62 % confidence". */
  message: z.string(),
  /** The value that would satisfy the rule, when there is one. */
  proposal: valueSchema.optional(),
});
export type Flag = z.infer<typeof flagSchema>;
