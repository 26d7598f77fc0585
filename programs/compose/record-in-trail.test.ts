import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditEntries } from '#lib/desk/audit/tables.ts';
import { createApiKey, ensureApiKey } from '#lib/service/context/api-keys.ts';
import { createService } from '#lib/service/service.ts';
import { startTestService, type TestService } from '#lib/service/testing/start-test-service.ts';
import { CLIENT_ADDRESS_HEADER } from '#lib/session/context/client-address.ts';
import { recordInTrail } from './record-in-trail.ts';

const CONFIGURED = 'configured-key-0123456789';
const DRAFT = { name: 'Slip', fields: [{ name: 'payee', type: 'string' }] };
let t: TestService;
let key: { id: string; key: string };

beforeAll(async () => {
  t = await startTestService({ worker: false });
  await ensureApiKey(t.context.database, CONFIGURED, 'desk');
  key = await createApiKey(t.context.database, 'robot');
});
afterAll(() => t?.close());
beforeEach(() => t.context.database.delete(auditEntries));

const entries = () => t.context.database.select().from(auditEntries).orderBy(auditEntries.id);
async function ask(
  path: string,
  options: { method: string; body?: unknown; address?: string | null; key?: string; bind?: string },
): Promise<Response> {
  const { method, body, address = '203.0.113.7', bind = '127.0.0.1' } = options;
  const config = { ...t.context.config, service: { ...t.context.config.service, bind } };
  const service = createService({ ...t.context, config, recordOperation: recordInTrail(config) });
  const headers = {
    authorization: `Bearer ${options.key ?? key.key}`,
    'content-type': 'application/json',
    ...(address === null ? {} : { [CLIENT_ADDRESS_HEADER]: address }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  return service.fetch(new Request(`http://service.test${path}`, { method, headers, ...sent }));
}

test('keys made and revoked with a key stand in the trail, with that key and the address', async () => {
  const made = (await (await ask('/v1/keys', { method: 'POST', body: { name: 'second', scopes: ['read'] } })).json()) as { id: string };
  await ask(`/v1/keys/${made.id}`, { method: 'DELETE' });
  expect(await entries()).toMatchObject([
    {
      event: 'api_key.made',
      actorId: `key:${key.id}`,
      actorName: 'API key “robot”',
      origin: { address: '203.0.113.7' },
      detail: { key: 'second' },
    },
    { event: 'api_key.revoked', actorId: `key:${key.id}`, detail: { key: 'second' } },
  ]);
});

test('schemas made, changed and removed with a key stand in the trail; what changes nothing does not', async () => {
  const made = (await (await ask('/v1/schemas', { method: 'POST', body: DRAFT })).json()) as { id: string };
  await ask(`/v1/schemas/${made.id}`, { method: 'PUT', body: DRAFT });
  await ask(`/v1/schemas/${made.id}`, { method: 'PUT', body: { ...DRAFT, name: 'Slip 2' } });
  expect((await ask(`/v1/schemas/${made.id}`, { method: 'DELETE' })).status).toBe(204);
  expect((await ask(`/v1/schemas/${made.id}`, { method: 'DELETE' })).status).toBe(404);
  expect((await entries()).map(({ event, detail }) => [event, detail.schema])).toEqual([
    ['service_schema.created', 'Slip'],
    ['service_schema.changed', 'Slip 2'],
    ['service_schema.removed', 'Slip 2'],
  ]);
});

test('examples saved and forgotten with a key stand in the trail, without the document’s name and values', async () => {
  const { database } = t.context;
  const { id } = (await (await ask('/v1/schemas', { method: 'POST', body: DRAFT })).json()) as { id: string };
  const document_id = '0198c0de-0000-7000-8000-000000000001';
  await database.execute(
    sql`insert into service.documents (id, name, size, sha256, status) values (${document_id}, 'secret.txt', 1, 'x', 'completed')`,
  );
  await database.delete(auditEntries);
  const path = `/v1/schemas/${id}/examples`;
  const made = await ask(path, { method: 'POST', body: { document_id, fields: { payee: { value: 'Quayside Ltd' } } } });
  expect(made.status).toBe(201);
  for (const address of [`${path}/${((await made.json()) as { id: string }).id}`, path]) await ask(address, { method: 'DELETE' });
  expect((await entries()).map(({ event, detail }) => [event, detail.schema])).toEqual([
    ['service_example.saved', 'Slip'],
    ['service_example.removed', 'Slip'],
  ]);
  // words that no random ID can hold, unlike four digits
  expect(JSON.stringify(await entries())).not.toMatch(/secret|Quayside/);
});

test('the desk’s own requests are left out; the same key from a client is not', async () => {
  await ask('/v1/schemas', { method: 'POST', body: DRAFT, key: CONFIGURED, address: null });
  expect(await entries()).toEqual([]);
  await ask('/v1/schemas', { method: 'POST', body: DRAFT, key: CONFIGURED });
  expect(await entries()).toHaveLength(1);
});

test('a service that others reach without our web program does not believe what they say of their address', async () => {
  await ask('/v1/schemas', { method: 'POST', body: DRAFT, bind: '0.0.0.0' });
  await ask('/v1/schemas', { method: 'POST', body: DRAFT, bind: '0.0.0.0', key: CONFIGURED, address: null });
  expect((await entries()).map(({ origin }) => origin?.address)).toEqual([null, null]);
});

test('when the trail cannot be written, nothing is done', async () => {
  await t.context.database.execute(sql`alter table ${auditEntries} rename column event to hidden`);
  try {
    const before = await t.context.database.execute(sql`select count(*)::int as count from service.schemas`);
    expect((await ask('/v1/schemas', { method: 'POST', body: DRAFT })).status).toBeGreaterThanOrEqual(500);
    expect((await t.context.database.execute(sql`select count(*)::int as count from service.schemas`)).rows).toEqual(before.rows);
  } finally {
    await t.context.database.execute(sql`alter table ${auditEntries} rename column hidden to event`);
  }
});
