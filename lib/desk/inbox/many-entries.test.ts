import { count, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { startTestQueues, type TestQueues } from '../testing/start-test-queues.ts';
import { maintainInbox } from './maintain-inbox.ts';
import { inboxEntries } from './tables.ts';

const [DOCUMENTS, PEOPLE] = [100, 90];
let t: TestQueues;
beforeAll(async () => {
  t = await startTestQueues();
  t.desk.listAccounts = async () =>
    Array.from({ length: PEOPLE }, (_, index) => {
      const id = `person-${index}`;
      return { id, name: `Person ${index}`, email: `${id}@example.org`, role: 'reviewer' as const, active: true };
    });
});
afterAll(() => t?.close());

test('more second approvals than one statement takes are all told', async () => {
  await insertReviewable(t.desk);
  const first = JSON.stringify({ ...ACTOR, at: new Date().toISOString() });
  await t.desk.database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, schema_id, schema_name, schema_version, created_at, updated_at, first_approval)
    select gen_random_uuid(), 'copy', 'to_review', size, sha256, schema_id, schema_name, schema_version, created_at, updated_at, ${first}::jsonb
    from desk.documents cross join generate_series(1, ${DOCUMENTS})`);
  await maintainInbox(t.desk);
  const [told] = await t.desk.database.select({ total: count() }).from(inboxEntries);
  expect(told?.total).toBe(DOCUMENTS * PEOPLE);
});
