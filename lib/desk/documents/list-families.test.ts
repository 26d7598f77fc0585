import { eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DeskDocumentState } from '#lib/contract/desk/desk-document.ts';
import { newId, now } from '#lib/platform/clock.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { type DocumentsQuery, listDocuments } from './operations/list-documents.ts';
import { documents } from './tables.ts';

let t: TestDesk;
beforeEach(async () => {
  t = await startTestDesk();
});
afterEach(() => t.close());

const query: DocumentsQuery = { families: 'yes', sort: 'created_at', order: 'asc', page: 1, page_size: 50 };
let clock = 0;

async function add(name: string, state: DeskDocumentState, parentId?: string): Promise<string> {
  const id = newId();
  clock += 1;
  const at = new Date(now().getTime() + clock * 10);
  const row = { id, name, state, size: 1, sha256: id.replaceAll('-', '').padEnd(64, '0'), folder: 'inbox', createdAt: at, updatedAt: at };
  await t.desk.database.insert(documents).values({ ...row, parentId: parentId ?? null, parentName: parentId ? 'mail' : null });
  return id;
}

/** The list as it is browsed, and as it is searched for what all documents have. */
const WAYS = [
  ['browsed', {}],
  ['searched', { q: 'inbox' }],
] as const;

const names = (list: { name: string }[] | undefined) => list?.map(({ name }) => name);

test.each(WAYS)('%s: attachments stand with their mail, and the mail says how it stands with all of them', async (_, sought) => {
  const mail = await add('mail.eml', 'to_review');
  await add('invoice.pdf', 'approved', mail);
  const inner = await add('inner.eml', 'unclassified', mail);
  await add('note.txt', 'failed', inner);
  await add('alone.pdf', 'approved');
  const list = await listDocuments(t.desk, { ...query, ...sought });
  expect(names(list.items)).toEqual(['mail.eml', 'alone.pdf']);
  expect(names(list.attached)).toEqual(['invoice.pdf', 'inner.eml', 'note.txt']);
  expect(list.families).toEqual({ [mail]: { approved: 1, unclassified: 1, failed: 1 } });
  expect(list).toMatchObject({ total: 5, heads: 2, counts: { approved: 2, to_review: 1, unclassified: 1, failed: 1 } });
});

test.each(WAYS)('%s: an attachment whose mail the filter leaves out stands for itself', async (_, sought) => {
  const mail = await add('mail.eml', 'approved');
  await add('invoice.pdf', 'to_review', mail);
  const inner = await add('inner.eml', 'to_review', mail);
  await add('note.txt', 'to_review', inner);
  const list = await listDocuments(t.desk, { ...query, ...sought, state: 'to_review' });
  expect(names(list.items)).toEqual(['invoice.pdf', 'inner.eml']);
  expect(names(list.attached)).toEqual(['note.txt']);
  expect(list).toMatchObject({ total: 3, heads: 2, families: { [inner]: { to_review: 1 } } });
});

test.each(WAYS)('%s: pages are made of heads, and each brings its own attachments', async (_, sought) => {
  for (const number of [1, 2, 3]) {
    const mail = await add(`mail-${number}.eml`, 'approved');
    await add(`part-${number}.pdf`, 'approved', mail);
  }
  const second = await listDocuments(t.desk, { ...query, ...sought, page: 2, page_size: 2 });
  expect(names(second.items)).toEqual(['mail-3.eml']);
  expect(names(second.attached)).toEqual(['part-3.pdf']);
  expect(second).toMatchObject({ total: 6, heads: 3 });
});

test('without families every document is a row of its own, and a mail that is gone takes its attachments along', async () => {
  const mail = await add('mail.eml', 'approved');
  await add('part.pdf', 'approved', mail);
  const flat = await listDocuments(t.desk, { sort: 'created_at', order: 'asc', page: 1, page_size: 50 });
  expect(names(flat.items)).toEqual(['mail.eml', 'part.pdf']);
  expect(flat.attached).toBeUndefined();
  await t.desk.database.delete(documents).where(eq(documents.id, mail));
  expect((await listDocuments(t.desk, query)).items).toEqual([]);
});

test('a list of twenty thousand documents in families does not compare every row with every other', async () => {
  await t.desk.database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at)
    select gen_random_uuid(), 'mail ' || n, 'to_review', 1, n, now() - n * interval '1 second', now() from generate_series(1, 10000) n`);
  await t.desk.database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at, parent_id, parent_name)
    select gen_random_uuid(), 'part of ' || name, 'to_review', 1, 'p' || sha256, created_at, now(), id, name from desk.documents`);
  const startedAt = performance.now();
  const list = await listDocuments(t.desk, { ...query, page_size: 100 });
  expect(list).toMatchObject({ total: 20_000, heads: 10_000 });
  expect(list.attached).toHaveLength(100);
  // a hundredth of it on a calm machine; a plan that compares every row with every other takes minutes
  expect(performance.now() - startedAt).toBeLessThan(60_000);
});
