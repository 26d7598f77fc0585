import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { approve } from '../../review/operations/decide.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { saveQualitySample } from '../../review/operations/quality-samples.ts';
import { saveSchema } from '../../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../../schemas/operations/schema-settings.ts';
import { ORDER } from '../../testing/insert-reviewable.ts';
import { PLAIN_SETTINGS } from '../../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { getLearned } from './get-learned.ts';

// with the real service
let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
}, 60_000);
afterAll(() => t.close());

const BOB = { id: 'bob', name: 'Bob' };
const SETTINGS = { ...PLAIN_SETTINGS, sample_percent: 100 };
const order = (number: string) =>
  `ORDER of the Riverside Mill\n\nNumber: ${number}\nDate: 2026-03-12\nTotal: 30.00 EUR\n\nDelivered to the yard in Harbour Lane.\n`;

async function recordOf(schemaId: string, number: string) {
  const { id } = await t.drop(order(number), { name: `${number}.txt`, schemaId });
  await t.until(id, 'to_review');
  const { fields } = await getDocument(t.desk, id);
  const value = fields?.number;
  return value && !Array.isArray(value) ? value.record : undefined;
}

test('approvals that were waved through count for less once quality samples found errors that they had missed', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Waved through' });
  await saveSchemaSettings(t.desk, ACTOR, schemaId, SETTINGS);
  const ids: string[] = [];
  for (const number of ['A-11', 'A-12', 'A-13', 'A-14', 'A-15', 'A-16']) {
    const { id } = await t.drop(order(number), { name: `${number}.txt`, schemaId });
    const { revision } = await t.until(id, 'to_review');
    await approve(t.desk, ACTOR, id, { revision, sign_off: true });
    ids.push(id);
  }
  const learned = async () => (await getLearned(t.desk, schemaId)).places[0];
  await vi.waitFor(async () => expect((await learned())?.layouts[0]?.document_count).toBe(6), { timeout: 30_000, interval: 50 });
  expect((await learned())?.second_checks).toEqual({ documents: 0, errors: 0, caught: 0 });
  expect(await recordOf(schemaId, 'B-1')).toEqual({ right: 6, count: 6, untouched: 6, likely: 6 });
  // two are checked: one is borne out, of the other Bob reads another number
  await saveQualitySample(t.desk, BOB, ids[0]!, { fields: [{ pointer: '/number', agrees: true }] });
  await saveQualitySample(t.desk, BOB, ids[1]!, { fields: [{ pointer: '/number', agrees: false, right: 'A-72' }] });
  await vi.waitFor(async () => expect((await learned())?.second_checks).toEqual({ documents: 2, errors: 1, caught: 0 }), {
    timeout: 30_000,
    interval: 50,
  });
  const after = await recordOf(schemaId, 'B-2');
  expect(after).toMatchObject({ right: 5, count: 6, untouched: 4 });
  expect(after?.likely).toBeLessThanOrEqual(5);
}, 120_000);
