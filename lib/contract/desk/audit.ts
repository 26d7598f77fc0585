import { z } from 'zod';

/** Which entries of the trail; what is left out does not restrict. */
export const auditFilterSchema = z.object({
  /** Looked for in event, actor, place, name of the document and values. */
  q: z.string().max(200).optional(),
  /** A person's id, or `countersign` for what the desk did itself. */
  actor: z.string().max(200).optional(),
  /** An event, or all below it: `document` means `document.approved` and so on. */
  event: z.string().max(100).optional(),
  document_id: z.uuid().optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  /** Not included. */
  to: z.iso.datetime({ offset: true }).optional(),
});
export type AuditFilter = z.infer<typeof auditFilterSchema>;

/** GET /api/audit */
export const listAuditQuerySchema = auditFilterSchema.extend({ page: z.coerce.number().int().positive().max(10_000_000).default(1) });

/** GET /api/audit/export. jsonl: one JSON object a line, with the hashes of the chain. */
export const exportAuditQuerySchema = auditFilterSchema.extend({ format: z.enum(['csv', 'jsonl']).default('csv') });

/** GET /api/audit/choices: what can be filtered by. */
export const auditChoicesSchema = z.object({
  actors: z.array(z.object({ id: z.string(), name: z.string() })),
  events: z.array(z.string()),
});
export type AuditChoices = z.infer<typeof auditChoicesSchema>;

/** POST /api/audit/verify. `head` is null when the chain is broken or empty. */
export const auditVerdictSchema = z.object({
  checked: z.number().int(),
  broken: z.object({ id: z.string(), at: z.iso.datetime() }).nullable(),
  head: z.object({ id: z.string(), hash: z.string() }).nullable(),
  verified_at: z.iso.datetime(),
});
export type AuditVerdict = z.infer<typeof auditVerdictSchema>;
