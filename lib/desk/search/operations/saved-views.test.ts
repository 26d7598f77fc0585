import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewDraftSchema } from '#lib/contract/desk/search/saved-view.ts';
import { auditEntries } from '../../audit/tables.ts';
import { startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { listViews, removeView, saveView, type Viewer } from './saved-views.ts';

const ANNA: Viewer = { id: 'anna', name: 'Anna', role: 'reviewer' };
const BEN: Viewer = { id: 'ben', name: 'Ben', role: 'reviewer' };
const VERA: Viewer = { id: 'vera', name: 'Vera', role: 'viewer' };
const ADMIN: Viewer = { id: 'admin', name: 'Ada', role: 'admin' };

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const draft = (name: string, shared = false) =>
  viewDraftSchema.parse({ name, is_shared: shared, state: { where: ['total:above:1000'], q: 'müller' } });
const namesOf = async (viewer: Viewer) => (await listViews(t.desk, viewer)).items.map(({ name }) => name);
const events = async () =>
  (await t.desk.database.select({ event: auditEntries.event }).from(auditEntries).where(eq(auditEntries.event, 'view.saved'))).length;

test('a view of one’s own is seen by nobody else, and nobody hears of it', async () => {
  const view = await saveView(t.desk, ANNA, draft('Large ones'));
  expect(view).toMatchObject({ state: { q: 'müller', where: ['total:above:1000'] }, may_change: true });
  expect(await namesOf(ANNA)).toEqual(['Large ones']);
  expect(await namesOf(BEN)).toEqual([]);
  await expect(removeView(t.desk, BEN, view.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await events()).toBe(0);
});

test('a shared view is everybody’s to use, and its owner’s or an admin’s to change', async () => {
  const view = await saveView(t.desk, ANNA, draft('Month end', true));
  expect(await namesOf(VERA)).toEqual(['Month end']);
  expect((await listViews(t.desk, BEN)).items[0]).toMatchObject({ may_change: false, owner: { name: 'Anna' } });
  await expect(saveView(t.desk, BEN, draft('Mine now', true), view.id)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(removeView(t.desk, BEN, view.id)).rejects.toMatchObject({ code: 'forbidden' });
  await saveView(t.desk, ADMIN, draft('Quarter end', true), view.id);
  expect((await listViews(t.desk, BEN)).items[0]).toMatchObject({ name: 'Quarter end', owner: { name: 'Anna' } });
  expect(await events()).toBe(2);
  await removeView(t.desk, ADMIN, view.id);
  expect(await namesOf(BEN)).toEqual([]);
});

test('a viewer saves views, but shares none', async () => {
  await expect(saveView(t.desk, VERA, draft('For all', true))).rejects.toMatchObject({ code: 'forbidden' });
  await saveView(t.desk, VERA, draft('For me'));
  expect(await namesOf(VERA)).toEqual(['For me']);
});

test('two views of a person have different names', async () => {
  await saveView(t.desk, BEN, draft('Twice'));
  await expect(saveView(t.desk, BEN, draft('twice'))).rejects.toMatchObject({ code: 'conflict' });
});
