import { sql } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problem-error.ts';
import { hasRole, type Role, roleSchema, type SessionState, type User } from '#lib/contract/user.ts';
import type { Config } from '#lib/platform/config.ts';
import type { Database } from '#lib/platform/database.ts';
import type { Log } from '#lib/platform/log.ts';
import { getSecret } from '#lib/platform/secrets.ts';
import { answerAuth } from './answer-auth.ts';
import { type Auth, createAuth } from './create-auth.ts';
import { isLoopbackHost, type OriginOptions, requestHost, requireSameOrigin } from './request-origin.ts';
import { setUp } from './set-up.ts';
import { users } from './tables.ts';

/** Who is asking, and what they may do. */
export type Sessions = {
  /** The signed-in user of a request, or null. */
  findUser: (request: Request) => Promise<User | null>;
  /** @throws ProblemError `unauthenticated`, `forbidden` (role too low, or a state-changing request from another site) */
  requireUser: (request: Request, role: Role) => Promise<User>;
  /** The id of the session in which `findUser` or `requireUser` found the request's user; null when they did not. */
  sessionOf: (request: Request) => string | null;
  /** @throws ProblemError `forbidden` for a state-changing request from another site */
  requireSameOrigin: (request: Request) => void;
  getState: (request: Request) => Promise<SessionState>;
  /** Makes the first account and signs it in; the answer carries the cookie. */
  setUp: (request: Request, body: unknown) => Promise<Response>;
  /** Everything under `/api/auth/`: sign-in, sign-out. `onSignIn` is told of each success. */
  answer: (request: Request, onSignIn: (user: User) => Promise<void>) => Promise<Response>;
  auth: Auth;
};

/** Composes sign-in over a database. The signing secret lives in the data folder. */
export function createSessions(options: { database: Database; config: Config; log: Log }): Sessions {
  const { database, config, log } = options;
  const origin: OriginOptions = { publicUrl: config.web.publicUrl, trustProxy: config.web.trustProxy };
  const auth = createAuth({
    database,
    secret: getSecret(config.dataDir, 'session-secret'),
    secure: config.web.publicUrl?.startsWith('https:') ?? false,
    log,
  });

  const sessionIds = new WeakMap<Request, string>();

  async function findUser(request: Request): Promise<User | null> {
    if (!request.headers.has('cookie')) return null;
    const found = await auth.api.getSession({ headers: request.headers });
    if (!found) return null;
    sessionIds.set(request, found.session.id);
    const role = roleSchema.catch('viewer').parse(found.user.role);
    return { id: found.user.id, name: found.user.name, email: found.user.email, role };
  }

  async function hasUsers(): Promise<boolean> {
    const [row] = await database.select({ one: sql<number>`1` }).from(users).limit(1);
    return row !== undefined;
  }

  /** Only a person at this very machine may skip the token: bound to loopback, asked by a loopback name, no proxy before us. */
  function needsToken(request: Request): boolean {
    const local = isLoopbackHost(config.web.host) && config.web.publicUrl === null && !config.web.trustProxy;
    return !(local && isLoopbackHost(requestHost(request, origin)));
  }

  return {
    auth,
    findUser,
    sessionOf: (request) => sessionIds.get(request) ?? null,
    requireSameOrigin: (request) => requireSameOrigin(request, origin),
    async requireUser(request, role) {
      requireSameOrigin(request, origin);
      const user = await findUser(request);
      if (!user) throw new ProblemError('unauthenticated', 'Sign in first.');
      if (!hasRole(user.role, role))
        throw new ProblemError('forbidden', `This needs the role ${role.replace('_', ' ')}; yours is ${user.role.replace('_', ' ')}.`);
      return user;
    },
    async getState(request) {
      const user = await findUser(request);
      const open = user === null && !(await hasUsers());
      return { user, set_up: open, set_up_token_needed: open && needsToken(request) };
    },
    async setUp(request, body) {
      requireSameOrigin(request, origin);
      return setUp({ auth, database, dataDir: config.dataDir, origin, request, body, tokenNeeded: needsToken(request) });
    },
    async answer(request, onSignIn) {
      requireSameOrigin(request, origin);
      return answerAuth({ auth, origin, request, onSignIn });
    },
  };
}
