import { APIError, betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { eq } from 'drizzle-orm';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '#lib/contract/desk/account.ts';
import { newId } from '#lib/platform/clock.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { CLIENT_ADDRESS_HEADER } from './client-address.ts';
import { signInAs } from './sign-in-as.ts';
import { accounts, sessions, twoFactors, users, verifications } from './tables.ts';

const DAY = 24 * 60 * 60;

/**
 * better-auth over our tables: e-mail and password, second factor, sessions in httpOnly cookies.
 * Nobody can sign up: accounts are made by `createUser`.
 * @param options.secret signs cookies; at least 32 characters
 * @param options.secure true when people reach the desk by https only: cookies are then never sent over http
 */
export function createAuth(options: { database: Database; secret: string; secure: boolean; log: Log }) {
  const { log } = options;
  return betterAuth({
    appName: 'Countersign',
    // every host by which a person may reach this server; the origin check below compares with the very host asked
    baseURL: { allowedHosts: ['**', '*'] },
    basePath: '/api/auth',
    // `answerAuth` gives every request the origin that the browser knows us by
    trustedOrigins: (request) => (request ? [new URL(request.url).origin] : []),
    secret: options.secret,
    database: drizzleAdapter(options.database, {
      provider: 'pg',
      transaction: true,
      schema: { user: users, session: sessions, account: accounts, verification: verifications, twoFactor: twoFactors },
    }),
    telemetry: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
    },
    user: {
      additionalFields: {
        role: { type: 'string', required: true, defaultValue: 'viewer', input: false },
        deactivatedAt: { type: 'date', required: false, input: false },
      },
    },
    databaseHooks: { session: { create: { before: (session) => refuseDeactivated(options.database, session.userId) } } },
    plugins: [
      // our own limits count codes too, in a way that keeps nobody out of their account
      twoFactor({ issuer: 'Countersign', accountLockout: { enabled: false } }),
      signInAs,
    ],
    session: { expiresIn: 30 * DAY, updateAge: DAY },
    // attempts are limited by `attempts.ts`, which tells strangers from known devices
    rateLimit: { enabled: false },
    disabledPaths: ['/sign-up/email', '/update-user', '/change-email', '/delete-user', '/request-password-reset', '/reset-password'],
    advanced: {
      cookiePrefix: 'countersign',
      useSecureCookies: options.secure,
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: () => newId() },
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: '/' },
    },
    // refusals are answers and stand in no log; anything else goes to the caller, who logs it (else it is printed as it is)
    onAPIError: { throw: true },
    logger: {
      level: 'warn',
      log(level, message) {
        // tells nothing of an error that is thrown as well, and comes with every request while the database is away
        if (message === 'INTERNAL_SERVER_ERROR') return;
        log[level === 'error' ? 'error' : 'warn'](`sign-in: ${message}`);
      },
    },
  });
}

/** @throws APIError 403 when the account is switched off: no session is made for it, by whatever way */
async function refuseDeactivated(database: Database, userId: string): Promise<void> {
  const [user] = await database.select({ deactivatedAt: users.deactivatedAt }).from(users).where(eq(users.id, userId));
  if (user?.deactivatedAt) {
    throw new APIError('FORBIDDEN', { message: 'This account is switched off. Ask an admin of this desk.' });
  }
}

export type Auth = ReturnType<typeof createAuth>;
