import { z } from 'zod';
import { recordOf } from '../json/record-of.ts';
import { boxSchema } from './box.ts';

/**
 * A typed value. string, enum: text · date: ISO `YYYY-MM-DD` · money, number, integer: JSON number ·
 * percentage: the number before the sign (19 for "19 %") · boolean: true/false · list: array of text · nothing: null.
 */
export const valueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.null()]);
export type Value = z.infer<typeof valueSchema>;

/** Where a value stands: page and box, or a sheet's cell range too, with the literal text found there. */
export const evidenceSchema = z.object({
  /** 1-based. */
  page: z.number().int().positive(),
  /** Null only for values the file states in machine form without showing them. */
  box: boxSchema.nullable(),
  text: z.string(),
  /** Indices into the page's words, when the evidence is made of whole words. */
  words: z.array(z.number().int().nonnegative()).optional(),
  sheet: z.string().optional(),
  /** A1 notation, e.g. `B4` or `B4:C4`. */
  range: z.string().optional(),
  /** Path of the stated value (e-invoice XML, mail header) the value was taken from. */
  stated: z.string().optional(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/**
 * How far a value is borne out whose deployment says no confidence. agrees: the desk's own engine found the same ·
 * differs: it found another one, which is the first candidate · labelled: it stands where the field is expected, beside
 * the field's name or in its row · alone: nothing confirms it.
 */
export const supportSchema = z.enum(['agrees', 'labelled', 'alone', 'differs']);
export type Support = z.infer<typeof supportSchema>;

export const candidateSchema = z.object({
  value: valueSchema,
  text: z.string().nullable(),
  confidence: z.number().min(0).max(1),
  /** As for values: present only where the deployment said no confidence. */
  support: supportSchema.optional(),
  evidence: z.array(evidenceSchema),
  /** Plain words: why it was considered, e.g. "stands right of “Invoice no.”". */
  reason: z.string().optional(),
});
export type Candidate = z.infer<typeof candidateSchema>;

/** The extracted value of one field or one cell of a row. */
export const extractedValueSchema = z.object({
  value: valueSchema,
  /** Literal text as it stands in the document. */
  text: z.string().nullable(),
  /** Calibrated probability of being right (for null: of there being nothing to find). Means nothing beside `support`. */
  confidence: z.number().min(0).max(1),
  /** Present only where the deployment said no confidence; `confidence` is 0 then. This service always says one. */
  support: supportSchema.optional(),
  /** Present where the deployment's response has no such field at all. */
  absent: z.literal(true).optional(),
  /** Empty when the value stands nowhere on the page; a value without evidence says so here. */
  evidence: z.array(evidenceSchema),
  candidates: z.array(candidateSchema),
  /** Why there is no value, or why this one was chosen. */
  reason: z.string().optional(),
  /** ISO 4217, for money when the document says it. */
  currency: z.string().optional(),
  /**
   * Present where approved documents like this one proposed this value or bear it out: because they have this very value, or because it
   * stands where theirs stand (a cell: under the heading of theirs); their ids, the likest first; how many documents of this layout were laid before the extraction, and how
   * alike the likest is, 0 to 1.
   */
  remembered: z
    .object({ basis: z.enum(['value', 'place']), document_ids: z.array(z.string()), seen: z.number().int(), likeness: z.number() })
    .optional(),
  /**
   * How the engine's own answers for this field turned out in approved documents of the schema, before memory and a language model: answers
   * with a value where this one has a value, else answers without one. `right`: those that nobody found wrong. `untouched`: those of them that
   * were approved without anybody having done anything to them, left out where there are none. `likely`: how many are likely right by second
   * checks, present with `untouched`.
   */
  record: z
    .object({
      right: z.number().int(),
      count: z.number().int(),
      untouched: z.number().int().optional(),
      likely: z.number().int().optional(),
    })
    .optional(),
  /** The engine's flags beyond confidence. */
  flags: z
    .array(z.enum(['engines_differ', 'hidden_text', 'not_on_page', 'badly_recognised', 'sums_do_not_fit', 'new_bank_account']))
    .optional(),
});
export type ExtractedValue = z.infer<typeof extractedValueSchema>;

/** One row of a `rows` field: column name to value. */
export const extractedRowSchema = recordOf(extractedValueSchema);
export type ExtractedRow = z.infer<typeof extractedRowSchema>;

/** What asking a language model cost; `error` says in a sentence why its answer was not used. */
export const modelUseSchema = z.object({
  model: z.string(),
  requests: z.number().int(),
  prompt_tokens: z.number().int(),
  completion_tokens: z.number().int(),
  /** In the currency of the configured prices; null without prices. */
  cost: z.number().nullable().optional(),
  duration_ms: z.number(),
  error: z.string().nullable(),
});
export type ModelUse = z.infer<typeof modelUseSchema>;

/** What the schema's rules and demands say of the values, judged as the review judges them. Pointers: JSON Pointers into `fields`. */
export const verdictsSchema = z.object({
  rules: z.array(
    z.object({
      formula: z.string(),
      message: z.string(),
      /** Null when values are missing, or the formula cannot be judged (`problem` says why). */
      holds: z.boolean().nullable(),
      problem: z.string().nullable(),
      /** Where it does not hold: once, or for each row it was judged for; `proposals` are values that would make it hold. */
      broken: z.array(
        z.object({
          row: z.number().int().nonnegative().nullable(),
          left: z.union([z.number(), z.string()]).nullable(),
          right: z.union([z.number(), z.string()]).nullable(),
          pointers: z.array(z.string()),
          proposals: z.array(z.object({ pointer: z.string(), value: z.union([z.number(), z.string()]) })),
        }),
      ),
    }),
  ),
  /** Required values that are missing, values of a wrong form or out of range, broken rules with the likeliest value to blame. */
  findings: z.array(z.object({ pointer: z.string(), reason: z.string(), message: z.string(), proposal: valueSchema.optional() })),
});
export type Verdicts = z.infer<typeof verdictsSchema>;

/** Result of an extraction: every field of the schema has an entry; `rows` fields have an array of rows. */
export const extractionResultSchema = z.object({
  fields: recordOf(z.union([extractedValueSchema, z.array(extractedRowSchema)])),
  /** Per `rows` field: what looked like a row, what was returned, and amounts on those lines that no row claims. */
  completeness: recordOf(
    z.object({
      row_like_lines: z.number().int(),
      rows: z.number().int(),
      unclaimed: z.array(evidenceSchema),
      /** Lines of the pages that look like rows; `taken` when a returned row stands on it. */
      lines: z.array(evidenceSchema.extend({ taken: z.boolean() })).optional(),
    }),
  ).default({}),
  engine: z.string(),
  verdicts: verdictsSchema.optional(),
  /** Present when a second engine was asked. */
  model_use: modelUseSchema.optional(),
  /** Milliseconds spent. */
  duration_ms: z.number().optional(),
});
export type ExtractionResult = z.infer<typeof extractionResultSchema>;
