import { z } from 'zod';
import { boxSchema } from '../../service/box.ts';
import { extractionResultSchema, valueSchema } from '../../service/extraction.ts';
import { fieldTypeSchema, schemaDraftSchema } from '../../service/extraction-schema.ts';

/** Documents that are compared at most, and how many when nobody says. */
export const [MOST_COMPARED, COMPARED] = [50, 20];

/** Approved documents that a draft, or another deployment, can be compared on, those that people approved last first. */
export const previewDocumentsSchema = z.object({
  documents: z.array(z.object({ id: z.string(), name: z.string(), media_type: z.string().nullable() })),
  /**
   * Approved documents at deployments that take no drafts. They are among them only where another deployment is compared: then what was
   * extracted there last is what it is compared with.
   */
  elsewhere: z.number().int(),
  /** Approved documents that the compared deployment has itself: they are not among them. 0 where none is. */
  there: z.number().int(),
  /** Deployments that can be compared: they take drafts, and another one has approved documents of the schema. By name. */
  deployments: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type PreviewDocuments = z.infer<typeof previewDocumentsSchema>;

const deploymentIdSchema = z.string().min(1).max(200).optional();

/** `deployment_id`: the deployment that is to be compared; absent = a draft is compared at the documents' own. */
export const previewDocumentsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(MOST_COMPARED).default(COMPARED),
  deployment_id: deploymentIdSchema,
});

/** `schema_id`: null for a schema that was never saved. */
export const previewDocumentSchema = z.object({ draft: schemaDraftSchema, schema_id: z.string().nullable() });
export type PreviewDocument = z.infer<typeof previewDocumentSchema>;

/** `deployment_id`: another deployment, which is sent the document's file and extracts it with the draft, to compare it with the document's own. */
export const compareDraftSchema = z.object({ draft: schemaDraftSchema, document_id: z.string(), deployment_id: deploymentIdSchema });
export type CompareDraft = z.infer<typeof compareDraftSchema>;

/** What comes out of a document with a draft. */
export const previewedDocumentSchema = z.object({ result: extractionResultSchema });
export type PreviewedDocument = z.infer<typeof previewedDocumentSchema>;

const placedValueSchema = z.object({
  value: valueSchema,
  /** Where it stands; null when it stands nowhere. */
  place: z.object({ page: z.number().int(), box: boxSchema }).nullable(),
});

/** A value that the draft changes. gain: it is right now · loss: it was right before · new: of a field without approved values. */
export const previewChangeSchema = z.object({
  kind: z.enum(['gain', 'loss', 'new']),
  /** `rows.column` for a cell. */
  field: z.string(),
  /** 1-based: of the approved row, else of the extracted one; null for a field that is no table. */
  row: z.number().int().positive().nullable(),
  approved: valueSchema,
  before: placedValueSchema,
  after: placedValueSchema,
});
export type PreviewChange = z.infer<typeof previewChangeSchema>;

/** How a field, or a column, did on one document. Counts of values. */
export const previewCountsSchema = z.object({
  field: z.string(),
  /** Of a column with that of its table: `Lines: Amount`. */
  label: z.string(),
  type: fieldTypeSchema,
  /** Values that were approved, or found where nothing is; 0 for a field without approved values. */
  values: z.number().int(),
  right_before: z.number().int(),
  right_after: z.number().int(),
  gains: z.number().int(),
  losses: z.number().int(),
  /** Of a field without approved values: what was found. */
  found: z.number().int(),
});
export type PreviewCounts = z.infer<typeof previewCountsSchema>;

/** A field or column with approved values that the draft does not have, or has with another type. */
export const uncomparedFieldSchema = z.object({ field: z.string(), label: z.string(), values: z.number().int() });
export type UncomparedField = z.infer<typeof uncomparedFieldSchema>;

export const comparedDocumentSchema = z.object({
  document_id: z.string(),
  /**
   * What it is compared with. saved: the saved version extracted anew · own_service: the draft at the document's own deployment, where
   * another is compared · extracted: what was extracted last, where the draft is the saved version, or the own deployment takes no drafts.
   */
  against: z.enum(['saved', 'own_service', 'extracted']),
  /** In the order of the draft; without fields that it does not have. */
  fields: z.array(previewCountsSchema),
  uncompared: z.array(uncomparedFieldSchema),
  /** Losses first, then gains. */
  changes: z.array(previewChangeSchema),
  /** Changes that are not listed. */
  left: z.number().int(),
  flags_before: z.number().int(),
  flags_after: z.number().int(),
});
export type ComparedDocument = z.infer<typeof comparedDocumentSchema>;
