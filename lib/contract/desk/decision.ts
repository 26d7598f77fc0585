import { z } from 'zod';
import { tabSchema } from './desk-document.ts';
import { effortSchema } from './insights/effort.ts';

/** POST /api/documents/{id}/approve */
export const approveSchema = z.object({
  revision: z.number().int(),
  /** Approve in spite of open flags. */ sign_off: z.boolean().default(false),
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
