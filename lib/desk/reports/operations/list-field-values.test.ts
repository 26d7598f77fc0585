import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ComparedValue, CompareFieldQuery } from '#lib/contract/desk/compare-field.ts';
import { documents } from '../../documents/tables.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { insertReviewable, ORDER_VALUES } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { listFieldValues } from './list-field-values.ts';

let t: TestDesk;
let schemaId: string;
const ids: string[] = [];
const compared = (more: Partial<CompareFieldQuery> = {}) =>
  listFieldValues(t.desk, { schema_id: schemaId, field: 'number', state: 'to_review', show: 'all', ...more });

beforeAll(async () => {
  t = await startTestDesk();
  for (let index = 0; index < 53; index += 1) {
    const values = { ...ORDER_VALUES, number: `N-${index}` };
    const made = await insertReviewable(t.desk, { values, name: `order-${index}.txt`, confidence: index === 7 ? 0.4 : 0.99, schemaId });
    schemaId ??= made.schemaId;
    ids.push(made.id);
    const createdAt = new Date(Date.UTC(2026, 0, 1) + Math.floor(index / 2) * 1000);
    await t.desk.database.update(documents).set({ createdAt }).where(eq(documents.id, made.id));
  }
});
afterAll(() => t?.close());

test('every document of the schema comes once, newest first, over several pages', async () => {
  const first = await compared();
  expect(first.items).toHaveLength(50);
  expect(first.total).toBe(53);
  const second = await compared({ after: first.next! });
  expect(second.next).toBeNull();
  const names = [...first.items, ...second.items].map((item) => item.value.value);
  expect(new Set(names).size).toBe(53);
  expect(names[0]).toBe('N-52');
});

test('what a person did is in the comparison, and can be left out', async () => {
  const { items } = await compared();
  const one = items[3] as ComparedValue;
  const draft = { kind: 'confirm' as const, pointer: one.value.pointer };
  await saveActions(t.desk, ACTOR, one.document.id, { revision: one.document.revision, actions: [{ id: crypto.randomUUID(), draft }] });
  const again = (await compared()).items[3];
  expect(again).toMatchObject({ document: { id: one.document.id, revision: 1 }, value: { status: 'confirmed' } });
  const untouched = await compared({ show: 'untouched' });
  expect(untouched.items.map((item) => item.document.id)).not.toContain(one.document.id);
});

test('only flagged values, only of a day, only in a state', async () => {
  const flagged = await compared({ show: 'flagged' });
  const rest = await compared({ show: 'flagged', after: flagged.next! });
  expect([...flagged.items, ...rest.items].map((item) => item.value.value)).toEqual(['N-7']);
  expect((await compared({ since: '2026-01-01T00:00:25.000Z' })).items).toHaveLength(3);
  expect(await compared({ state: 'approved' })).toMatchObject({ items: [], total: 0, next: null });
});

test('rows and unknown fields have no values here; a wrong cursor is refused', async () => {
  expect((await compared({ field: 'lines' })).items).toEqual([]);
  expect((await compared({ field: 'nothing' })).items).toEqual([]);
  await expect(compared({ after: 'x' })).rejects.toMatchObject({ code: 'invalid_request' });
});
