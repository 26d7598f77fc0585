import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActionDraft, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { verifyAudit } from '../audit/append-audit.ts';
import { auditEntries } from '../audit/tables.ts';
import { listChanges } from '../documents/operations/list-changes.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents, removedDocuments } from '../documents/tables.ts';
import { listDocumentAudit, listWholeAudit } from '../reports/operations/list-audit.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { approve, reject, reopen } from './operations/decide.ts';
import { getDocument } from './operations/get-document.ts';
import { saveActions } from './operations/save-actions.ts';
import { startExtraction } from './operations/start-extraction.ts';
import { decisions } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

const action = (draft: ActionDraft) => ({ id: crypto.randomUUID(), draft });
const correct = (pointer: string, value: string | number | null) => action({ kind: 'correct', pointer, value, evidence: [] });

test('a correction is laid over the extracted value, raises the revision and stands in the audit trail', async () => {
  const { id } = await insertReviewable(t.desk);
  const detail = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'B-2')] });
  expect(detail.document.revision).toBe(1);
  expect(detail.fields?.number).toMatchObject({ value: 'B-2', original: 'A-1', status: 'corrected', actor: ACTOR });
  const { items } = await listDocumentAudit(t.desk, id);
  expect(items[0]).toMatchObject({ event: 'value.corrected', pointer: '/number', old_value: 'A-1', new_value: 'B-2', actor: ACTOR });
});

test('the same action sent again, even with an old revision, changes nothing', async () => {
  const { id } = await insertReviewable(t.desk);
  const body = { revision: 0, actions: [correct('/number', 'B-2')] };
  await saveActions(t.desk, ACTOR, id, body);
  const again = await saveActions(t.desk, ACTOR, id, body);
  expect(again.document.revision).toBe(1);
  expect((await listDocumentAudit(t.desk, id)).total).toBe(1);
});

test('a stale revision is refused and brings the present detail', async () => {
  const { id } = await insertReviewable(t.desk);
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'B-2')] });
  const late = saveActions(t.desk, { id: 'other', name: 'Other' }, id, { revision: 0, actions: [correct('/number', 'C-3')] });
  await expect(late).rejects.toMatchObject({ code: 'stale_revision', extra: { revision: 1, detail: { document: { id, revision: 1 } } } });
  expect((await getDocument(t.desk, id)).fields?.number).toMatchObject({ value: 'B-2' });
});

test('of two people saving at the same moment one gets the conflict', async () => {
  const { id } = await insertReviewable(t.desk);
  const both = await Promise.allSettled(
    [1, 2].map((n) => saveActions(t.desk, { id: `p${n}`, name: `P${n}` }, id, { revision: 0, actions: [correct('/number', `X-${n}`)] })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

test('several actions are saved together or not at all', async () => {
  const { id } = await insertReviewable(t.desk);
  const body = { revision: 0, actions: [correct('/number', 'B-2'), correct('/nonsense', 'x')] };
  await expect(saveActions(t.desk, ACTOR, id, body)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [{ pointer: '/actions/1/draft/pointer' }],
  });
  const detail = await getDocument(t.desk, id);
  expect(detail.document.revision).toBe(0);
  expect(detail.fields?.number).toMatchObject({ value: 'A-1' });
});

test('rows are added, removed and moved; an action on a row that is not there is refused', async () => {
  const { id } = await insertReviewable(t.desk);
  const detail = await saveActions(t.desk, ACTOR, id, {
    revision: 0,
    actions: [
      action({ kind: 'insert_row', pointer: '/lines/2', values: { item: { value: 'Glue', evidence: [] } } }),
      correct('/lines/2/amount', 5),
      action({ kind: 'remove_row', pointer: '/lines/0' }),
      action({ kind: 'move_row', pointer: '/lines/1', to: 0 }),
    ],
  });
  const lines = detail.fields?.lines as MergedRow[];
  expect(lines.map((row) => (row.cells.item as MergedValue).value)).toEqual(['Glue', 'Screws']);
  const beyond = saveActions(t.desk, ACTOR, id, { revision: 1, actions: [action({ kind: 'remove_row', pointer: '/lines/2' })] });
  await expect(beyond).rejects.toMatchObject({ code: 'invalid_request' });
});

test('open flags and the lowest confidence in the list follow what people do', async () => {
  const { id } = await insertReviewable(t.desk, {
    confidence: 0.4,
    values: { number: 'A-1', date: null, total: null, discount: null, urgent: null, tags: null, lines: [] },
  });
  const before = (await getDocument(t.desk, id)).document;
  expect(before).toMatchObject({ open_flags: 1, lowest_confidence: 0.4 });
  const after = await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [action({ kind: 'confirm', pointer: '/number' })] });
  expect(after.document).toMatchObject({ open_flags: 0, lowest_confidence: null });
});

test('approving refuses open flags unless they are signed off, and says how many were', async () => {
  const { id } = await insertReviewable(t.desk, { confidence: 0.4 });
  const refused = approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await expect(refused).rejects.toMatchObject({
    code: 'open_flags',
    extra: { flags: expect.arrayContaining([expect.objectContaining({ pointer: '/number' })]) },
  });
  const detail = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  expect(detail.document.state).toBe('approved');
  expect(detail.approval).toMatchObject({ actor: ACTOR, signed_off_flags: detail.flags.length });
  expect(detail.flags.length).toBeGreaterThan(0);
});

test('a flag that came while others were signed off is not signed off with them', async () => {
  const { id } = await insertReviewable(t.desk, { confidence: 0.4 });
  const { flags } = await getDocument(t.desk, id);
  const [added, ...seen] = flags;
  const refused = approve(t.desk, ACTOR, id, { revision: 0, sign_off: true, seen_flags: seen });
  await expect(refused).rejects.toMatchObject({ code: 'open_flags', extra: { detail: { flags } } });
  const detail = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true, seen_flags: [added!, ...seen] });
  expect(detail.document.state).toBe('approved');
});

