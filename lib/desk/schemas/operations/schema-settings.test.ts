import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSchemaIds } from '../../testing/review-test-document.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { listSchemaSettings, saveSchemaSettings } from './schema-settings.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

test('reasons for rejecting are kept once each and in order, and stay where others save without them', async () => {
  const schemaId = (await listSchemaIds(t.desk)).Invoice!;
  const settings = { second_approval: { when: 'never' as const }, priority: null, due_after_hours: null, sample_percent: 0 };
  const reasonsOf = async () => (await listSchemaSettings(t.desk)).find(({ schema_id }) => schema_id === schemaId)?.rejection_reasons;
  expect(await reasonsOf()).toEqual([]);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, rejection_reasons: ['Not ours', 'Already paid', 'Not ours'] });
  expect(await reasonsOf()).toEqual(['Not ours', 'Already paid']);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, sample_percent: 5 });
  expect(await reasonsOf()).toEqual(['Not ours', 'Already paid']);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...settings, rejection_reasons: [] });
  expect(await reasonsOf()).toEqual([]);
});
