import { z } from 'zod';
import { secondCheckSchema } from './example.ts';
import { lessonSchema } from './lesson.ts';

/** Most examples in one request. */
export const MOST_AT_ONCE = 200;

/** What an example taught, without its document: enough to propose values for documents like it, elsewhere too. */
export const exportedExampleSchema = z.object({
  /** Of the document where it was approved. An example of the same document is replaced by this one. */
  document_id: z.uuid().toLowerCase(),
  document_name: z.string().min(1).max(1000),
  approved_by: z.string().max(200).nullable(),
  approved_at: z.iso.datetime().nullable(),
  /** What documents of its layout are known by; see `sketchReading`. Integers of four bytes in base64, the lowest byte first. */
  sketch: z.base64().max(4000),
  lesson: lessonSchema,
  second_check: secondCheckSchema.nullable().optional(),
});
export type ExportedExample = z.infer<typeof exportedExampleSchema>;

/** POST /v1/schemas/{schema_id}/memory */
export const memoryDraftSchema = z.object({ examples: z.array(exportedExampleSchema).min(1).max(MOST_AT_ONCE) });

/**
 * What became of an example. known: its document is here, so that what it teaches is decided here · unusable: it teaches nothing about a
 * field of this schema.
 */
export const importOutcomeSchema = z.enum(['imported', 'known', 'unusable']);
export type ImportOutcome = z.infer<typeof importOutcomeSchema>;

/** What became of the examples of a request, in their order. */
export const importedMemorySchema = z.object({ outcomes: z.array(z.object({ document_id: z.uuid(), outcome: importOutcomeSchema })) });
export type ImportedMemory = z.infer<typeof importedMemorySchema>;
