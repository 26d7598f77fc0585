import type { TakenAttempt } from '../context/attempts.ts';
import { addressOf, networkOf } from '../context/client-address.ts';
import type { SessionContext } from '../context/session-context.ts';
import type { KnownDevice } from './known-device.ts';

const MINUTE = 60_000;
const WINDOW = 15 * MINUTE;
/** Wrong passwords for one account, from a browser that was signed in to it before. */
const FROM_KNOWN_DEVICE = 10;
/** … from one address that is a stranger to the account, and while the account is under attack from many addresses. */
const FROM_STRANGER = 8;
const FROM_STRANGER_UNDER_ATTACK = 3;
/** Wrong attempts by strangers in an hour, from wherever, from which on an account counts as attacked. */
const ATTACK = 30;
/** Wrong attempts of strangers from one address for all accounts. */
const FROM_ADDRESS = 40;
/** Passwords that one address without a session may propose in vain, at set-up and with one-time links. */
const NEW_PASSWORDS = 20;
/** Wrong codes by strangers in an hour. Whoever gets there has the password: guessing six digits must not pay. */
const CODES_OF_STRANGERS = 20;
/** Wrong codes in an hour by all browsers together that the account knows. */
const CODES_OF_KNOWN_DEVICES = 60;

/**
 * Counts an attempt to sign in with a password. An account is never closed: strangers are limited by their address, more
 * tightly while the account is attacked, and browsers that the account knows are counted by themselves.
 * @throws ProblemError `rate_limited`
 */
export async function takePasswordAttempt(
  context: SessionContext,
  request: Request,
  email: string,
  device: KnownDevice,
): Promise<TakenAttempt> {
  const { attempts } = context;
  const address = networkOf(addressOf(request));
  const account = email.toLowerCase();
  const refused = () => recordLimited(context, { email: account, address });
  if (device.knows(account)) {
    return attempts.take([{ key: ['device', device.id, account], max: FROM_KNOWN_DEVICE, windowMs: WINDOW }], refused);
  }
  const all = { key: ['strangers', account], windowMs: 60 * MINUTE };
  const isAttacked = (await attempts.count(all)) > ATTACK;
  return attempts.take(
    [
      { key: ['stranger', address, account], max: isAttacked ? FROM_STRANGER_UNDER_ATTACK : FROM_STRANGER, windowMs: WINDOW },
      { key: ['address', address], max: FROM_ADDRESS, windowMs: WINDOW },
    ],
    refused,
  );
}

/** Counts a code of the second step. Backup codes are too long to guess and pass while those of the app are limited. @throws ProblemError `rate_limited` */
export async function takeCodeAttempt(
  context: SessionContext,
  request: Request,
  user: { id: string; email: string },
  device: KnownDevice,
  isBackupCode: boolean,
): Promise<TakenAttempt> {
  const address = networkOf(addressOf(request));
  const refused = () => recordLimited(context, { email: user.email, address, step: 'code' });
  if (device.knows(user.email)) {
    const byDevice = {
      key: [isBackupCode ? 'backup-code-device' : 'code-device', device.id, user.id],
      max: FROM_KNOWN_DEVICE,
      windowMs: WINDOW,
    };
    if (isBackupCode) return context.attempts.take([byDevice], refused);
    const all = { key: ['codes-of-known-devices', user.id], max: CODES_OF_KNOWN_DEVICES, windowMs: 60 * MINUTE };
    return context.attempts.take([byDevice, all], refused);
  }
  const byAddress = {
    key: [isBackupCode ? 'backup-code-address' : 'code-address', address, user.id],
    max: FROM_KNOWN_DEVICE,
    windowMs: WINDOW,
  };
  if (isBackupCode) return context.attempts.take([byAddress], refused);
  return context.attempts.take([byAddress, { key: ['codes', user.id], max: CODES_OF_STRANGERS, windowMs: 60 * MINUTE }], refused);
}

/**
 * Counts a try of somebody without a session to choose a password: whether one is good is costly to say.
 * @throws ProblemError `rate_limited`
 */
export function takeNewPasswordAttempt(context: SessionContext, request: Request): Promise<TakenAttempt> {
  return context.attempts.take([{ key: ['new-password', networkOf(addressOf(request))], max: NEW_PASSWORDS, windowMs: WINDOW }]);
}

/** Counts a password asked again of somebody signed in. @throws ProblemError `rate_limited` */
export function takeConfirmation(context: SessionContext, userId: string): Promise<TakenAttempt> {
  return context.attempts.take([{ key: ['confirmation', userId], max: FROM_KNOWN_DEVICE, windowMs: WINDOW }]);
}

async function recordLimited(context: SessionContext, detail: Record<string, string>): Promise<void> {
  context.log.warn('signing in is held up', detail);
  await context.record(null, 'sign_in.limited', detail);
}
