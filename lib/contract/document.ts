import { z } from 'zod';
import { failureSchema } from './problem.ts';

/** pending → processing → completed | failed. */
export const documentStatusSchema = z.enum(['pending', 'processing', 'completed', 'failed']);
export type DocumentStatus = z.infer<typeof documentStatusSchema>;

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
});
export type Document = z.infer<typeof documentSchema>;
