import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import { newId } from '#lib/platform/clock.ts';
import { listDocuments } from '../documents/operations/list-documents.ts';
import { documents } from '../documents/tables.ts';
import { documentCells, documentValues } from '../documents/values/tables.ts';
import { addComment } from '../review/operations/comments.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { insertReviewable, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { indexStale } from './indexing/index-stale.ts';
import { searchEntries, staleSearches } from './tables.ts';

let t: TestDesk;
let schemaId: string;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: false });
});
afterAll(() => t.close());

const list = (query: object) => listDocuments(t.desk, listDocumentsQuerySchema.parse(query));
const names = async (query: object) => (await list({ sort: 'name', order: 'asc', ...query })).items.map(({ name }) => name);

test('a document is found by its values, in any spelling of numbers and days, and by parts of them', async () => {
  const one = await insertReviewable(t.desk, {
    name: 'first.pdf',
    values: { ...ORDER_VALUES, number: 'RE-2031/77 Müller GmbH', total: 1234.56 },
  });
  schemaId = one.schemaId;
  await insertReviewable(t.desk, {
    name: 'second.pdf',
    schemaId,
    values: { ...ORDER_VALUES, number: 'B-2', total: 99, date: '2026-04-01' },
  });
  await indexStale(t.desk);
  for (const q of ['muller', 'MÜLLER gm', 'üller', '1.234,56', '1234.56', "1'234.56", 're-2031', 're203177', '"müller gmbh"', '2031/77']) {
    expect(await names({ q }), q).toEqual(['first.pdf']);
  }
  expect(await names({ q: '01.04.2026' })).toEqual(['second.pdf']);
  expect(await names({ q: '2026-04-01' })).toEqual(['second.pdf']);
  expect(await names({ q: 'nails' })).toEqual(['first.pdf', 'second.pdf']);
  expect(await names({ q: 'nails müller' })).toEqual(['first.pdf']);
  for (const q of ['"gmbh müller"', 'mu second', '234.56', '"müller gm"', 'first second']) expect(await names({ q }), q).toEqual([]);
});

test('the answer says in which value a document was found, and marks it', async () => {
  const { items, found } = await list({ q: 'müll' });
  expect(found?.[items[0]!.id]).toMatchObject({ kind: 'value', label: 'number', sought: 'müll' });
  expect(found?.[items[0]!.id]?.parts.filter((part) => part.is_match)).toEqual([{ text: 'Müller', is_match: true }]);
  expect((await list({ q: 'first' })).found).toEqual({});
});

test('the text that is shown begins where most of the words stand together', async () => {
  await insertReviewable(t.desk, {
    name: 'long.pdf',
    values: { ...ORDER_VALUES, number: `pallet ${'filler '.repeat(40)} blue pallet of the harbour` },
  });
  await indexStale(t.desk);
  const { items, found } = await list({ q: 'pallet harbour' });
  expect(found?.[items[0]!.id]?.parts.filter((part) => part.is_match).map(({ text }) => text)).toEqual(['pallet', 'harbour']);
});

test('what a person corrected is found, and what stood there before is not', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'third.pdf', schemaId, values: { ...ORDER_VALUES, number: 'wrongly read' } });
  await indexStale(t.desk);
  expect(await names({ q: 'wrongly' })).toEqual(['third.pdf']);
  const actions = [{ id: newId(), draft: { kind: 'correct' as const, pointer: '/number', value: 'rightly typed', evidence: [] } }];
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions });
  await indexStale(t.desk);
  expect(await names({ q: 'wrongly' })).toEqual([]);
  expect(await names({ q: 'rightly' })).toEqual(['third.pdf']);
});

test('a document is found by what was said about it', async () => {
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.name, 'third.pdf'));
  await addComment(t.desk, ACTOR, row!.id, { id: newId(), text: 'Ask the warehouse about the pallets', pointer: null });
  await indexStale(t.desk);
  const { items, found } = await list({ q: 'warehouse pallets' });
  expect(items.map(({ name }) => name)).toEqual(['third.pdf']);
  expect(found?.[row!.id]).toMatchObject({ kind: 'comment' });
});

