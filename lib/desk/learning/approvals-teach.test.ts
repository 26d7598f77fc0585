import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { ORDER } from '../testing/insert-reviewable.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

// with the real embedded service
let t: TestDesk;
let client: DeploymentClient;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
  ({ client } = await t.desk.present());
});
afterAll(() => t.close());

const listOf = async (schemaId: string) =>
  (await client.listExamples(schemaId).catch(() => null))?.items.map(({ document_name, status, value_count, approved_by, approved_at }) => {
    return { document_name, status, value_count, approved_by, approved_at };
  });

/** A document of a schema under review. */
async function extracted(schemaId: string, name: string) {
  const { id } = await t.drop(`ORDER\n\nNumber: A-17\nDate: 2026-03-12\nTotal: 30.00 EUR\n\nWritten for ${name}\n`, { name, schemaId });
  return t.until(id, 'to_review');
}

test('the embedded service learns from an approval, forgets it when that is taken back, and forgets a removed document', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, ORDER);
  const { id, revision } = await extracted(schemaId, 'first.txt');
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-17', evidence: [] };
  const { document } = await saveActions(t.desk, ACTOR, id, { revision, actions: [{ id: crypto.randomUUID(), draft }] });
  const { approval, document: approved } = await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
  const learned = { document_name: 'first.txt', status: 'completed', approved_by: ACTOR.name, approved_at: approval?.at };
  await expect.poll(() => listOf(schemaId), { timeout: 30_000 }).toMatchObject([learned]);
  await reopen(t.desk, ACTOR, id, { revision: approved.revision });
  await expect.poll(() => listOf(schemaId), { timeout: 30_000 }).toEqual([]);
  await approve(t.desk, ACTOR, id, { revision: approved.revision + 1, sign_off: true });
  await expect.poll(() => listOf(schemaId), { timeout: 30_000 }).toMatchObject([{ status: 'completed' }]);
  await removeDocument(t.desk, ACTOR, id);
  await expect.poll(() => listOf(schemaId), { timeout: 30_000 }).toEqual([]);
});

test('the embedded service forgets a schema that shall not learn, and learns again what is approved when it shall', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { ...ORDER, name: 'Order 2' });
  for (const name of ['one.txt', 'two.txt']) {
    const { id, revision } = await extracted(schemaId, name);
    await approve(t.desk, ACTOR, id, { revision, sign_off: true });
  }
  const names = async () => (await listOf(schemaId))?.map((one) => one.document_name).sort();
  await expect.poll(names, { timeout: 30_000 }).toEqual(['one.txt', 'two.txt']);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: false });
  await expect.poll(names, { timeout: 30_000 }).toEqual([]);
  await saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, learn_from_approvals: true });
  await expect.poll(names, { timeout: 30_000 }).toEqual(['one.txt', 'two.txt']);
});
