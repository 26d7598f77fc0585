import { z } from 'zod';

const countSchema = z.number().int().nonnegative();

/**
 * How a backup ended. `incomplete`: the storage lacked files, or a secret was not found. `cut_off`: nothing was heard of it any more,
 * for example because its machine was switched off.
 */
export const backupOutcomeSchema = z.enum(['running', 'done', 'incomplete', 'failed', 'cut_off']);
export type BackupOutcome = z.infer<typeof backupOutcomeSchema>;

/** One run of `countersign backup` on this installation. What it has not come to is null. */
export const backupRunSchema = z.object({
  id: z.uuid(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
  outcome: backupOutcomeSchema,
  rows: countSchema.nullable(),
  files: countSchema.nullable(),
  /** Bytes that were not in the folder before. */
  added_bytes: countSchema.nullable(),
  is_encrypted: z.boolean().nullable(),
});
export type BackupRun = z.infer<typeof backupRunSchema>;

/** `never`: there was no complete one so far. `late`: the last complete one is too long ago. */
export const backupStateSchema = z.enum(['well', 'late', 'never']);
export type BackupState = z.infer<typeof backupStateSchema>;

/** GET /api/backups. */
export const backupsSchema = z.object({
  state: backupStateSchema,
  /** Hours between two backups by schedule; null = none is set. */
  every_hours: z.number().nullable(),
  last_complete: backupRunSchema.nullable(),
  /** The newest first. */
  runs: z.array(backupRunSchema),
});
export type Backups = z.infer<typeof backupsSchema>;
