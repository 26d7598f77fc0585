import { z } from 'zod';
import { pointerSchema } from './review.ts';

/** One entry of the audit trail. */
export const auditEntrySchema = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  actor: z.object({ id: z.string(), name: z.string() }).nullable(),
  document_id: z.uuid().nullable(),
  /** Its name now; null when it is none of a document, or of one that was removed. */
  document_name: z.string().nullable(),
  /** e.g. `document.received`, `document.extracted`, `value.corrected`, `document.approved`, `schema.saved`, `user.signed_in`. */
  event: z.string(),
  pointer: pointerSchema.nullable(),
  /** The words for the pointer, by the document's schema now; null without one. */
  field_label: z.string().nullable(),
  /** Where the request came from; null for what the desk did itself and for entries of old. */
  origin: z.object({ address: z.string().nullable(), session: z.string().nullable() }).nullable(),
  old_value: z.unknown().nullable(),
  new_value: z.unknown().nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;
export const listAuditSchema = z.object({ items: z.array(auditEntrySchema), total: z.number().int() });
