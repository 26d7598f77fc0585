import { z } from 'zod';

/** viewer: looks · reviewer: also drops, corrects, approves · schema_owner: also edits schemas · admin: everything. */
export const roleSchema = z.enum(['admin', 'schema_owner', 'reviewer', 'viewer']);
export type Role = z.infer<typeof roleSchema>;

export const userSchema = z.object({ id: z.string(), name: z.string(), email: z.string(), role: roleSchema });
export type User = z.infer<typeof userSchema>;

/** GET /api/session. `set_up` = no account exists yet: the browser shows the first-account screen. */
export const sessionStateSchema = z.object({
  user: userSchema.nullable(),
  set_up: z.boolean(),
  /** True while the signed-in person must first switch two-factor on, because an admin asks everybody for it. */
  two_factor_needed: z.boolean().default(false),
  /** The company's own sign-in, when one is configured. `label`: the words of its button. */
  company_sign_in: z.object({ label: z.string() }).nullable().default(null),
});
export type SessionState = z.infer<typeof sessionStateSchema>;

/** GET /api/people/names: whom documents can be assigned to. */
export const personNameSchema = z.object({ id: z.string(), name: z.string() });
export type PersonName = z.infer<typeof personNameSchema>;
export const listPeopleNamesSchema = z.object({ items: z.array(personNameSchema) });
