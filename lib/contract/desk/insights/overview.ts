import { z } from 'zod';
import { backupStateSchema } from '../backups.ts';
import { reviewCountsSchema } from './insights.ts';

const countSchema = z.number().int().nonnegative();

/** GET /api/overview. `time_zone`: the browser's, by its IANA name, for where days begin. */
export const overviewQuerySchema = z.object({
  time_zone: z
    .string()
    .max(64)
    .regex(/^[A-Za-z0-9_+/-]+$/)
    .default('UTC'),
});

/** What is to be done and what was done, as the person who asks sees it. */
export const overviewSchema = z.object({
  /** Documents that wait for a review and are not postponed. */
  waiting: z.object({
    all: countSchema,
    /** Assigned to the person. */
    mine: countSchema,
    /** Assigned to nobody. */
    free: countSchema,
    /** Past their due date. */
    overdue: countSchema,
    /** Of those, assigned to the person or to nobody. */
    overdue_for_me: countSchema,
    /** Assigned to the person or to nobody, and without a flag: one key each. */
    clean: countSchema,
    /** Since when the longest waits; null when none does. */
    oldest_at: z.iso.datetime().nullable(),
    postponed: countSchema,
    /** Approved by another person, and waiting for a second approval. */
    second: countSchema,
  }),
  /** Documents that go no further without a person. */
  trouble: z.object({
    failed: countSchema,
    unmapped: countSchema,
    unclassified: countSchema,
    stacked: countSchema,
    /** Read, and without a schema. */
    indexed: countSchema,
    held_up: countSchema,
  }),
  /** Documents on their way to a review, and those of them that are being read or extracted. */
  in_flight: countSchema,
  /** All documents of the desk. */
  documents: countSchema,
  samples_waiting: countSchema,
  /** What was decided on each of the last 14 days, today last: by everyone, and by the person who asks (null where people are not counted). */
  days: z.array(z.object({ day: z.iso.date(), all: reviewCountsSchema, mine: reviewCountsSchema.nullable() })),
  /** How the desk itself is; null for whoever is no admin. */
  health: z
    .object({
      /** How long the oldest job of the desk has waited beyond its time; null when none waits. */
      late_ms: z.number().nullable(),
      /** Free bytes where files are stored; null when they are not on a disk of this machine. */
      free_bytes: z.number().nullable(),
      store: z.enum(['folder', 's3']),
      backup: z.object({ state: backupStateSchema, last_at: z.iso.datetime().nullable() }),
    })
    .nullable(),
});
export type Overview = z.infer<typeof overviewSchema>;
