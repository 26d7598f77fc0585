import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutInsightsSchema } from '#lib/contract/desk/insights/layout-insights.ts';
import { forget } from '../learning/operations/forget.ts';
import { approve } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { countDocument } from './count-document.ts';
import { listLayoutInsights } from './operations/list-layout-insights.ts';

// with the real embedded service, which says what has one layout
let t: TestDesk;
let schemaId: string;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
  const fields = ORDER.fields.filter(({ name }) => name === 'number');
  schemaId = (await saveSchema(t.desk, ACTOR, { ...ORDER, fields, rules: [] })).id;
});
afterAll(() => t.close());

const order = (number: string) =>
  `ORDER of the Riverside Mill\n\nNumber: ${number}\nDate: 2026-03-12\nDelivered to the yard in Harbour Lane.\n`;
const letter = (number: string) =>
  `Dear Ada,\n\nthank you for coming to see us. We close in May and open in autumn.\n\nYours, Ben\n${number}\n`;

async function approved(name: string, text: string, number: string): Promise<void> {
  const { id } = await t.drop(text, { name, schemaId });
  const { revision } = await t.until(id, 'to_review');
  const draft = { kind: 'correct' as const, pointer: '/number', value: number, evidence: [] };
  const saved = await saveActions(t.desk, ACTOR, id, { revision, actions: [{ id: crypto.randomUUID(), draft }] });
  await approve(t.desk, ACTOR, id, { revision: saved.document.revision, sign_off: true });
  await countDocument(t.desk, id);
}
const dayBefore = (days: number) => new Date(Date.now() - days * 24 * 60 * 60_000).toISOString().slice(0, 10);
const insights = async (from = dayBefore(0), to = dayBefore(0)) =>
  layoutInsightsSchema.parse(await listLayoutInsights(t.desk, { schema_id: schemaId, from, to }));

test('documents of one layout are counted together, those with most changed values first, and what was forgotten with the rest', async () => {
  await approved('a.txt', order('A-1'), 'A-1');
  await approved('b.txt', order('A-2'), 'A-2');
  await approved('letter.txt', letter('L-77'), 'another');
  await expect.poll(async () => (await insights()).layouts.map(({ work }) => work.approved), { timeout: 30_000 }).toEqual([1, 2]);
  const [letters, orders] = (await insights()).layouts;
  expect(letters!.work).toMatchObject({ values: 1, changed: 1, unchanged: 0 });
  expect(orders!.work).toMatchObject({ values: 2 });
  const { rest, problems, is_cut } = await insights();
  expect({ rest, problems, is_cut }).toMatchObject({ rest: { approved: 0, values: 0 }, problems: [], is_cut: false });

  expect(await insights(dayBefore(9), dayBefore(3))).toMatchObject({ layouts: [], rest: { approved: 0 } });
  await forget(t.desk, ACTOR, schemaId, { scope: 'layout', deployment_id: letters!.deployment_id, layout_id: letters!.id });
  expect(await insights()).toMatchObject({ layouts: [{ id: orders!.id }], rest: { approved: 1, values: 1, changed: 1 } });
});

test('of an unknown schema nothing is told', async () => {
  const asked = listLayoutInsights(t.desk, { schema_id: 'nobody', from: dayBefore(0), to: dayBefore(0) });
  await expect(asked).rejects.toMatchObject({ code: 'not_found' });
});
