import type { Schema } from '#lib/contract/extraction-schema.ts';
import { type PlainFields, plainFields } from '#lib/document/plain-fields.ts';
import type { DocumentRow } from '../desk-document.ts';
import type { Review } from '../review.ts';

export type ExportValues = 'approved' | 'original' | 'both';

/** A document with its values as every export format gets it. */
export type ExportRecord = {
  id: string;
  name: string;
  folder: string;
  state: string;
  approved: { at: string; by: string; signed_off_flags: number } | null;
  schema: Schema | null;
  /** With what people did to them; null before extraction. */
  values: PlainFields | null;
  /** As the machine gave them. */
  original: PlainFields | null;
};

/** Makes the record of a document. */
export function exportRecord(row: DocumentRow, review: Review | undefined, approved: ExportRecord['approved']): ExportRecord {
  return {
    id: row.id,
    name: row.name,
    folder: row.folder,
    state: row.state,
    approved: row.state === 'approved' ? approved : null,
    schema: review?.schema ?? null,
    values: review ? plainFields(review.fields) : null,
    original: review ? plainFields(review.fields, 'original') : null,
  };
}
