import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { verifyAudit } from '../append-audit.ts';
import { withAuditOrigin } from '../audit-origin.ts';
import { auditEntries } from '../tables.ts';
import { createStrangerRecorder } from './record-stranger-event.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

const listEntries = () => t.desk.database.select().from(auditEntries).orderBy(asc(auditEntries.id));

test('a failed sign-in is an entry with its address, and what was typed is cut and cleaned', async () => {
  const record = createStrangerRecorder(t.desk, t.desk.log);
  await withAuditOrigin({ address: '203.0.113.9', session: null }, () =>
    record('sign_in.failed', { account: `a\u0000b\u202e\n${'x'.repeat(400)}`, step: 'password' }),
  );
  const entry = (await listEntries()).at(-1)!;
  expect(entry).toMatchObject({ event: 'sign_in.failed', actorId: null, origin: { address: '203.0.113.9', session: null } });
  expect(entry.detail.step).toBe('password');
  expect(entry.detail.account).toBe(`a·b··${'x'.repeat(249)}`);
  expect((await verifyAudit(t.desk.database)).broken).toBeNull();
});

test('of a flood only so many become entries, and how many were left out is told', async () => {
  const before = (await listEntries()).length;
  const record = createStrangerRecorder(t.desk, t.desk.log, { tellMs: 1 });
  await Promise.all(Array.from({ length: 2000 }, (_, index) => record('sign_in.failed', { account: `person-${index}@example.org` })));
  const toldOf = async () => {
    const entries = (await listEntries()).slice(before).filter(({ event }) => event === 'sign_in.left_out');
    return entries.reduce((sum, { detail }) => sum + Number(detail.entries), 0);
  };
  const written = async () => (await listEntries()).slice(before).filter(({ event }) => event === 'sign_in.failed').length;
  while ((await toldOf()) + (await written()) < 2000) await sleep(20);
  expect(await written()).toBeGreaterThanOrEqual(100);
  expect((await listEntries()).length - before).toBeLessThan(300);
  expect((await verifyAudit(t.desk.database)).broken).toBeNull();
});
