import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { type PlainFields, plainFields } from '#lib/document/schemas/plain-fields.ts';
import type { DocumentRow } from '../documents/desk-document.ts';
import type { Review } from '../review/review.ts';

/** A document with its values as every export format gets it. */
export type ExportRecord = {
  id: string;
  name: string;
  folder: string;
  state: string;
  approved: { at: string; by: string; by_id: string; signed_off_flags: number } | null;
  schema: Schema | null;
  /** With what people did to them; null before approval. */
  values: PlainFields | null;
  /** As they were extracted; null before extraction. */
  extracted: PlainFields | null;
  /** As they were extracted, row for row beside `values`: rows that people added are empty, those they removed are missing. */
  beside: PlainFields | null;
};

/** Makes the record of a document. */
export function exportRecord(row: DocumentRow, review: Review | undefined, approved: ExportRecord['approved']): ExportRecord {
  const isApproved = row.state === 'approved';
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    state: row.state,
    approved: isApproved ? approved : null,
    schema: review?.schema ?? null,
    values: review && isApproved ? plainFields(review.fields) : null,
    extracted: review ? plainFields(review.fields, 'extracted') : null,
    beside: review ? plainFields(review.fields, isApproved ? 'beside' : 'extracted') : null,
  };
}
