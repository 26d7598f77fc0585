import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { actions } from '#lib/desk/review/tables.ts';
import { insertReviewable } from '#lib/desk/testing/insert-reviewable.ts';
import { createTestDatabase, type TestDatabase } from '#lib/platform/database/testing/test-database.ts';
import { createUser } from '#lib/session/people/create-user.ts';
import { getBackend } from '../backend.ts';
import { type Account, type Person, playInterleaving } from '../testing/play-interleaving.ts';
import { applyIntent, modelOf } from '../testing/review-model.ts';
import { serveRoutes } from '../testing/serve-routes.ts';

const PLAYS = Number(process.env.INTERLEAVINGS ?? 4);
const STEPS = 30;
/** Plays that run at the same time, each at a document of its own. */
const AT_ONCE = 6;
const FIRST_SEED = Number(process.env.FIRST_SEED ?? 1);

let testDatabase: TestDatabase;
let dataDir: string;
let server: Awaited<ReturnType<typeof serveRoutes>>;
let accounts: [Account, Account];

async function join(name: string): Promise<Account> {
  const { sessions } = await getBackend();
  const account = { name, email: `${name}@example.org`.toLowerCase(), password: `a long password of ${name}` };
  const { id } = await testDatabase.database.transaction((transaction) =>
    createUser(sessions.context.auth, transaction, { ...account, role: 'reviewer' }),
  );
  const { host, origin } = new URL(server.url);
  const signedIn = await sessions.answer(
    new Request(`${origin}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { host, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ email: account.email, password: account.password }),
    }),
  );
  const cookies = signedIn.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
  return { id, name, cookie: cookies.join('; ') };
}

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'countersign-interleave-'));
  Object.assign(process.env, {
    DATABASE_URL: testDatabase.url,
    COUNTERSIGN_DATA_DIR: dataDir,
    COUNTERSIGN_SERVICE_PORT: '9',
    COUNTERSIGN_LOG_LEVEL: 'error',
  });
  const document = await import('./documents/[id]/route.ts');
  const saving = await import('./documents/[id]/actions/route.ts');
  const lock = await import('./documents/[id]/lock/route.ts');
  server = await serveRoutes([
    ['GET', '/api/documents/:id', document.GET as never],
    ['POST', '/api/documents/:id/actions', saving.POST as never],
    ['POST', '/api/documents/:id/lock', lock.POST as never],
  ]);
  accounts = [await join('Ada'), await join('Grace')];
});

afterAll(async () => {
  await server?.close();
  await (await getBackend()).close().catch(() => undefined);
  await testDatabase.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** What is wrong with how two people's work came together; empty when nothing is. */
async function judge(id: string, first: DeskDocumentDetail, people: Person[]): Promise<string[]> {
  const { desk } = await getBackend();
  const saved = await desk.database.select().from(actions).where(eq(actions.documentId, id)).orderBy(asc(actions.sequence));
  const faults = people.flatMap((person) => person.faults);
  const known = new Set(saved.map((action) => action.id));
  const start = modelOf(first.fields ?? {});
  const model = structuredClone(start);
  const gone = new Map<string, Set<string>>();
  for (const action of saved) {
    const person = people.find(({ account }) => account.id === action.actorId);
    const own = person?.intents.get(action.id);
    if (!person || (!own && !person.derived.has(action.id))) {
      faults.push(`${action.id} was made by nobody`);
      continue;
    }
    const intent = own ?? derivedIntent(model, action.id, action.draft);
    const mayOverwrite = (target: string, value: unknown) =>
      !own || person.insisted.some((one) => one.target === target && JSON.stringify(one.value) === JSON.stringify(value));
    const fault = applyIntent(model, intent, action.draft, start, mayOverwrite);
    if (fault) faults.push(`${person.account.name}: ${fault}`);
    if (action.draft.kind === 'remove_row') gone.set(intent.name, (gone.get(intent.name) ?? new Set()).add(intent.row ?? ''));
  }
  for (const person of people) {
    for (const id of person.acknowledged) if (!known.has(id)) faults.push(`${id} was acknowledged and is not there`);
    for (const [id, { draft, name, row }] of person.intents) {
      const isMoot = (draft.kind === 'remove_row' || draft.kind === 'move_row') && gone.get(name)?.has(row ?? '');
      const isBack = draft.kind === 'insert_row' && draft.restores !== undefined;
      if (!known.has(id) && !person.givenUp.has(id) && !isMoot && !isBack) faults.push(`${draft.kind} ${draft.pointer} was lost`);
    }
  }
  const end = await getDocument(desk, id);
  if (JSON.stringify(modelOf(end.fields ?? {})) !== JSON.stringify(model)) {
    faults.push(`the desk ended with ${JSON.stringify(modelOf(end.fields ?? {}))} in place of ${JSON.stringify(model)}`);
  }
  for (const person of people) {
    const seen = modelOf((await person.look()).fields ?? {});
    if (JSON.stringify(seen) !== JSON.stringify(model)) faults.push(`${person.account.name} sees something else than the desk`);
  }
  return faults;
}

/** Of an action that settling a conflict made: what it does where it was saved. */
function derivedIntent(model: ReturnType<typeof modelOf>, id: string, draft: (typeof actions.$inferSelect)['draft']) {
  const [, name = '', index, column] = draft.pointer.split('/');
  const rows = model.rows[name] ?? [];
  if (draft.kind === 'insert_row') return { id, draft, name, row: draft.restores ?? id, after: rows[Number(index) - 1]?.key ?? null };
  const row = rows[Number(index)]?.key;
  return { id, draft, name, ...(row ? { row } : {}), ...(column ? { column } : {}) };
}

test(
  `two people at one document, ${PLAYS} seeded plays of actions, reloads, take-overs and lost requests: nothing lost, nothing merged wrongly`,
  async () => {
    const { desk } = await getBackend();
    const counts = { saved: 0, givenUp: 0, derived: 0 };
    const seeds = Array.from({ length: PLAYS }, (_, index) => FIRST_SEED + index);
    const playOn = async () => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const { id } = await insertReviewable(desk);
        const first = await getDocument(desk, id);
        const people = await playInterleaving(seed, `${server.url}/api/documents/${id}`, accounts, STEPS);
        expect(await judge(id, first, people), `seed ${seed}`).toEqual([]);
        for (const person of people) {
          person.stop();
          counts.saved += person.acknowledged.size;
          counts.givenUp += person.givenUp.size;
          counts.derived += person.derived.size;
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, playOn));
    console.log(`${PLAYS} plays: ${counts.saved} actions saved, ${counts.givenUp} given up by choice, ${counts.derived} made by choices`);
    expect(counts.saved).toBeGreaterThan(PLAYS);
  },
  240_000 + PLAYS * 20_000,
);
