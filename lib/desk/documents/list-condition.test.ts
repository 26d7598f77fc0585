import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import type { ListFilters } from '#lib/contract/desk/search/list-filters.ts';
import { now } from '#lib/platform/clock.ts';
import { planOf } from '../testing/plan-of.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { findListCondition } from './list-condition.ts';
import { queues } from './tables.ts';

/** Of a desk that was used for a while: nearly all is decided. */
const COUNT = 20_000;
const QUEUE = '00000000-0000-7000-8000-000000000001';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
  const { database } = t.desk;
  await database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at, schema_id, open_flags, due_at, trouble, first_approval)
    select gen_random_uuid(), format('file-%s.pdf', n), state, n, md5(n::text), now() - make_interval(mins => n), now(), format('schema-%s', n % 20), n % 4,
      now() + make_interval(mins => n - 10000), case when state = 'extracting' then '{}'::jsonb end,
      case when n % 200 = 1 then '{"id": "ben", "name": "Ben", "at": "2026-01-05T10:00:00Z"}'::jsonb end
    from generate_series(1, ${COUNT}) n
    cross join lateral (select case when n % 25 = 1 then 'to_review' when n % 500 = 2 then 'extracting' when n % 100 = 3 then 'failed'
      else 'approved' end as state) as is_in`);
  await database.execute(sql`
    insert into desk.document_assignments (document_id, person_id, person_name)
    select id, format('person-%s', size % 100), 'Person' from desk.documents where size % 3 = 0`);
  await database.execute(sql`
    insert into desk.document_postponements (document_id, until, reason)
    select id, now() + make_interval(days => 5), 'Waits' from desk.documents where state = 'to_review' and size % 10 = 1`);
  const draft = queueDraftSchema.parse({ name: 'Orders', filter: { schema_id: 'schema-1' } });
  await database.insert(queues).values({ id: QUEUE, draft, createdAt: now(), updatedAt: now() });
  await database.execute(sql`vacuum analyze desk.documents, desk.document_assignments, desk.document_postponements`);
});
afterAll(() => t.close());

const planFor = async (filters: ListFilters) => planOf(t.desk.database, await findListCondition(t.desk.database, filters, 'person-3'));

test.each<[ListFilters, string]>([
  [{ assigned_to: 'me' }, 'document_assignments_person'],
  [{ assigned_to: 'person-4' }, 'document_assignments_person'],
  [{ postponed: 'yes' }, 'documents_pkey'],
  [{ due: 'set' }, 'documents_state'],
  [{ due: 'overdue' }, 'documents_state'],
  [{ flags: 'some' }, 'documents_state'],
  [{ flags: 'none' }, 'documents_state'],
  [{ second_approval: 'yes' }, 'documents_state'],
  [{ held_up: 'yes' }, 'documents_state'],
  [{ deployment: 'attic' }, 'documents_pkey'],
  [{ queue: 'none' }, 'documents_schema'],
  [{ queue: QUEUE }, 'documents_schema'],
])('a filter that selects few, %j, finds them by %s and reads no other document', async (filters, index) => {
  const plan = await planFor(filters);
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on documents');
});

test.each<ListFilters>([{ assigned_to: 'nobody' }, { assigned_to: 'others' }, { assigned_to: 'me_or_nobody' }, { postponed: 'no' }])(
  'a filter that selects many, %j, is joined with the documents once, not looked up for each',
  async (filters) => {
    const plan = await planFor(filters);
    expect(plan).toMatch(/(Hash|Merge)( Anti)? Join/);
    expect(plan).not.toContain('SubPlan');
  },
);
