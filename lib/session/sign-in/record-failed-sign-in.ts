import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { addressOf } from '../context/client-address.ts';
import type { SessionContext } from '../context/session-context.ts';

/** `account`: as it was typed, or whose code was awaited; null when nobody can say. */
export type FailedSignIn = { account: string | null; step: 'password' | 'code' | 'backup code' | 'company'; reason?: string };

/** Records a sign-in that failed in the log and in the audit trail. Attempts that were held up are no failures; see `sign_in.limited`. */
export async function recordFailedSignIn(context: SessionContext, request: Request, failed: FailedSignIn): Promise<void> {
  context.log.warn('a sign-in failed', { ...failed, address: addressOf(request) });
  await context.record(null, 'sign_in.failed', failed);
}

/** Does a step of a sign-in, and records when it is refused. @throws what `work` throws */
export async function recordingFailure<T>(
  context: SessionContext,
  request: Request,
  failed: FailedSignIn,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProblemError && ['unauthenticated', 'forbidden'].includes(error.code))
      await recordFailedSignIn(context, request, failed);
    throw error;
  }
}
