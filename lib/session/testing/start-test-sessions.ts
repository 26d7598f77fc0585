import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Role, User } from '#lib/contract/desk/user.ts';
import { readConfig } from '#lib/platform/config.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createLog } from '#lib/platform/log.ts';
import { CLIENT_ADDRESS_HEADER } from '../context/client-address.ts';
import { createSessions, type Sessions } from '../create-sessions.ts';
import { createUser } from '../people/create-user.ts';
import { actAsInProduction } from './act-as-in-production.ts';

const HOST = '127.0.0.1:3000';

/** A browser: keeps its cookies, asks from one address. */
export type TestBrowser = {
  request: (pathname: string, options?: { method?: string; body?: unknown }) => Request;
  /** Takes over the cookies of an answer. */
  keep: (response: Response) => Response;
  /** Signs in with a password. @returns the problem's code, or null when that worked */
  signIn: (email: string, password: string) => Promise<string | null>;
  cookies: Map<string, string>;
};

export type TestSessions = {
  sessions: Sessions;
  database: TestDatabase;
  /** What was written into the audit trail. */
  recorded: { who: string | null; event: string; detail: Record<string, unknown> }[];
  /** Lines of the log, from warnings on. */
  logged: string[];
  addPerson: (name: string, role: Role, password?: string) => Promise<User>;
  browser: (address: string) => TestBrowser;
  close: () => Promise<void>;
};

export const PASSWORD = 'orchard lantern forty';

/** Sign-in over a database of its own. */
export async function startTestSessions(environment: Record<string, string> = {}): Promise<TestSessions> {
  const actAsBefore = actAsInProduction();
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-session-'));
  const recorded: TestSessions['recorded'] = [];
  const logged: string[] = [];
  const sessions = createSessions({
    database: database.database,
    config: readConfig({ COUNTERSIGN_DATA_DIR: dataDir, ...environment }),
    log: createLog({ level: 'warn', format: 'json', program: 'test', write: (line) => logged.push(line) }),
    record: async (actor, event, detail = {}) => void recorded.push({ who: actor?.name ?? null, event, detail }),
  });
  return {
    sessions,
    database,
    recorded,
    logged,
    addPerson: (name, role, password = PASSWORD) =>
      database.database.transaction((transaction) =>
        createUser(sessions.context.auth, transaction, {
          name,
          email: `${name.toLowerCase()}@example.org`,
          password,
          role,
          emailVerified: true,
        }),
      ),
    browser: (address) => createBrowser(sessions, address),
    async close() {
      actAsBefore();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

function createBrowser(sessions: Sessions, address: string): TestBrowser {
  const cookies = new Map<string, string>();
  const browser: TestBrowser = {
    cookies,
    request(pathname, { method = 'GET', body } = {}) {
      const headers: Record<string, string> = {
        host: HOST,
        [CLIENT_ADDRESS_HEADER]: address,
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      };
      if (method !== 'GET') Object.assign(headers, { origin: `http://${HOST}`, 'content-type': 'application/json' });
      if (cookies.size > 0) headers.cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      return new Request(`http://${HOST}${pathname}`, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
    },
    keep(response) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        if (/max-age=0\b/i.test(line) || at === pair.length - 1) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
      return response;
    },
    signIn: (email, password) =>
      sessions.answer(browser.request('/api/auth/sign-in/email', { method: 'POST', body: { email, password } })).then(
        (response) => {
          browser.keep(response);
          return null;
        },
        (error) => error.code ?? String(error),
      ),
  };
  return browser;
}
