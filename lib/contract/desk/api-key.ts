import { z } from 'zod';

/** read: get everything · submit: documents, jobs and examples · admin: change schemas, remove documents, manage keys. None includes another. */
export const keyScopeSchema = z.enum(['read', 'submit', 'admin']);
export type KeyScope = z.infer<typeof keyScopeSchema>;

export const apiKeySchema = z.object({
  type: z.literal('api_key'),
  id: z.string(),
  name: z.string(),
  /** How the key begins, for people to know it by. */
  prefix: z.string(),
  scopes: z.array(keyScopeSchema),
  /** True for the key of the configuration, which the desk itself uses. It cannot be revoked here. */
  configured: z.boolean(),
  made_by: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

export const listApiKeysSchema = z.object({ items: z.array(apiKeySchema) });

/** A new key. `expires_at`: a moment in the future, or null for a key that does not expire. */
export const newApiKeySchema = z.object({
  name: z.string().trim().min(1, 'Enter what the key is for.').max(80),
  scopes: z.array(keyScopeSchema).min(1, 'Choose what the key may do.').max(3),
  expires_at: z.iso
    .datetime({ offset: true })
    .refine((moment) => Date.parse(moment) > Date.now(), 'This time is in the past.')
    .nullable()
    .default(null),
});
export type NewApiKey = z.input<typeof newApiKeySchema>;

/** The answer to making a key: the only one that holds the key itself. */
export const madeApiKeySchema = apiKeySchema.extend({ key: z.string() });
export type MadeApiKey = z.infer<typeof madeApiKeySchema>;
