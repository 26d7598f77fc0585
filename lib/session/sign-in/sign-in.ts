import { z } from 'zod';
import { type SignedIn, secondStepSchema } from '#lib/contract/desk/account.ts';
import type { User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { answerWithCookies, askBetterAuth } from '../context/ask-better-auth.ts';
import { readSessionBody } from '../context/read-session-body.ts';
import type { SessionContext } from '../context/session-context.ts';
import { readDevice } from './known-device.ts';
import { takeCodeAttempt, takePasswordAttempt } from './limit-sign-in.ts';
import { recordingFailure } from './record-failed-sign-in.ts';

const credentialsSchema = z.object({
  email: z.email('This is not an e-mail address.').max(254),
  password: z.string('Enter your password.').min(1, 'Enter your password.').max(1000),
});

/** For so long a code of the app may be right, so for so long it is taken once. */
const CODE_LIFE_MS = 120_000;

type BetterAuthUser = { id: string; name: string; email: string };

/**
 * The first step: address and password. The answer carries the session's cookie, or says that a code is needed besides.
 * @throws ProblemError `unauthenticated`, `rate_limited`, `forbidden` (switched off), `invalid_request`, `malformed_body`, `body_too_large`
 */
export async function signInWithPassword(context: SessionContext, request: Request): Promise<Response> {
  const { email, password } = await readSessionBody(request, credentialsSchema);
  const device = readDevice(request, context);
  const attempt = await takePasswordAttempt(context, request, email, device);
  const response = await recordingFailure(context, request, { account: email, step: 'password' }, () =>
    askBetterAuth(context, request, '/sign-in/email', { email, password }, { mayRepeat: true }),
  );
  await attempt.giveBack();
  const { user, twoFactorRedirect } = (await response.json()) as { user?: BetterAuthUser; twoFactorRedirect?: boolean };
  const body: SignedIn = { two_factor_needed: twoFactorRedirect === true };
  if (!user || twoFactorRedirect) return answerWithCookies(body, response);
  await recordSignIn(context, user, 'password');
  return answerWithCookies(body, response, [device.cookieFor(user.email)]);
}

/**
 * The second step: a code of the app, or a backup code, which then is used up. Codes of the app work once.
 * @throws ProblemError `unauthenticated` (wrong or too late), `rate_limited`
 */
export async function signInWithCode(context: SessionContext, request: Request): Promise<Response> {
  const { code } = await readSessionBody(request, secondStepSchema);
  const challenged = await findChallenged(context, request);
  if (!challenged) throw tooLate();
  const { user, cookie } = challenged;
  const digits = code.replaceAll(/\s/g, '');
  const isBackupCode = !/^\d{6}$/.test(digits);
  const device = readDevice(request, context);
  const attempt = await takeCodeAttempt(context, request, user, device, isBackupCode);
  const response = await recordingFailure(
    context,
    request,
    { account: user.email, step: isBackupCode ? 'backup code' : 'code' },
    async () => {
      if (!isBackupCode && (await context.attempts.count({ key: ['code', user.id, digits], windowMs: CODE_LIFE_MS })) > 1) {
        throw new ProblemError('unauthenticated', 'This code was already used. Wait for the next one in your app.');
      }
      const checked = await askBetterAuth(
        context,
        request,
        isBackupCode ? '/two-factor/verify-backup-code' : '/two-factor/verify-totp',
        { code: isBackupCode ? code : digits },
        // with a session's cookie besides, better-auth would check the code of that session's person
        { onlyCookie: cookie },
      );
      const answered = (await checked.json()) as { user?: BetterAuthUser };
      if (answered.user?.id !== user.id) throw tooLate();
      return checked;
    },
  );
  await attempt.giveBack();
  await recordSignIn(context, user, isBackupCode ? 'password and backup code' : 'password and code');
  const body: SignedIn = { two_factor_needed: false };
  return answerWithCookies(body, response, [device.cookieFor(user.email)]);
}

/** Signs in with a password, for an account just made. */
export async function signInAtOnce(
  context: SessionContext,
  request: Request,
  account: { email: string; password: string },
): Promise<string[]> {
  const { email, password } = account;
  const response = await askBetterAuth(context, request, '/sign-in/email', { email, password }, { fresh: true, mayRepeat: true });
  return [...response.headers.getSetCookie(), readDevice(request, context).cookieFor(email)];
}

/** Records a sign-in in the audit trail, with the way. */
export async function recordSignIn(context: SessionContext, user: Pick<User, 'id' | 'name'>, by: string): Promise<void> {
  await context.record({ id: user.id, name: user.name }, 'user.signed_in', { by });
}

/** Whose code is awaited: the cookie of the first step names a record of better-auth, which checks the cookie's signature afterwards. */
async function findChallenged(context: SessionContext, request: Request): Promise<{ user: BetterAuthUser; cookie: string } | null> {
  const { internalAdapter, createAuthCookie } = await context.auth.$context;
  const { name } = createAuthCookie('two_factor');
  const cookie = (request.headers.get('cookie') ?? '').split(/;\s*/).find((part) => part.startsWith(`${name}=`));
  if (!cookie) return null;
  const identifier = decodeURIComponent(cookie.slice(name.length + 1)).split('.')[0];
  if (!identifier?.startsWith('2fa-')) return null;
  const record = await internalAdapter.findVerificationValue(identifier);
  const user = record && (await internalAdapter.findUserById(record.value));
  return user ? { user, cookie } : null;
}

function tooLate(): ProblemError {
  return new ProblemError('unauthenticated', 'The sign-in took too long. Sign in with your password again.');
}
