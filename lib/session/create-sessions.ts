import { and, eq, sql } from 'drizzle-orm';
import { hasRole } from '#lib/contract/desk/has-role.ts';
import { type Role, roleSchema, type SessionState, type User } from '#lib/contract/desk/user.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { secretOf } from '#lib/platform/secrets.ts';
import { answerAuth } from './answer-auth.ts';
import { headersAtOrigin, withSecureCookies } from './context/ask-better-auth.ts';
import { createAttempts } from './context/attempts.ts';
import { createCompanySignIn } from './context/company-sign-in.ts';
import { createAuth } from './context/create-auth.ts';
import { requireSameOrigin } from './context/request-origin.ts';
import { revealOutage } from './context/reveal-outage.ts';
import type { RecordEvent, SessionContext } from './context/session-context.ts';
import { accounts, sessions, users } from './context/tables.ts';
import { hasPeople } from './people/has-people.ts';
import { isTwoFactorRequired } from './people/people.ts';
import { setUp } from './set-up.ts';
import { setUpTokenOf } from './set-up-token.ts';

/** Who asks, and through which of their sessions. */
export type SignedInUser = User & { sessionId: string };

/** Who is asking, and what they may do. */
export type Sessions = {
  /** The signed-in user of a request, or null. */
  findUser: (request: Request) => Promise<SignedInUser | null>;
  /**
   * @param options.withoutTwoFactor also for people who must still switch two-factor on
   * @throws ProblemError `unauthenticated`, `forbidden` (role too low, two-factor missing, or a state-changing request from another site)
   */
  requireUser: (request: Request, role: Role, options?: { withoutTwoFactor?: boolean }) => Promise<SignedInUser>;
  /** @throws ProblemError `forbidden` for a state-changing request from another site */
  requireSameOrigin: (request: Request) => void;
  getState: (request: Request) => Promise<SessionState>;
  /** Makes the first account and signs it in; the answer carries the cookie. */
  setUp: (request: Request, body: unknown) => Promise<Response>;
  /** Everything under `/api/auth/`: sign-in, sign-out. */
  answer: (request: Request) => Promise<Response>;
  /** What the operations of this room work with. */
  context: SessionContext;
};

/** A session's "last seen" is written at most so often. */
const SEEN_MS = 60_000;

/** Composes sign-in over a database. The signing secret lives in the data folder. @param options.record writes into the audit trail */
export function createSessions(options: { database: Database; config: Config; log: Log; record: RecordEvent }): Sessions {
  const { database, config, log, record } = options;
  const secret = secretOf(config, 'session-secret');
  const secure = config.web.publicUrl?.startsWith('https:') ?? false;
  const auth = createAuth({ database, secret, secure, log });
  const context: SessionContext = {
    database,
    auth,
    secret,
    secure,
    dataDir: config.dataDir,
    getSetUpToken: () => setUpTokenOf(config),
    origin: { publicUrl: config.web.publicUrl, trustedProxies: config.web.trustedProxies },
    attempts: createAttempts(database, secret),
    company: config.company ? createCompanySignIn(config.company, secret) : null,
    record,
    log,
  };
  const seen = new Map<string, number>();

  async function findUser(request: Request): Promise<SignedInUser | null> {
    if (!request.headers.has('cookie')) return null;
    const headers = headersAtOrigin(context, request);
    const ask = () =>
      auth.api.getSession({ headers }).catch(async (error) => {
        await revealOutage(database);
        throw error;
      });
    // where the database is there, its connection broke: another one is asked
    const found = await ask().catch((error) => (findOutage(error) ? Promise.reject(error) : ask()));
    if (!found || found.user.deactivatedAt) return null;
    const { user, session } = found;
    await recordSeen(user.id, session.id);
    return { id: user.id, name: user.name, email: user.email, role: roleSchema.catch('viewer').parse(user.role), sessionId: session.id };
  }

  async function recordSeen(userId: string, sessionId: string): Promise<void> {
    const at = Date.now();
    if (at - (seen.get(sessionId) ?? 0) < SEEN_MS) return;
    if (seen.size > 10_000) seen.clear();
    seen.set(sessionId, at);
    await database.update(sessions).set({ lastSeenAt: sql`now()` }).where(eq(sessions.id, sessionId));
    await database.update(users).set({ lastSeenAt: sql`now()` }).where(eq(users.id, userId));
  }

  /** True for a person with a password and without a second factor, while an admin asks everybody for it. */
  async function needsTwoFactor(userId: string): Promise<boolean> {
    if (!(await isTwoFactorRequired(database))) return false;
    const [row] = await database
      .select({ enabled: users.twoFactorEnabled })
      .from(users)
      .innerJoin(accounts, and(eq(accounts.userId, users.id), eq(accounts.providerId, 'credential')))
      .where(eq(users.id, userId));
    return row?.enabled === false;
  }

  return {
    context,
    findUser,
    requireSameOrigin: (request) => requireSameOrigin(request, context.origin),
    async requireUser(request, role, { withoutTwoFactor = false } = {}) {
      requireSameOrigin(request, context.origin);
      const user = await findUser(request);
      if (!user) throw new ProblemError('unauthenticated', 'Sign in first.');
      if (!hasRole(user.role, role))
        throw new ProblemError('forbidden', `This needs the role ${role.replace('_', ' ')}; yours is ${user.role.replace('_', ' ')}.`);
      if (!withoutTwoFactor && (await needsTwoFactor(user.id)))
        throw new ProblemError('forbidden', 'An admin requires two-factor for everyone. Switch it on for your account first.');
      return user;
    },
    async getState(request) {
      const found = await findUser(request);
      const open = found === null && !(await hasPeople(database));
      const user = found && { id: found.id, name: found.name, email: found.email, role: found.role };
      return {
        user,
        set_up: open,
        two_factor_needed: user !== null && (await needsTwoFactor(user.id)),
        company_sign_in: context.company ? { label: context.company.label } : null,
      };
    },
    async setUp(request, body) {
      requireSameOrigin(request, context.origin);
      return withSecureCookies(context, request, await setUp(context, { request, body }));
    },
    async answer(request) {
      requireSameOrigin(request, context.origin);
      return withSecureCookies(context, request, await answerAuth(context, request));
    },
  };
}
