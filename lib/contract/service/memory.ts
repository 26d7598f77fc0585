import { z } from 'zod';
import { lessonSchema } from './lesson.ts';

/** Most examples in one request. */
export const MOST_AT_ONCE = 200;

/** What an example taught, without its document: enough to propose values for documents like it, elsewhere too. */
export const exportedExampleSchema = z.object({
  /** Of the document where it was approved. An example of the same document is replaced by this one. */
  document_id: z.uuid(),
  document_name: z.string().min(1).max(1000),
  approved_by: z.string().max(200).nullable(),
  approved_at: z.iso.datetime().nullable(),
  /** What documents of its layout are known by; see `sketchReading`. Integers of four bytes in base64, the lowest byte first. */
  sketch: z.base64().max(4000),
  lesson: lessonSchema,
});
export type ExportedExample = z.infer<typeof exportedExampleSchema>;

/** POST /v1/schemas/{schema_id}/memory */
export const memoryDraftSchema = z.object({ examples: z.array(exportedExampleSchema).min(1).max(MOST_AT_ONCE) });
export type MemoryDraft = z.infer<typeof memoryDraftSchema>;

/** What became of the examples of a request; each is counted once. */
export const importedMemorySchema = z.object({
  imported: z.number().int().nonnegative(),
  /** Their documents are here: what they teach is decided here. */
  known: z.number().int().nonnegative(),
  /** They teach nothing about a field of this schema. */
  unusable: z.number().int().nonnegative(),
});
export type ImportedMemory = z.infer<typeof importedMemorySchema>;