test('until the worker has come to a document, it is found by its name', async () => {
  await insertReviewable(t.desk, { name: 'unlooked.pdf', schemaId });
  expect(await names({ q: 'looked' })).toEqual(['unlooked.pdf']);
  expect(await names({ q: 'nails unlooked' })).toEqual([]);
  await indexStale(t.desk);
  expect(await names({ q: 'nails unlooked' })).toEqual(['unlooked.pdf']);
});

test('a document is found by the text of its pages, and the answer says on which page', async () => {
  const dropped = await t.drop('Delivery to the harbour\n\nContainer 4 711,50 kg arrived on Tuesday', { name: 'note.txt' });
  await t.desk.reader.read({ sha256: dropped.sha256, name: dropped.name, password: undefined });
  await t.desk.database.update(documents).set({ pagesRead: 1, pageCount: 1 }).where(eq(documents.id, dropped.id));
  await t.desk.database.update(staleSearches).set({ dueAt: new Date(0) });
  await indexStale(t.desk);
  const { items, found } = await list({ q: 'harbour container' });
  expect(items.map(({ id }) => id)).toEqual([dropped.id]);
  expect(found?.[dropped.id]).toMatchObject({ kind: 'page', page: 1 });
  expect(await names({ q: '4711.50' })).toEqual(['note.txt']);
  expect(await names({ q: '"arrived on tuesday"' })).toEqual(['note.txt']);
});

test('fields are filtered by what their values are', async () => {
  const where = async (...filters: string[]) => names({ schema_id: schemaId, where: filters });
  expect(await where('number:contains:MULLER')).toEqual(['first.pdf']);
  expect(await where('number:is:b-2')).toEqual(['second.pdf']);
  expect(await where('total:above:30')).toEqual(['first.pdf', 'second.pdf']);
  expect(await where('total:between:90..100')).toEqual(['second.pdf']);
  expect(await where('total:below:99')).toEqual(['third.pdf', 'unlooked.pdf']);
  expect(await where('date:after:2026-03-31')).toEqual(['second.pdf']);
  expect(await where('date:days:2026-03-01..2026-03-12', 'total:equals:1234.56')).toEqual(['first.pdf']);
  expect(await where('urgent:no')).toEqual([]);
  expect(await where('urgent:yes', 'number:contains:typed')).toEqual(['third.pdf']);
  expect(await where('lines:empty')).toEqual([]);
  expect(await where('lines:equals:2', 'date:before:2026-03-13', 'number:filled', 'total:above:1000')).toEqual(['first.pdf']);
});

test('documents are filtered by the cells of a column: one row that fits is enough', async () => {
  const lines = [
    { item: 'Käse', amount: 700 },
    { item: 'Käse', amount: 700 },
    { item: 'Bread', amount: null },
  ];
  const { id } = await insertReviewable(t.desk, { name: 'cheese.pdf', schemaId, values: { ...ORDER_VALUES, lines } });
  await indexStale(t.desk);
  const where = async (...filters: string[]) => names({ schema_id: schemaId, where: filters });
  expect(await where('lines.item:contains:kase')).toEqual(['cheese.pdf']);
  expect(await where('lines.item:is:bread', 'lines.amount:above:699')).toEqual(['cheese.pdf']);
  expect(await where('lines.amount:between:15..25', 'number:is:b-2')).toEqual(['second.pdf']);
  expect(await where('lines.amount:above:700')).toEqual([]);
  expect(await where('lines.item:above:1')).toEqual([]);
  // equal cells of a column are kept once
  expect(await t.desk.database.select().from(documentCells).where(eq(documentCells.documentId, id))).toHaveLength(3);
  const actions = [{ id: newId(), draft: { kind: 'correct' as const, pointer: '/lines/0/item', value: 'Ham', evidence: [] } }];
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions });
  // at once, before the search was told
  expect(await where('lines.item:is:ham')).toEqual(['cheese.pdf']);
  const rest = [{ id: newId(), draft: { kind: 'remove_row' as const, pointer: '/lines/2' } }];
  await saveActions(t.desk, ACTOR, id, { revision: 1, actions: rest });
  expect(await where('lines.item:is:bread')).toEqual([]);
  await t.desk.database.delete(documents).where(eq(documents.id, id));
  expect(await where('lines.item:is:ham')).toEqual([]);
});

