import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { MOST_COUNTED } from '#lib/contract/desk/search/most-counted.ts';
import { listDocuments } from '../documents/operations/list-documents.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

/** Every tenth document is attached to the one before it. */
const COUNT = 12_000;

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
  const { database } = t.desk;
  await database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at, schema_id, parent_id)
    select md5(n::text)::uuid, format('file-%s.pdf', n), case when n % 100 = 0 then 'failed' when n % 2 = 0 then 'approved' else 'to_review' end, n,
      md5(n::text), timestamptz '2026-01-01' + n * interval '1 second', now(), case when n % 25 = 0 then 'orders' end,
      case when n % 10 = 0 then md5((n - 1)::text)::uuid end
    from generate_series(1, ${COUNT}) n`);
  await database.execute(sql`
    insert into desk.search_entries (document_id, words, short, phrases, values, comments, text)
    select id, array_to_tsvector(array['common', 'half' || size % 2, '~fil', '~ile', '~le-', '#' || size]), lower(name), '', '[]', '[]', 'common'
    from desk.documents where size <> 7`);
  await database.execute(sql`delete from desk.stale_searches`);
  await database.execute(sql`vacuum analyze desk.documents, desk.search_entries, desk.stale_searches`);
});
afterAll(() => t.close());

const list = (query: object) => listDocuments(t.desk, listDocumentsQuerySchema.parse({ page_size: 5, ...query }));
const numbers = async (query: object) => (await list(query)).items.map(({ size }) => size);

test('of a search that finds very many, the first are shown in the order of the list, and it is said that there are more', async () => {
  const found = await list({ q: 'common' });
  expect(found.items.map(({ size }) => size)).toEqual([12_000, 11_999, 11_998, 11_997, 11_996]);
  expect(found.total).toBeGreaterThan(MOST_COUNTED);
  expect(found.counts).toEqual({ approved: null, failed: null, to_review: null });
  expect(await numbers({ q: 'common', order: 'asc', page: 2 })).toEqual([6, 8, 9, 10, 11]);
  expect(await numbers({ q: 'common', sort: 'size', order: 'asc', page: 2 })).toEqual([6, 8, 9, 10, 11]);
  expect(await numbers({ q: 'common', sort: 'name', order: 'asc' })).toEqual([1, 10, 100, 1000, 10_000]);
});

test('with filters that leave few of very many, these are counted', async () => {
  const failed = await list({ q: 'common', state: 'failed' });
  expect(failed.items.map(({ size }) => size)).toEqual([12_000, 11_900, 11_800, 11_700, 11_600]);
  expect(failed).toMatchObject({ total: 120, counts: { approved: null, failed: null, to_review: null } });
  const orders = await list({ q: 'common', schema_id: 'orders' });
  expect(orders).toMatchObject({ total: 480, counts: { approved: 120, failed: 120, to_review: 240 } });
  expect(await list({ q: 'common', schema_id: 'orders', state: ['failed', 'approved'] })).toMatchObject({ total: 240 });
  expect(await list({ q: 'common', schema_id: 'none' })).toMatchObject({ items: [], total: 0, counts: {} });
});

test('attachments stand below their mail, whatever the search finds', async () => {
  const families = await list({ q: 'common', families: 'yes' });
  expect(families.items.map(({ size }) => size)).toEqual([11_999, 11_998, 11_997, 11_996, 11_995]);
  expect(families.attached?.map(({ size }) => size)).toEqual([12_000]);
  expect(families.total).toBeGreaterThan(MOST_COUNTED);
  const approved = await list({ q: 'common', families: 'yes', state: 'approved', order: 'asc' });
  expect(approved).toMatchObject({ heads: approved.total, attached: [] });
  expect(approved.items.map(({ size }) => size)).toEqual([2, 4, 6, 8, 10]);
});

test('a part of a word that very many have is found the same way, and what waits for the worker by its name', async () => {
  const query = { q: 'ile-', order: 'asc', page_size: 8 };
  expect(await numbers(query)).toEqual([1, 2, 3, 4, 5, 6, 8, 9]);
  await t.desk.database.execute(
    sql`insert into desk.stale_searches (document_id, due_at) select id, now() from desk.documents where size = 7`,
  );
  expect(await numbers(query)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  await t.desk.database.execute(sql`delete from desk.stale_searches`);
});

test('what a smaller part of the documents has is counted to its end', async () => {
  expect(await list({ q: 'common half1' })).toMatchObject({ total: 5999, counts: { to_review: 5999 } });
});
