import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { ActionDraft, MergedValue } from '#lib/contract/desk/review.ts';
import { fieldSchema, type SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { type RemoteStandIn, startRemoteStandIn } from '#lib/deployment/stand-in/remote-stand-in.ts';
import { newId } from '#lib/platform/clock.ts';
import { documents as serviceDocuments, examples as serviceExamples } from '#lib/service/context/tables.ts';
import { auditEntries } from '../audit/tables.ts';
import { EMBEDDED_ID } from '../deployments/connect-deployments.ts';
import { comparisonCopies } from '../documents/copies/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { forget } from '../learning/operations/forget.ts';
import { getLearned } from '../learning/operations/get-learned.ts';
import { taught } from '../learning/tables.ts';
import { approve, reopen } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { secondOpinions } from '../review/tables.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { saveSchemaSettings } from '../schemas/operations/schema-settings.ts';
import { PLAIN_SETTINGS } from '../testing/plain-settings.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

// a stranger has the documents; the real embedded service is asked, with its worker and its child processes
const KEY = 'key-of-a-stranger';
let t: TestDesk;
let stranger: RemoteStandIn;
let schemaId: string;
beforeAll(async () => {
  stranger = await startRemoteStandIn({ apiKey: KEY, control: { work_ms: 20, shape: 'wrapped' } });
  t = await startTestDesk({ service: true, work: true, deployment: { url: stranger.url, key: KEY } });
  ({ id: schemaId } = await saveSchema(t.desk, ACTOR, WAYBILL));
  await ask(EMBEDDED_ID);
});
afterAll(async () => {
  await t.close();
  await stranger.close();
});

const WAYBILL: SchemaDraft = {
  name: 'Waybill',
  description: '',
  fields: [
    { name: 'carrier', type: 'string', format: 'organisation', required: true },
    { name: 'consignment', type: 'string', required: true },
    { name: 'shipped_on', type: 'date' },
    { name: 'charge', type: 'money' },
    { name: 'carrier_iban', type: 'string', format: 'iban' },
  ].map((field) => fieldSchema.parse(field)),
  rules: [],
};
const IBAN = 'DE89370400440532013000';
const CARRIER = 'Nordlicht Spedition AG';

/** A carrier's waybill whose labels say nothing of the fields' names. */
const waybill = (number: string, shipped: string, charge: string, iban: string) =>
  [
    CARRIER,
    'Hafenstrasse 4, 20457 Hamburg, DE136695976',
    '',
    `Kennz.   ${number}`,
    `Abg.     ${shipped}`,
    `Fr.      ${charge}`,
    '',
    `IBAN: ${iban}`,
    'Haftung nach den Bedingungen auf der Rueckseite',
  ].join('\n');

const ask = (second_opinion_by: string | null) => saveSchemaSettings(t.desk, ACTOR, schemaId, { ...PLAIN_SETTINGS, second_opinion_by });
const mergedOf = ({ fields }: DeskDocumentDetail, name: string) => fields?.[name] as MergedValue;
const flagsOf = ({ flags }: DeskDocumentDetail) => flags.map(({ pointer, reason }) => `${pointer} ${reason}`);

type Printed = { number: string; shipped: string; charge: string; iban?: string };

/** A waybill that the stranger extracts these values of; with its opinion, once there is one. */
async function review(name: string, { number, shipped, charge, iban = IBAN }: Printed, fields: Record<string, unknown>) {
  await fetch(`${stranger.url}/control`, { method: 'PUT', body: JSON.stringify({ fields }) });
  const { id } = await t.drop(waybill(number, shipped, charge, iban), { name, schemaId });
  await t.until(id, 'to_review');
  await expect
    .poll(async () => (await getDocument(t.desk, id)).second_opinion, { timeout: 60_000, interval: 100 })
    .toEqual({ deployment: { id: EMBEDDED_ID, name: 'Embedded service' }, state: 'done' });
  return getDocument(t.desk, id);
}

async function act({ document }: DeskDocumentDetail, ...drafts: ActionDraft[]): Promise<DeskDocumentDetail> {
  const actions = drafts.map((draft) => ({ id: newId(), draft }));
  return saveActions(t.desk, ACTOR, document.id, { revision: document.revision, actions });
}

const sign = ({ document }: DeskDocumentDetail) => approve(t.desk, ACTOR, document.id, { revision: document.revision, sign_off: true });

const untilTaught = (count: number) =>
  expect
    .poll(async () => (await t.desk.database.select().from(serviceExamples)).filter(({ status }) => status === 'completed').length, {
      timeout: 60_000,
    })
    .toBe(count);
const ofDocument = (id: string) => t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.documentId, id));