test('an approval sent twice is one approval', async () => {
  const { id } = await insertReviewable(t.desk);
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  const again = await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  expect(again.document).toMatchObject({ state: 'approved', revision: 1 });
  expect(await t.desk.database.select().from(decisions).where(eq(decisions.documentId, id))).toHaveLength(1);
});

test('an approved document takes no action and no other schema until it is reopened', async () => {
  const { id, schemaId } = await insertReviewable(t.desk);
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: false });
  await expect(saveActions(t.desk, ACTOR, id, { revision: 1, actions: [correct('/number', 'x')] })).rejects.toMatchObject({
    code: 'conflict',
  });
  await expect(startExtraction(t.desk, ACTOR, id, schemaId)).rejects.toMatchObject({ code: 'conflict' });
  const reopened = await reopen(t.desk, ACTOR, id, { revision: 1 });
  expect(reopened).toMatchObject({ approval: null, document: { state: 'to_review', revision: 2 } });
  expect((await saveActions(t.desk, ACTOR, id, { revision: 2, actions: [correct('/number', 'x')] })).document.revision).toBe(3);
});

test('a rejection keeps its reason', async () => {
  const { id } = await insertReviewable(t.desk);
  const detail = await reject(t.desk, ACTOR, id, { revision: 0, reason: 'Not ours.' });
  expect(detail.rejection).toMatchObject({ actor: ACTOR, reason: 'Not ours.' });
  expect(detail.document.state).toBe('rejected');
});

test('a removed document leaves its facts in the audit trail but not its values, and the chain still holds', async () => {
  const { id } = await insertReviewable(t.desk);
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'SECRET-7')] });
  await removeDocument(t.desk, ACTOR, id);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.map((entry) => entry.event)).toEqual(['value.corrected', 'document.removed']);
  expect(JSON.stringify(entries)).not.toContain('SECRET-7');
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
  expect(await t.desk.database.select().from(removedDocuments).where(eq(removedDocuments.id, id))).toHaveLength(1);
  expect((await listWholeAudit(t.desk, { page: 1, q: id })).total).toBe(2);
});

test('an entry changed behind the desk’s back is found', async () => {
  const { id } = await insertReviewable(t.desk);
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'B-2')] });
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id));
  await t.desk.database.update(auditEntries).set({ newValue: 'B-3' }).where(eq(auditEntries.id, entry!.id));
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: { id: entry!.id } });
  await t.desk.database.update(auditEntries).set({ newValue: 'B-2' }).where(eq(auditEntries.id, entry!.id));
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('the delta request misses nothing that commits out of order, and tells of removals', async () => {
  const { change: start } = await listChanges(t.desk, 0);
  let release: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { id: slow } = await insertReviewable(t.desk);
  const { change: since } = await listChanges(t.desk, start);
  // a transaction that changes a document early and commits late
  let began: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    began = resolve;
  });
  const slowWrite = t.desk.database.transaction(async (transaction) => {
    await transaction.update(documents).set({ name: 'late.txt' }).where(eq(documents.id, slow));
    began();
    await late;
  });
  await begun;
  const { id: quick } = await insertReviewable(t.desk);
  const during = await listChanges(t.desk, since);
  expect(during.documents.map((document) => document.id)).toContain(quick);
  expect(during.documents.map((document) => document.name)).not.toContain('late.txt');
  release();
  await slowWrite;
  const after = await listChanges(t.desk, during.change);
  expect(after.documents.find((document) => document.id === slow)).toMatchObject({ name: 'late.txt' });
  await removeDocument(t.desk, ACTOR, quick);
  const last = await listChanges(t.desk, after.change);
  expect(last.removed).toContain(quick);
  // a row comes again while any transaction of the server that began before it is running, such as one of another test
  const settled = async () => {
    const { documents, removed } = await listChanges(t.desk, (await listChanges(t.desk, last.change)).change);
    return { documents, removed };
  };
  await expect.poll(settled, { timeout: 150_000 }).toEqual({ documents: [], removed: [] });
});

