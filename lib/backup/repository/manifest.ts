import { z } from 'zod';

/** The form of backups that this version writes, and the newest that it reads. */
export const FORMAT = 1;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
const count = z.number().int().nonnegative();

/** An object of the repository: hash and length of its content. */
const objectSchema = z.object({ sha256, size: count });

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()),
  rows: count,
  /** Of the rows as `COPY … TO` gives them, in no particular order. */
  sha256,
  /** The same rows, compressed. */
  object: objectSchema,
});

const fileSchema = z.object({ key: z.string(), ...objectSchema.shape });

/** What a backup holds. It is written last: a backup without one does not exist. */
export const manifestSchema = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  createdAt: z.string(),
  /** Milliseconds that it took. */
  took: count,
  product: z.string(),
  /** The server's version, e.g. `18.1`. */
  server: z.string(),
  /** The newest migration of each room, in milliseconds since 1970, and the version of the queue's tables. */
  migrations: z.record(z.string(), z.number()),
  queue: count,
  tables: z.array(tableSchema),
  sequences: z.array(z.object({ schema: z.string(), name: z.string(), value: z.string() })),
  secrets: objectSchema,
  files: z.array(fileSchema),
  /** Files that the database refers to, or that were made of these, and the storage did not have, or had damaged. */
  missing: z.array(z.string()),
  /** Secrets that rows are encrypted with and that were not found. */
  absentSecrets: z.array(z.string()).default([]),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type TableInBackup = z.infer<typeof tableSchema>;
export type FileInBackup = z.infer<typeof fileSchema>;
