import { z } from 'zod';

/** Least length of a new password. */
export const MIN_PASSWORD_LENGTH = 10;
export const MAX_PASSWORD_LENGTH = 128;

/** Answer to a password: whether a code is needed besides. */
export const signedInSchema = z.object({ two_factor_needed: z.boolean() });
export type SignedIn = z.infer<typeof signedInSchema>;

/** The second step of a sign-in: six digits of the app, or a backup code. */
export const secondStepSchema = z.object({ code: z.string().trim().min(6, 'Enter the code.').max(40) });

export const accountSchema = z.object({
  name: z.string(),
  email: z.string(),
  has_password: z.boolean(),
  two_factor: z.boolean(),
  /** Backup codes that were not used yet; null without two-factor. */
  backup_codes_left: z.int().nullable(),
  /** An admin asks everybody with a password for two-factor. */
  two_factor_required: z.boolean(),
});
export type Account = z.infer<typeof accountSchema>;

export const changeAccountSchema = z.object({ name: z.string().trim().min(1, 'Enter a name.').max(120) });
export const changePasswordSchema = z.object({ current_password: z.string().max(1000), password: z.string().max(1000) });
export type ChangePassword = z.infer<typeof changePasswordSchema>;
export const passwordOnlySchema = z.object({ password: z.string().max(1000) });

/** What an authenticator app needs, and the codes for the day the phone is gone. Shown once. */
export const twoFactorStartSchema = z.object({ uri: z.string(), secret: z.string(), backup_codes: z.array(z.string()) });
export type TwoFactorStart = z.infer<typeof twoFactorStartSchema>;
export const backupCodesSchema = z.object({ backup_codes: z.array(z.string()) });

/** One of a person's own sessions. */
export const ownSessionSchema = z.object({
  id: z.string(),
  /** The one that asks. */
  present: z.boolean(),
  /** Browser and system, as far as the browser said: "Firefox on Linux". */
  device: z.string(),
  address: z.string().nullable(),
  created_at: z.string(),
  last_seen_at: z.string(),
});
export type OwnSession = z.infer<typeof ownSessionSchema>;
export const listOwnSessionsSchema = z.object({ items: z.array(ownSessionSchema) });
