import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { splittingResultSchema } from '../service/splitting-job.ts';
import { deskDocumentSchema, deskDocumentStateSchema } from './desk-document.ts';

/** Quarter turns clockwise that a person gave a page on top of how the file shows it, in degrees. */
export const pageTurnSchema = z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]);
export type PageTurn = z.infer<typeof pageTurnSchema>;

export const splitStateSchema = z.enum(['looking', 'proposed', 'dismissed', 'split']);
export type SplitState = z.infer<typeof splitStateSchema>;

/** A page of the original in a new document. */
export const splitPageSchema = z.object({ number: z.number().int().positive(), turn: pageTurnSchema.default(0) });
export type SplitPage = z.infer<typeof splitPageSchema>;

/** What the engine proposes; `segments` name schemas by the desk's ids. */
export const splitProposalSchema = z.object({
  state: z.enum(['requested', 'running', 'completed', 'failed']),
  segments: z.array(splittingResultSchema.shape.segments.element.extend({ schema_id: z.string().nullable() })),
  engine: z.string().nullable(),
  failure: failureSchema.nullable(),
  requested_at: z.iso.datetime(),
});
export type SplitProposal = z.infer<typeof splitProposalSchema>;

/** A document that was made by a split. `touched`: a person has worked on it since. */
export const splitChildSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  state: deskDocumentStateSchema,
  schema_name: z.string().nullable(),
  pages: z.array(splitPageSchema),
  touched: z.boolean(),
  /** What it was split into in turn, and what those were. */
  parts: z.array(z.object({ id: z.uuid(), name: z.string(), state: deskDocumentStateSchema })),
});
export type SplitChild = z.infer<typeof splitChildSchema>;

/** GET /api/documents/{id}/splitting. */
export const deskSplittingSchema = z.object({
  document: deskDocumentSchema,
  /** Why it cannot be split now, in words for the person; null when it can. */
  refusal: z.string().nullable(),
  /** Of the desk's own reading of the file, without which it cannot be split. */
  reading: z.enum(['under_way', 'done', 'failed']),
  proposal: splitProposalSchema.nullable(),
  /** The split in force; documents that were removed since are not among them. */
  split: z
    .object({
      id: z.uuid(),
      at: z.iso.datetime(),
      actor: z.object({ id: z.string(), name: z.string() }),
      documents: z.array(splitChildSchema),
      /** How many were approved and removed since because the days of their schema were over: then it cannot be undone. */
      expired: z.number().int(),
    })
    .nullable(),
});
export type DeskSplitting = z.infer<typeof deskSplittingSchema>;

/** POST /api/documents/{id}/split. Every page of the original stands in exactly one document, or is dropped. `id` makes a repeated request harmless. */
export const acceptSplitSchema = z.object({
  id: z.uuid(),
  documents: z
    .array(z.object({ schema_id: z.string().min(1).nullable(), pages: z.array(splitPageSchema).min(1).max(5000) }))
    .min(1)
    .max(500),
  dropped: z.array(z.number().int().positive()).max(5000).default([]),
  tab: z.string().min(1).max(64).optional(),
});
export type AcceptSplit = z.infer<typeof acceptSplitSchema>;

/** POST /api/documents/{id}/splitting/dismiss. */
export const dismissSplitSchema = z.object({ tab: z.string().min(1).max(64).optional() });

/** POST /api/documents/{id}/split/undo. Documents a person has worked on are kept unless `remove_touched`. */
export const undoSplitSchema = z.object({ remove_touched: z.boolean().default(false) });
/** `kept`: documents that stay although their split was undone. */
export const undoneSplitSchema = z.object({
  document: deskDocumentSchema,
  removed: z.number().int(),
  kept: z.array(z.object({ id: z.uuid(), name: z.string() })),
});
export type UndoneSplit = z.infer<typeof undoneSplitSchema>;
