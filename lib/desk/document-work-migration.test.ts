import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/platform/clock.ts';
import { createDatabaseBefore, type DatabaseBefore } from '#lib/platform/database/testing/database-before.ts';

let before: DatabaseBefore;

beforeAll(async () => {
  before = await createDatabaseBefore({ schema: 'desk', folder: 'lib/desk/migrations' }, '0015_document_work');
});
afterAll(() => before.close());

const rowsOf = (query: string) => before.rowsOf(query);

test('locks, assignments, postponements and splits move to tables of their own, and nothing else of a document changes', async () => {
  const [stack, part, plain] = [newId(), newId(), newId()];
  const split = newId();
  const common = "'a.pdf', 'to_review', 1, 'x', now(), now()";
  const insert = (id: string, columns: string, values: string) =>
    rowsOf(
      `insert into desk.documents (id, name, state, size, sha256, created_at, updated_at${columns}) values ('${id}', ${common}${values})`,
    );
  await insert(plain, '', '');
  await insert(stack, ', split_state, split_count, assigned_to_id, assigned_to_name', ", 'split', 2, 'ada', 'Ada'");
  await insert(
    part,
    ', split_from_id, split_from_name, split_id, split_pages, postponed_until, postponed_reason, lock_holder_id, lock_holder_name, lock_tab, lock_since, lock_expires_at, lock_ahead',
    `, '${stack}', 'stack.pdf', '${split}', '[{"number":2,"turn":90}]', '2027-01-02T03:04:05Z', 'Waits', 'bob', 'Bob', 't1', '2026-01-01T00:00:00Z', '2026-01-01T00:00:45Z', true`,
  );
  const kept = 'select id, name, state, change, changed_in from desk.documents order by id';
  const documents = await rowsOf(kept);

  await before.upgrade();

  expect(await rowsOf(kept)).toEqual(documents);
  expect(await rowsOf('select * from desk.document_splits')).toEqual([{ document_id: stack, state: 'split', count: 2 }]);
  expect(await rowsOf('select * from desk.document_assignments')).toMatchObject([
    { document_id: stack, person_id: 'ada', person_name: 'Ada' },
  ]);
  expect(await rowsOf('select * from desk.split_parts')).toEqual([
    { document_id: part, split_id: split, from_id: stack, from_name: 'stack.pdf', pages: [{ number: 2, turn: 90 }] },
  ]);
  expect(await rowsOf('select *, until::text from desk.document_postponements')).toMatchObject([{ document_id: part, reason: 'Waits' }]);
  expect(await rowsOf('select *, extract(epoch from expires_at - since)::int as seconds from desk.document_locks')).toMatchObject([
    { document_id: part, holder_id: 'bob', holder_name: 'Bob', tab: 't1', ahead: true, seconds: 45 },
  ]);
});

test('whoever writes one of those tables raises the document’s change; a heartbeat does not', async () => {
  const [{ id } = { id: '' }] = await rowsOf('select document_id as id from desk.document_splits');
  const changeOf = async () => Number((await rowsOf(`select change from desk.documents where id = '${id}'`))[0]!.change);
  const raises = async (statement: string) => {
    const earlier = await changeOf();
    await rowsOf(statement);
    return (await changeOf()) > earlier;
  };
  const lock = `insert into desk.document_locks values ('${id}', 'ada', 'Ada', 't1', now(), now() + interval '45 s')`;
  expect(await raises(lock)).toBe(true);
  expect(await raises(`update desk.document_locks set expires_at = now() + interval '60 s' where document_id = '${id}'`)).toBe(false);
  expect(await raises(`update desk.document_locks set tab = 't2' where document_id = '${id}'`)).toBe(true);
  expect(await raises(`delete from desk.document_locks where document_id = '${id}'`)).toBe(true);
  for (const [table, insert] of [
    ['document_assignments', `('${id}', 'bob', 'Bob') on conflict (document_id) do update set person_id = 'bob'`],
    ['document_postponements', `('${id}', now(), 'later')`],
    ['document_splits', `('${id}', 'proposed', 3) on conflict (document_id) do update set count = 3`],
    ['split_parts', `('${id}', '${newId()}', null, 'x', '[]')`],
  ]) {
    expect(await raises(`insert into desk.${table} values ${insert}`), table).toBe(true);
    expect(await raises(`delete from desk.${table} where document_id = '${id}'`), table).toBe(true);
  }
});