test('a document’s own change number grows with each write, also within the overlap', async () => {
  const { id } = await insertReviewable(t.desk);
  const first = (await getDocument(t.desk, id)).document.change;
  const second = (await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'B-2')] })).document.change;
  expect(second).toBeGreaterThan(first);
});

test('a value of a kind that the field cannot hold is refused, one out of range or format is not', async () => {
  const { id } = await insertReviewable(t.desk);
  const wrong: [string, string | number | boolean | string[]][] = [
    ['/date', '2026-13-45'],
    ['/date', 20260101],
    ['/number', 12345],
    ['/total', 'thirty'],
    ['/urgent', 'yes'],
    ['/tags', 'red'],
    ['/lines/0/amount', []],
  ];
  for (const [pointer, value] of wrong) {
    const actions = [action({ kind: 'correct', pointer, value, evidence: [] })];
    await expect(saveActions(t.desk, ACTOR, id, { revision: 0, actions }), pointer).rejects.toMatchObject({ code: 'invalid_request' });
  }
  const row = action({ kind: 'insert_row', pointer: '/lines/0', values: { amount: { value: 'ten', evidence: [] } } });
  await expect(saveActions(t.desk, ACTOR, id, { revision: 0, actions: [row] })).rejects.toMatchObject({ code: 'invalid_request' });
  const right = [correct('/date', '2026-02-28'), correct('/lines/0/amount', -5), correct('/number', '')];
  expect((await saveActions(t.desk, ACTOR, id, { revision: 0, actions: right })).document.revision).toBe(1);
});

test('the trail names each entry’s document, can be searched by it, and forgets the name with the document', async () => {
  const { id } = await insertReviewable(t.desk, { name: 'rare-name.txt' });
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [correct('/number', 'B-2')] });
  const { items, total } = await listWholeAudit(t.desk, { page: 1, q: 'rare-name' });
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({ document_id: id, document_name: 'rare-name.txt', event: 'value.corrected' });
  await removeDocument(t.desk, ACTOR, id);
  const { items: after } = await listWholeAudit(t.desk, { page: 1, q: id });
  expect(after.map((entry) => entry.document_name)).toEqual([null, null]);
});

test('the trail has the values right before each action of a batch, also when its rows move', async () => {
  const { id } = await insertReviewable(t.desk);
  const actions = [
    action({ kind: 'insert_row', pointer: '/lines/0', values: { item: { value: 'Glue', evidence: [] } } }),
    correct('/lines/1/item', 'Bolts'),
    action({ kind: 'confirm', pointer: '/lines/1/item' }),
    action({ kind: 'remove_row', pointer: '/lines/0' }),
    action({ kind: 'confirm', pointer: '/lines/1/item' }),
  ];
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions });
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.map(({ event, oldValue, newValue }) => [event, oldValue, newValue])).toEqual([
    ['row.inserted', null, null],
    ['value.corrected', 'Nails', 'Bolts'],
    ['value.confirmed', 'Bolts', 'Bolts'],
    ['row.removed', null, null],
    ['value.confirmed', 'Screws', 'Screws'],
  ]);
});

test('asking for another schema raises the revision, so that an approval of the values before is refused', async () => {
  const { id } = await insertReviewable(t.desk);
  const { schemaId } = await insertReviewable(t.desk);
  expect(await startExtraction(t.desk, ACTOR, id, schemaId)).toMatchObject({ state: 'extracting', revision: 1 });
  await expect(approve(t.desk, ACTOR, id, { revision: 0, sign_off: true })).rejects.toMatchObject({ code: 'stale_revision' });
});
