import { eq } from 'drizzle-orm';
import type { TwoFactorStart } from '#lib/contract/desk/account.ts';
import type { User } from '#lib/contract/desk/user.ts';
import type { ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { answerWithCookies, askBetterAuth } from '../context/ask-better-auth.ts';
import type { SessionContext } from '../context/session-context.ts';
import { twoFactors } from '../context/tables.ts';
import { getPerson, isTwoFactorRequired } from '../people/people.ts';
import { takeConfirmation } from '../sign-in/limit-sign-in.ts';

/** Begins to switch two-factor on: the secret for the app and the backup codes. In force when `confirmTwoFactor` saw a right code. */
export async function startTwoFactor(context: SessionContext, request: Request, user: User, password: string): Promise<TwoFactorStart> {
  await requireNoCompanyOnly(context, user);
  const response = await confirmed(context, request, user, '/two-factor/enable', { password, method: 'totp' });
  const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] };
  return { uri: totpURI, secret: new URL(totpURI).searchParams.get('secret') ?? '', backup_codes: backupCodes };
}

/** Switches two-factor on with the first code of the app. The session gets a new cookie. @throws ProblemError `invalid_request` */
export async function confirmTwoFactor(context: SessionContext, request: Request, user: User, code: string): Promise<Response> {
  const { two_factor } = await getPerson(context.database, user.id);
  if (two_factor) throw new ProblemError('conflict', 'Two-factor is switched on already.');
  const response = await confirmed(context, request, user, '/two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') }, '/code');
  await context.record(user, 'person.two_factor_switched_on');
  return answerWithCookies({ two_factor: true }, response);
}

/** Switches two-factor off. @throws ProblemError `conflict` while an admin asks everybody for it, `invalid_request` for a wrong password */
export async function removeTwoFactor(context: SessionContext, request: Request, user: User, password: string): Promise<Response> {
  if (await isTwoFactorRequired(context.database)) {
    throw new ProblemError('conflict', 'An admin requires two-factor for everyone, so it cannot be switched off.');
  }
  const response = await confirmed(context, request, user, '/two-factor/disable', { password });
  await context.record(user, 'person.two_factor_switched_off');
  return answerWithCookies({ two_factor: false }, response);
}

/** New backup codes; the old ones end. @throws ProblemError `invalid_request` for a wrong password */
export async function replaceBackupCodes(context: SessionContext, request: Request, user: User, password: string): Promise<string[]> {
  const response = await confirmed(context, request, user, '/two-factor/generate-backup-codes', { password });
  await context.record(user, 'person.backup_codes_replaced');
  return ((await response.json()) as { backupCodes: string[] }).backupCodes;
}

/** How many backup codes a person has left. */
export async function countBackupCodes({ auth, database }: SessionContext, userId: string): Promise<number> {
  const [row] = await database.select({ id: twoFactors.id }).from(twoFactors).where(eq(twoFactors.userId, userId));
  if (!row) return 0;
  const { backupCodes } = await auth.api.viewBackupCodes({ body: { userId }, headers: new Headers({ host: 'localhost' }) });
  return backupCodes.length;
}

async function requireNoCompanyOnly(context: SessionContext, user: User): Promise<void> {
  const { has_password, two_factor } = await getPerson(context.database, user.id);
  if (!has_password) throw new ProblemError('conflict', 'You sign in through your company: its own second factor protects your account.');
  if (two_factor) throw new ProblemError('conflict', 'Two-factor is switched on already.');
}

const OF_THE_INPUT: readonly ProblemCode[] = ['invalid_request', 'unauthenticated'];

/** Asks better-auth for something that needs the password or a code; wrong ones are counted and become a fault of that field. */
async function confirmed(
  context: SessionContext,
  request: Request,
  user: User,
  path: string,
  body: Record<string, unknown>,
  pointer = '/password',
): Promise<Response> {
  const attempt = await takeConfirmation(context, user.id);
  const response = await askBetterAuth(context, request, path, body).catch((error) => {
    if (!(error instanceof ProblemError) || !OF_THE_INPUT.includes(error.code)) throw error;
    throw new ProblemError('invalid_request', error.message, { errors: [{ pointer, message: error.message }] });
  });
  await attempt.giveBack();
  return response;
}
