import { addressOf } from './client-address.ts';
import type { SessionContext } from './session-context.ts';

export type FailedSignIn = {
  /** The address of the account asked for; there may be none of this name. Null when that is not known. */
  email: string | null;
  step: 'password' | 'code' | 'company';
  /** A word for why, e.g. `unauthenticated`. Never anything that was typed. */
  reason: string;
};

/** Writes a sign-in that failed into the log, and into the audit trail, with the account and the address it came from. */
export async function noteFailedSignIn(context: SessionContext, request: Request, failed: FailedSignIn): Promise<void> {
  const detail = { ...failed, email: failed.email?.toLowerCase() ?? null, address: addressOf(request) };
  context.log.warn('a sign-in failed', detail);
  await context.note(null, 'sign_in.failed', detail);
}
