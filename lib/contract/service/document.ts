import { z } from 'zod';
import { failureSchema } from '../problems/problem.ts';
import { attachmentSchema } from './reading.ts';

/** pending → processing → completed | failed. */
export const documentStatusSchema = z.enum(['pending', 'processing', 'completed', 'failed']);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

/** A file inside the document's file. `document_id`: the document made of it; null when there is none (no reader, inline, removed). */
export const documentAttachmentSchema = attachmentSchema.extend({ document_id: z.uuid().nullable() });
export type DocumentAttachment = z.infer<typeof documentAttachmentSchema>;

/** The document as the service gives it: the interface's fields, then ours. */
export const documentSchema = z.object({
  type: z.literal('document'),
  id: z.uuid(),
  name: z.string(),
  status: documentStatusSchema,
  /** Null while pending; set as soon as it is known. */
  page_count: z.number().int().nonnegative().nullable(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  media_type: z.string().nullable(),
  /** Bytes. */
  size: z.number().int().nonnegative(),
  sha256: z.string(),
  /** Pages read so far, while processing. */
  pages_read: z.number().int().nonnegative(),
  error: failureSchema.nullable(),
  /** The document whose file holds this one's, e.g. the mail it was attached to; null for files that were uploaded. */
  parent_id: z.uuid().nullable(),
  /** Only where one document is asked for, once it is completed. */
  attachments: z.array(documentAttachmentSchema).optional(),
  /** What could not be read of the file, in sentences for people. Only where one document is asked for, once it is completed. */
  warnings: z.array(z.string()).optional(),
});
export type Document = z.infer<typeof documentSchema>;