let first: DeskDocumentDetail;
let second: DeskDocumentDetail;

test('approvals at a stranger teach a service of ours, whose memory agrees or flags and changes nothing', async () => {
  const values = { carrier: CARRIER, carrier_iban: IBAN };
  first = await review(
    'first.txt',
    { number: 'KX 7781', shipped: '05.03.2026', charge: '88,10' },
    { ...values, consignment: 'KX', shipped_on: '2026-03-05', charge: 88.1 },
  );
  // nothing was approved yet
  expect(Object.values(first.fields ?? {}).flatMap((entry) => (entry as MergedValue).second_opinion ?? [])).toEqual([]);
  await sign(await act(first, { kind: 'correct', pointer: '/consignment', value: 'KX 7781', evidence: [] }));
  await untilTaught(1);
  second = await review(
    'second.txt',
    { number: 'KX 9034', shipped: '17.04.2026', charge: '41,30' },
    { ...values, consignment: 'KX 9034', shipped_on: '2026-04-17', charge: 41.3 },
  );
  expect(mergedOf(second, 'consignment').second_opinion).toMatchObject({ agrees: true, value: 'KX 9034' });
  await sign(second);
  await untilTaught(2);
  // what was said of the second one was right
  const { hits } = await getLearned(t.desk, schemaId);
  expect(hits.proposed).toBeGreaterThan(0);
  expect(hits.right).toBe(hits.proposed);

  const third = await review(
    'third.txt',
    { number: 'KX 9102', shipped: '20.05.2026', charge: '77,00' },
    { ...values, consignment: 'Hafenstrasse 4', shipped_on: '2026-05-20', charge: 77 },
  );
  const consignment = mergedOf(third, 'consignment');
  expect(consignment).toMatchObject({ value: 'Hafenstrasse 4', original: 'Hafenstrasse 4', status: 'machine' });
  expect(consignment.second_opinion).toMatchObject({ agrees: false, value: 'KX 9102', text: 'KX 9102' });
  const evidence = consignment.second_opinion?.evidence ?? [];
  expect(evidence).toMatchObject([{ page: 1, text: 'KX 9102', words: [expect.any(Number), expect.any(Number)] }]);
  expect(third.flags).toContainEqual({
    pointer: '/consignment',
    reason: 'second_opinion',
    message: 'Where approved documents of this layout have this value, this one says “KX 9102”.',
    proposal: 'KX 9102',
  });
  expect(mergedOf(third, 'charge').second_opinion).toMatchObject({ agrees: true, value: 77 });
  expect(mergedOf(third, 'shipped_on').second_opinion?.agrees).toBe(true);
  expect(third.document.open_flags).toBe(third.flags.length);
  const [bearing = ''] = consignment.second_opinion?.remembered.document_ids ?? [];
  const named = [first.document.id, second.document.id];
  expect(named).toContain(third.remembered?.[bearing]?.document_id);
  // what is open is not approved
  const { revision } = third.document;
  await expect(approve(t.desk, ACTOR, third.document.id, { revision, sign_off: false })).rejects.toMatchObject({ code: 'open_flags' });
  const taken = await act(third, { kind: 'correct', pointer: '/consignment', value: 'KX 9102', evidence });
  expect(mergedOf(taken, 'consignment')).toMatchObject({ value: 'KX 9102', text: 'KX 9102', evidence });
  expect(flagsOf(taken)).not.toContain('/consignment second_opinion');
  expect(taken.document.open_flags).toBe(third.flags.length - 1);
  expect(flagsOf(await act(taken, { kind: 'revert', pointer: '/consignment' }))).toContain('/consignment second_opinion');
  const sent = and(eq(auditEntries.documentId, third.document.id), eq(auditEntries.event, 'document.sent_for_opinion'));
  expect(await t.desk.database.select().from(auditEntries).where(sent)).toHaveLength(1);
});

