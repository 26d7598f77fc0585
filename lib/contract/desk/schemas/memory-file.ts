import { z } from 'zod';
import { schemaDraftSchema } from '../../service/extraction-schema.ts';
import { exportedExampleSchema } from '../../service/memory.ts';

/**
 * A memory file: what a schema has learned, to be imported at another installation. JSON Lines: a header, an `ExportedExample` a line,
 * those of each service oldest first, and an end, without which the file is cut off.
 */
export const memoryHeaderSchema = z.object({
  format: z.literal('countersign-memory'),
  version: z.literal(1),
  exported_at: z.iso.datetime(),
  /** The schema in its newest version, so that it can be made where it is not known. */
  schema: schemaDraftSchema,
});
export type MemoryHeader = z.infer<typeof memoryHeaderSchema>;

export const memoryEndSchema = z.object({ end: z.literal(true), examples: z.number().int().nonnegative() });
export type MemoryEnd = z.infer<typeof memoryEndSchema>;

/** Most examples of one request: a part of a file. */
export const PART_EXAMPLES = 100;
/** Most bytes of their lines together; one example alone may have more. */
export const PART_BYTES = 2 * 1024 * 1024;

/** POST /api/schemas/{id}/memory: a part of a memory file. */
export const memoryPartSchema = z.object({
  examples: z.array(exportedExampleSchema).min(1).max(PART_EXAMPLES),
  /** Of the file's header, for the history. */
  file: z.object({ schema_name: z.string().max(200), exported_at: z.iso.datetime() }).optional(),
});
export type MemoryPart = z.infer<typeof memoryPartSchema>;

/** What became of the examples of a part. `deployment`: where they were imported. */
export const importedPartSchema = z.object({
  deployment: z.object({ id: z.string(), name: z.string() }),
  imported: z.number().int().nonnegative(),
  /** Their documents are there: what they teach is decided there. */
  known: z.number().int().nonnegative(),
  /** They teach nothing about a field of this schema. */
  unusable: z.number().int().nonnegative(),
});
export type ImportedPart = z.infer<typeof importedPartSchema>;
