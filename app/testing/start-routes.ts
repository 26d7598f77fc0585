import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveStarterSchemas } from '#lib/desk/schemas/operations/save-starter-schemas.ts';
import { createTestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createUser } from '#lib/session/people/create-user.ts';
import { getBackend } from '../backend.ts';
import type { Handler } from './serve-routes.ts';

const API = path.resolve(import.meta.dirname, '../api');
const HOST = 'localhost:3000';
export const ROLES = ['viewer', 'reviewer', 'schema_owner', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** What stands for the parts of an address that vary; none of the ids exists. */
const PARAMETERS = {
  id: '0198c0de-0000-7000-8000-000000000000',
  number: '1',
  name: 'nothing',
  path: 'ok',
  comment: '0198c0de-0000-7000-8000-000000000001',
};

export type RouteRequest = {
  /** Who asks; nobody when left out. */
  cookie?: string | undefined;
  /** Sent as JSON, a string as it is. */
  body?: unknown;
  /** With its question mark. */
  query?: string;
  headers?: Record<string, string>;
  /** Other parts of the address than the usual ones. */
  parameters?: Partial<typeof PARAMETERS>;
};

export type StartedRoutes = {
  /** The cookie of an account of each role. */
  cookies: Record<Role, string>;
  /** Asks a route by its method and folder, e.g. `GET documents/[id]`, from the desk's own origin. */
  ask(route: string, request?: RouteRequest): Promise<Response>;
  close(): Promise<void>;
};

/** The desk's routes on an empty database, with the starter schemas and an account of each role. */
export async function startRoutes(): Promise<StartedRoutes> {
  const testDatabase = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-routes-'));
  Object.assign(process.env, {
    DATABASE_URL: testDatabase.url,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_SERVICE_PORT: '9',
    COUNTERSIGN_LOG_LEVEL: 'error',
  });
  const { sessions, desk } = await getBackend();
  await saveStarterSchemas(desk);
  const cookies: Record<Role, string> = { viewer: '', reviewer: '', schema_owner: '', admin: '' };
  for (const role of ROLES) {
    const account = { name: role, email: `${role}@example.org`, password: `password of ${role}` };
    await testDatabase.database.transaction((transaction) => createUser(sessions.context.auth, transaction, { ...account, role }));
    const signedIn = await sessions.answer(
      new Request(`http://${HOST}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { host: HOST, origin: `http://${HOST}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email: account.email, password: account.password }),
      }),
    );
    const given = signedIn.headers.getSetCookie();
    cookies[role] = given.map((cookie) => cookie.split(';')[0]).join('; ');
  }
  return {
    cookies,
    ask,
    async close() {
      await (await getBackend()).close().catch(() => undefined);
      await testDatabase.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function ask(route: string, { cookie, body = {}, query = '', headers, parameters }: RouteRequest = {}): Promise<Response> {
  const [method = 'GET', folder = ''] = route.split(' ');
  const params = { ...PARAMETERS, ...parameters };
  const address = folder.replaceAll(/\[(?:\.\.\.)?(\w+)\]/g, (_, name: keyof typeof PARAMETERS) => params[name]);
  const changes = method !== 'GET';
  const request = new Request(`http://${HOST}/api/${address}${query}`, {
    method,
    headers: {
      host: HOST,
      ...(changes ? { origin: `http://${HOST}`, 'content-type': 'application/json' } : {}),
      ...(cookie ? { cookie } : {}),
      ...headers,
    },
    ...(changes && method !== 'DELETE' ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}),
  });
  const { [method]: handler } = (await import(path.join(API, folder, 'route.ts'))) as Record<string, Handler>;
  return handler!(request, { params: Promise.resolve(params) });
}
