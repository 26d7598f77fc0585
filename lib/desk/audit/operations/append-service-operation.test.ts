import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listWholeAudit } from '../../reports/operations/list-audit.ts';
import { startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { verifyAudit } from '../append-audit.ts';
import { auditEntries } from '../tables.ts';
import { appendServiceOperation } from './append-service-operation.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

test('what is done with a key stands in the trail with the key and the address, and is found by both', async () => {
  const done = { event: 'api_key.made', key: { id: 'k1', name: 'till' }, address: '203.0.113.7', detail: { key: 'second till' } };
  await t.desk.database.transaction((transaction) => appendServiceOperation(transaction, done));
  const [entry] = await t.desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  expect(entry).toMatchObject({ event: 'api_key.made', actorId: 'key:k1', actorName: 'API key “till”', detail: { key: 'second till' } });
  expect(entry?.origin).toEqual({ address: '203.0.113.7', session: null });
  for (const q of ['second till', '203.0.113.7']) expect((await listWholeAudit(t.desk, { page: 1, q })).items).toHaveLength(1);
  expect((await verifyAudit(t.desk.database)).broken).toBeNull();
});

test('an operation that is taken back leaves no entry', async () => {
  const count = async () => (await listWholeAudit(t.desk, { page: 1 })).total;
  const before = await count();
  const failing = t.desk.database.transaction(async (transaction) => {
    await appendServiceOperation(transaction, { event: 'api_key.made', key: { id: 'k1', name: 'till' }, address: null, detail: {} });
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(await count()).toBe(before);
});