test('a column is empty where no row has a value in it', async () => {
  const lines = [{ item: 'Rent', amount: null }];
  const { id } = await insertReviewable(t.desk, { name: 'priceless.pdf', schemaId, values: { ...ORDER_VALUES, lines } });
  await indexStale(t.desk);
  expect(await names({ schema_id: schemaId, where: 'lines.amount:empty' })).toEqual(['priceless.pdf']);
  expect(await names({ schema_id: schemaId, where: ['lines.amount:filled', 'lines.item:is:rent'] })).toEqual([]);
  await t.desk.database.delete(documents).where(eq(documents.id, id));
});

test('an empty field is found by being empty', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'without.pdf', schemaId, values: { ...ORDER_VALUES, date: null } });
  await indexStale(t.desk);
  expect(await names({ schema_id: schemaId, where: 'date:empty' })).toEqual(['without.pdf']);
  expect(await t.desk.database.select().from(documentValues).where(eq(documentValues.documentId, id))).toHaveLength(6);
});

test('the list gives the values of its columns and is sorted by them, empty ones last', async () => {
  const { items, values } = await list({ schema_id: schemaId, columns: ['total', 'date'], sort: 'field:date', order: 'desc' });
  expect(items[0]?.name).toBe('second.pdf');
  expect(items.at(-1)?.name).toBe('without.pdf');
  expect(values?.[items[0]!.id]).toEqual({ total: { text: '99.00' }, date: { text: '2026-04-01' } });
  expect(await names({ schema_id: schemaId, sort: 'field:total', order: 'desc' })).toMatchObject({ 0: 'first.pdf', 1: 'second.pdf' });
});

test('what can be found of a document goes with it', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'gone.pdf', schemaId });
  await indexStale(t.desk);
  await t.desk.database.execute(sql`delete from desk.documents where id = ${id}`);
  for (const table of [searchEntries, documentValues]) {
    expect(await t.desk.database.select({ id: table.documentId }).from(table).where(eq(table.documentId, id))).toEqual([]);
  }
});

test('a change while a document is being indexed leaves it stale', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'busy.pdf', schemaId });
  const [before] = await t.desk.database.select().from(staleSearches).where(eq(staleSearches.documentId, id));
  await t.desk.database.update(documents).set({ folder: 'moved' }).where(eq(documents.id, id));
  const { indexDocument } = await import('./indexing/index-document.ts');
  await indexDocument(t.desk, id, before!.turn);
  const [after] = await t.desk.database.select().from(staleSearches).where(eq(staleSearches.documentId, id));
  expect(after!.turn).toBeGreaterThan(before!.turn);
});

test('a document that cannot be indexed does not stop the others', async () => {
  const bad = await insertReviewable(t.desk, { name: 'bad.pdf', schemaId });
  await insertReviewable(t.desk, { name: 'good.pdf', schemaId });
  // a reading that breaks on every try
  const reader = { ...t.desk.reader, listPages: async () => Promise.reject(new Error('broken page')) };
  await t.desk.database.update(documents).set({ pageCount: 1 }).where(eq(documents.id, bad.id));
  const quiet = { ...t.desk.log, error: () => undefined, warn: () => undefined };
  await indexStale({ ...t.desk, reader, log: quiet as never });
  expect(await names({ q: 'nails good' })).toEqual(['good.pdf']);
  expect(await t.desk.database.select().from(staleSearches).where(eq(staleSearches.documentId, bad.id))).toHaveLength(1);
});
