import { z } from 'zod';
import { tabSchema } from './desk-document.ts';
import { effortSchema } from './insights/effort.ts';
import { flagSchema } from './review.ts';

/** POST /api/documents/{id}/approve */
export const approveSchema = z.object({
  revision: z.number().int(),
  /** Approve in spite of open flags. */ sign_off: z.boolean().default(false),
  /** The open flags that were shown when they were signed off; refused where another one is open. */
  seen_flags: z
    .array(flagSchema.pick({ pointer: true, reason: true }))
    .max(2_000)
    .optional(),
  tab: tabSchema.optional(),
  effort: effortSchema.optional().catch(undefined),
});

/** POST /api/documents/{id}/reject */
export const rejectSchema = z.object({
  revision: z.number().int(),
  reason: z.string().trim().min(1).max(2000),
  tab: tabSchema.optional(),
  effort: effortSchema.optional().catch(undefined),
});

/** POST /api/documents/{id}/reopen: takes an approval or a rejection back. */
export const reopenSchema = z.object({ revision: z.number().int(), tab: tabSchema.optional() });
