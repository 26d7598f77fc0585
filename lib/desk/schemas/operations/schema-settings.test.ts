import { afterAll, beforeAll, expect, test } from 'vitest';
import { PLAIN_SETTINGS } from '../../testing/plain-settings.ts';
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
  const reasonsOf = async () => (await listSchemaSettings(t.desk)).find(({ schema_id }) => schema_id === schemaId)?.rejection_reasons;
  expect(await reasonsOf()).toEqual([]);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, rejection_reasons: ['Not ours', 'Already paid', 'Not ours'] });
  expect(await reasonsOf()).toEqual(['Not ours', 'Already paid']);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, sample_percent: 5 });
  expect(await reasonsOf()).toEqual(['Not ours', 'Already paid']);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, rejection_reasons: [] });
  expect(await reasonsOf()).toEqual([]);
});
