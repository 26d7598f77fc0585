import { type SQL, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documents } from '../documents/tables.ts';
import { valuesCondition } from '../documents/values/values-condition.ts';
import { planOf as countingPlanOf } from '../testing/plan-of.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { isFoundBy } from './search-condition.ts';

const COUNT = 20_000;

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
  const { database } = t.desk;
  await database.execute(sql`
    insert into desk.documents (id, name, state, size, sha256, created_at, updated_at, schema_id)
    select gen_random_uuid(), format('file-%s.pdf', n), 'to_review', n, md5(n::text), now(), now(), 'orders' from generate_series(1, ${COUNT}) n`);
  await database.execute(sql`
    insert into desk.search_entries (document_id, words, short, phrases, values, comments, text)
    select id, array_to_tsvector(array['word' || size % 1000, 'other' || size % 900, '~wor', '~ord', '#' || size]), lower(name), '', '[]', '[]', repeat('text ', 200)
    from desk.documents`);
  await database.execute(sql`
    insert into desk.document_values (document_id, schema_id, field, text, folded, number)
    select id, 'orders', 'total', size::text, size::text, size from desk.documents`);
  // a number and a text for each document
  await database.execute(sql`
    insert into desk.document_cells (document_id, schema_id, field, place, folded, number)
    select id, 'orders', 'lines.amount', 0, size::text, size from desk.documents
    union all select id, 'orders', 'lines.item', 0, 'item ' || size, null from desk.documents`);
  await database.execute(sql`delete from desk.stale_searches`);
  await database.execute(
    sql`vacuum analyze desk.documents, desk.search_entries, desk.document_values, desk.document_cells, desk.stale_searches`,
  );
});
afterAll(() => t.close());

const planOf = (condition: SQL | undefined) => countingPlanOf(t.desk.database, condition);

test('a search looks its words up in the index, and reads no other entry', async () => {
  const plan = await planOf(isFoundBy('word12 other7'));
  expect(plan).toContain('Bitmap Index Scan on search_entries_words');
  expect(plan).not.toContain('Seq Scan on search_entries');
  expect(plan).not.toContain('Seq Scan on documents');
});

test('a number of a field is looked up in the index of its field', async () => {
  const plan = await planOf(valuesCondition('orders', 'total:between:100..120'));
  expect(plan).toMatch(/Index (Only )?Scan using document_values_number|Bitmap Index Scan on document_values_number/);
  expect(plan).not.toContain('Seq Scan');
});

test('a text of a field is looked up in the index of its field', async () => {
  const plan = await planOf(valuesCondition('orders', 'total:is:77'));
  expect(plan).toContain('document_values_text');
  expect(plan).not.toContain('Seq Scan');
});

test('a number and a text of a column of rows are looked up in the index of their kind', async () => {
  const numbers = await planOf(valuesCondition('orders', 'lines.amount:between:100..120'));
  expect(numbers).toContain('document_cells_number');
  expect(numbers).not.toContain('Seq Scan');
  const texts = await planOf(valuesCondition('orders', 'lines.item:is:item 77'));
  expect(texts).toContain('document_cells_text');
  expect(texts).not.toContain('Seq Scan');
});

test('where a rule on values is denied or one of several, the value of each document is looked up by its key', async () => {
  const isHeld = valuesCondition('orders', ['total:above:0', 'total:filled']) as SQL;
  const plan = await planOf(sql`${documents.id} = '00000000-0000-7000-8000-000000000001' and not coalesce(${isHeld}, false)`);
  expect(plan).toContain('document_values_key');
  expect(plan).not.toContain('Seq Scan on document_values');
});
