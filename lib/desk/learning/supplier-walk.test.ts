import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft, MergedValue } from '#lib/contract/desk/review.ts';
import { fieldSchema, type SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { DeploymentClient } from '#lib/deployment/create-deployment-client.ts';
import { newId } from '#lib/platform/clock.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

// a person's walk with the real embedded service, its worker and its child processes
let t: TestDesk;
let client: DeploymentClient;
beforeAll(async () => {
  t = await startTestDesk({ service: true, work: true });
  ({ client } = await t.desk.present());
});
afterAll(() => t.close());

const WAYBILL: SchemaDraft = {
  name: 'Waybill',
  description: '',
  fields: [
    { name: 'carrier', type: 'string', format: 'organisation', required: true },
    { name: 'carrier_vat_id', type: 'string', format: 'vat_id' },
    { name: 'consignment', type: 'string', required: true },
    { name: 'shipped_on', type: 'date' },
    { name: 'charge', type: 'money' },
    { name: 'carrier_iban', type: 'string', format: 'iban' },
  ].map((field) => fieldSchema.parse(field)),
  rules: [],
};
const IBAN = 'DE89 3704 0044 0532 0130 00';

/** A carrier's waybill whose labels say nothing of the fields' names. */
const waybill = (number: string, shipped: string, charge: string, iban = IBAN) =>
  [
    'Nordlicht Spedition AG',
    'Hafenstrasse 4, 20457 Hamburg, DE136695976',
    '',
    `Kennz.   ${number}`,
    `Abg.     ${shipped}`,
    `Fr.      ${charge}`,
    '',
    `IBAN: ${iban}`,
    'Haftung nach den Bedingungen auf der Rueckseite',
  ].join('\n');

async function review(schemaId: string, name: string, text: string): Promise<DeskDocumentDetail> {
  const { id } = await t.drop(text, { name, schemaId });
  await t.until(id, 'to_review');
  return getDocument(t.desk, id);
}

/** Corrects what differs from the truth and approves. @returns how many values had to be touched */
async function countersign({ document, fields, flags }: DeskDocumentDetail, truth: Record<string, string | number>): Promise<number> {
  const flagged = new Set(flags.map(({ pointer }) => pointer));
  const drafts = Object.entries(truth).flatMap(([name, value]): ActionDraft[] => {
    const found = (fields?.[name] as MergedValue | undefined)?.value;
    if (found !== value) return [{ kind: 'correct', pointer: `/${name}`, value, evidence: [] }];
    return flagged.has(`/${name}`) ? [{ kind: 'confirm', pointer: `/${name}` }] : [];
  });
  const actions = drafts.map((draft) => ({ id: newId(), draft }));
  const saved = actions.length ? await saveActions(t.desk, ACTOR, document.id, { revision: document.revision, actions }) : { document };
  await approve(t.desk, ACTOR, document.id, { revision: saved.document.revision, sign_off: true });
  return drafts.length;
}

const taught = (schemaId: string, names: string[]) =>
  expect
    .poll(
      async () =>
        (await client.listExamples(schemaId))?.items
          .flatMap(({ document_name, status }) => (status === 'completed' ? [document_name] : []))
          .sort(),
      { timeout: 60_000 },
    )
    .toEqual(names);

test('the third document of a supplier needs a look at one value at most, a wrong lesson can be taken back, and a new bank account is flagged', async () => {
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, WAYBILL);
  const truth = { carrier: 'Nordlicht Spedition AG', carrier_vat_id: 'DE136695976', carrier_iban: IBAN.replaceAll(' ', '') };
  const first = await review(schemaId, 'first.txt', waybill('KX 7781', '05.03.2026', '88,10'));
  const touched = await countersign(first, { ...truth, consignment: 'KX 7781', shipped_on: '2026-03-05', charge: 88.1 });
  await taught(schemaId, ['first.txt']);

  const second = await review(schemaId, 'second.txt', waybill('KX 9034', '17.04.2026', '41,30'));
  const consignment = second.fields?.consignment as MergedValue;
  expect(consignment.value).toBe('KX 9034');
  expect(consignment.remembered?.seen).toBe(1);
  const [bearing = ''] = consignment.remembered?.document_ids ?? [];
  expect(second.remembered?.[bearing]).toMatchObject({ document_id: first.document.id, name: 'first.txt', approved_by: ACTOR.name });
  await countersign(second, { ...truth, consignment: 'KX 9034', shipped_on: '2026-04-17', charge: 41.3 });
  await taught(schemaId, ['first.txt', 'second.txt']);

  const third = await review(schemaId, 'third.txt', waybill('KX 9102', '20.05.2026', '77,00'));
  const values = Object.fromEntries(Object.entries(third.fields ?? {}).map(([name, entry]) => [name, (entry as MergedValue).value]));
  expect(values).toEqual({ ...truth, consignment: 'KX 9102', shipped_on: '2026-05-20', charge: 77 });
  // every value is right, and a person has to look at one of them at most
  expect(touched).toBeGreaterThan(1);
  expect(third.flags.length).toBeLessThanOrEqual(1);

  // the account of somebody else: the engine is sure of what it reads, and a person must look all the same
  const forged = await review(schemaId, 'forged.txt', waybill('KX 9200', '01.06.2026', '95,00', 'GB29 NWBK 6016 1331 9268 19'));
  expect(forged.flags).toContainEqual(expect.objectContaining({ pointer: '/carrier_iban', reason: 'new_bank_account' }));

  // a wrong approval taken back: nothing of it is left
  const { revision } = await t.until(second.document.id, 'approved');
  await reopen(t.desk, ACTOR, second.document.id, { revision });
  await taught(schemaId, ['first.txt']);
  const fourth = await review(schemaId, 'fourth.txt', waybill('KX 9310', '02.06.2026', '12,00'));
  expect((fourth.fields?.consignment as MergedValue | undefined)?.remembered?.document_ids).toEqual([bearing]);
});