test('what copies taught is listed with its documents, and can be forgotten', async () => {
  const { places } = await getLearned(t.desk, schemaId);
  const [layout] = places[0]?.layouts ?? [];
  const named = (layout?.documents ?? []).map(({ document_id }) => document_id).sort();
  expect(named).toEqual([first.document.id, second.document.id].sort());
  const ofSecond = layout?.documents.find((one) => one.document_id === second.document.id);
  await forget(t.desk, ACTOR, schemaId, { scope: 'document', deployment_id: EMBEDDED_ID, remote_id: ofSecond!.remote_id });
  await untilTaught(1);
  // approved anew it teaches again
  const { revision } = (await getDocument(t.desk, second.document.id)).document;
  await sign(await reopen(t.desk, ACTOR, second.document.id, { revision }));
  await untilTaught(2);
});

test('the account of somebody else at a known party is flagged, although the stranger is sure of it', async () => {
  const forged = await review(
    'forged.txt',
    { number: 'KX 9200', shipped: '01.06.2026', charge: '95,00', iban: 'GB29 NWBK 6016 1331 9268 19' },
    { carrier: CARRIER, carrier_iban: 'GB29NWBK60161331926819', consignment: 'KX 9200', shipped_on: '2026-06-01', charge: 95 },
  );
  expect(flagsOf(forged)).toContain('/carrier_iban new_bank_account');
});

test('a wrong approval taken back is forgotten, and so is a removed document, with its copy', async () => {
  const { revision } = (await getDocument(t.desk, second.document.id)).document;
  await reopen(t.desk, ACTOR, second.document.id, { revision });
  await untilTaught(1);
  const [copy] = await ofDocument(first.document.id);
  expect(copy?.removeAt).toBeNull();
  await removeDocument(t.desk, ACTOR, first.document.id);
  await untilTaught(0);
  const gone = async () => [
    ...(await t.desk.database.select().from(comparisonCopies).where(eq(comparisonCopies.id, copy!.id))),
    ...(await t.desk.database.select().from(serviceDocuments).where(eq(serviceDocuments.id, copy!.remoteDocumentId!))),
  ];
  await expect.poll(gone, { timeout: 20_000 }).toEqual([]);
  expect(await t.desk.database.select().from(secondOpinions).where(eq(secondOpinions.documentId, first.document.id))).toEqual([]);
  expect(await t.desk.database.select().from(taught)).toEqual([]);
});

test('switched off, no copy is left and no flag; documents are not sent any more', async () => {
  await ask(null);
  const left = async () => [
    ...(await t.desk.database.select().from(comparisonCopies)),
    ...(await t.desk.database.select().from(secondOpinions)),
    ...(await t.desk.database.select().from(serviceDocuments)),
  ];
  await expect.poll(left, { timeout: 20_000 }).toEqual([]);
  const shown = await getDocument(t.desk, second.document.id);
  expect(shown.second_opinion).toBeUndefined();
  expect(shown.document.open_flags).toBe(shown.flags.length);
  const { id } = await t.drop('Kennz. KX 1', { name: 'later.txt', schemaId });
  await t.until(id, 'to_review');
  expect((await getDocument(t.desk, id)).second_opinion).toBeUndefined();
  expect(await left()).toEqual([]);
});
