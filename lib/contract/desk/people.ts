import { z } from 'zod';
import { roleSchema } from './user.ts';

/** A person with an account on this desk, as admins see them. */
export const personSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  /** False while the account is switched off: nobody can sign in with it. */
  active: z.boolean(),
  two_factor: z.boolean(),
  has_password: z.boolean(),
  /** True when they signed in through the company's sign-in at least once. */
  company: z.boolean(),
  created_at: z.string(),
  last_seen_at: z.string().nullable(),
});
export type Person = z.infer<typeof personSchema>;

export const listPeopleSchema = z.object({ items: z.array(personSchema), require_two_factor: z.boolean() });
export type ListPeople = z.infer<typeof listPeopleSchema>;

export const changePersonSchema = z
  .object({ role: roleSchema, active: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Enter what to change.');
export type ChangePerson = z.infer<typeof changePersonSchema>;

export const signInRulesSchema = z.object({ require_two_factor: z.boolean() });

/** A link that lets somebody join, once. */
export const invitationSchema = z.object({
  id: z.string(),
  role: roleSchema,
  email: z.string().nullable(),
  made_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
});
export type Invitation = z.infer<typeof invitationSchema>;
export const listInvitationsSchema = z.object({ items: z.array(invitationSchema) });

/** A new invitation. With an address only that address can join with it. */
export const newInvitationSchema = z.object({
  role: roleSchema,
  email: z.email('This is not an e-mail address.').max(254).toLowerCase().nullable().default(null),
  days: z.int().min(1).max(30).default(7),
});
export type NewInvitation = z.input<typeof newInvitationSchema>;

/** The only answer that holds a link itself. Its secret stands behind `#`, which browsers do not send. */
export const madeLinkSchema = z.object({ id: z.string(), url: z.string(), expires_at: z.string() });
export type MadeLink = z.infer<typeof madeLinkSchema>;

/** What a link is for, told to whoever holds it. */
export const openedLinkSchema = z.object({
  kind: z.enum(['invitation', 'password_reset']),
  role: roleSchema.nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  made_by: z.string(),
});
export type OpenedLink = z.infer<typeof openedLinkSchema>;

const token = z.string().min(1).max(200);
export const openLinkSchema = z.object({ token });
/** Uses a link: `name` and `email` for an invitation only. */
export const useLinkSchema = z.object({
  token,
  name: z.string().trim().min(1, 'Enter a name.').max(120).optional(),
  email: z.email('This is not an e-mail address.').max(254).toLowerCase().optional(),
  password: z.string().max(1000),
});
export type UseLink = z.input<typeof useLinkSchema>;
/** `signed_in` is false when they must sign in next (a changed password). */
export const usedLinkSchema = z.object({ email: z.string(), signed_in: z.boolean() });
