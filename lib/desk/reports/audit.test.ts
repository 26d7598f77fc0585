import { text } from 'node:stream/consumers';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyAudit } from '../audit/append-audit.ts';
import { withAuditOrigin } from '../audit/audit-origin.ts';
import { checkAudit } from '../audit/operations/check-audit.ts';
import { recordEvent } from '../audit/operations/record-event.ts';
import { auditEntries } from '../audit/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { exportAudit } from './operations/export-audit.ts';
import { listAuditChoices, listWholeAudit } from './operations/list-audit.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const BOB = { id: 'bob', name: '=Bob' };
const ORIGIN = { address: '192.0.2.7', session: 's-1' };

/** A document of which one value was corrected from elsewhere. */
async function correctOne(value: string, actor = ACTOR): Promise<string> {
  const { id } = await insertReviewable(t.desk);
  const draft = { kind: 'correct' as const, pointer: '/lines/0/item', value, evidence: [] };
  await withAuditOrigin(ORIGIN, () => saveActions(t.desk, actor, id, { revision: 0, actions: [{ id: crypto.randomUUID(), draft }] }));
  return id;
}

const entryOf = async (id: string) => (await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)))[0]!;

test('an entry says who, what, when, old and new, from where, and the field in words', async () => {
  const id = await correctOne('Bolts');
  const { items, total } = await listWholeAudit(t.desk, { page: 1, document_id: id });
  expect(total).toBe(1);
  expect(items[0]).toMatchObject({
    actor: ACTOR,
    event: 'value.corrected',
    document_name: 'order.txt',
    field_label: 'lines, row 1, item',
    old_value: 'Nails',
    new_value: 'Bolts',
    origin: ORIGIN,
  });
});

test.each(['90018274', 'true', 'null', '"quoted"', '[1]', '1e5', 'it is'])(
  'a text that could be read as JSON stays a text: %s',
  async (value) => {
    const id = await correctOne(value);
    const { items } = await listWholeAudit(t.desk, { page: 1, document_id: id });
    expect(items[0]).toMatchObject({ old_value: 'Nails', new_value: value });
    expect(await checkAudit(t.desk, ACTOR)).toMatchObject({ broken: null });
  },
);

test('the trail is filtered by person, event, document, words of a value and time', async () => {
  const before = new Date().toISOString();
  const id = await correctOne('Hinges', BOB);
  const after = new Date(Date.now() + 1).toISOString();
  const ids = async (filter: object) => (await listWholeAudit(t.desk, { page: 1, ...filter })).items.map((entry) => entry.document_id);
  expect(await ids({ actor: 'bob' })).toEqual([id]);
  expect(await ids({ actor: 'nobody at all' })).toEqual([]);
  expect(await ids({ event: 'value', from: before, to: after })).toEqual([id]);
  expect(await ids({ event: 'val' })).toEqual([]);
  expect(await ids({ q: 'hinges' })).toEqual([id]);
  expect(await ids({ from: after })).not.toContain(id);
  expect(await ids({ to: before })).not.toContain(id);
  const choices = await listAuditChoices(t.desk);
  expect(choices.actors).toContainEqual(BOB);
  expect(choices.events).toContain('value.corrected');
});

test.each([
  ['a value', { newValue: 'Screws' }],
  ['the person', { actorName: 'Somebody Else' }],
  ['the time', { at: new Date(0) }],
  ['where it came from', { origin: { address: '192.0.2.8', session: 's-1' } }],
  ['where it came from, taken out', { origin: null }],
  ['all values, as if the document was removed', { pointer: null, oldValue: null, newValue: null, detail: {}, salt: null }],
])('a row of the database changed behind the desk’s back is found: %s', async (_, change) => {
  const id = await correctOne('Nuts');
  const entry = await entryOf(id);
  await t.desk.database.update(auditEntries).set(change).where(eq(auditEntries.id, entry.id));
  expect(await checkAudit(t.desk, ACTOR)).toMatchObject({ broken: { id: String(entry.id) }, head: null });
  const { id: _id, ...saved } = entry;
  await t.desk.database.update(auditEntries).set(saved).where(eq(auditEntries.id, entry.id));
  const verdict = await checkAudit(t.desk, ACTOR);
  expect(verdict.broken).toBeNull();
  expect(verdict.checked).toBeGreaterThan(entry.id);
});

test('an entry taken out of the middle is found; one taken from the end shows in the head', async () => {
  const first = await entryOf(await correctOne('A'));
  await correctOne('B');
  const { head } = await verifyAudit(t.desk.database);
  await t.desk.database.delete(auditEntries).where(eq(auditEntries.id, first.id));
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: { id: first.id + 1 } });
  await t.desk.database.insert(auditEntries).values(first);
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null, head });
  const [last] = await t.desk.database.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
  await t.desk.database.delete(auditEntries).where(eq(auditEntries.id, last!.id));
  expect((await verifyAudit(t.desk.database)).head).not.toEqual(head);
  await t.desk.database.insert(auditEntries).values(last!);
});

test('an entry without a document whose values were blanked is found', async () => {
  await recordEvent(t.desk, ACTOR, 'person.role_changed', { person: 'Bob', role: 'admin' });
  await correctOne('Z');
  const [entry] = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.event, 'person.role_changed'));
  const { salt, detail } = entry!;
  await t.desk.database.update(auditEntries).set({ salt: null, detail: {} }).where(eq(auditEntries.id, entry!.id));
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: { id: entry!.id }, head: null });
  await t.desk.database.update(auditEntries).set({ salt, detail }).where(eq(auditEntries.id, entry!.id));
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('deleting a document keeps who did what and when, and removes every value; the chain holds', async () => {
  const id = await correctOne('SECRET-77');
  await removeDocument(t.desk, ACTOR, id);
  const { items } = await listWholeAudit(t.desk, { page: 1, document_id: id });
  expect(items.map(({ event, actor }) => [event, actor?.name])).toEqual([
    ['document.removed', ACTOR.name],
    ['value.corrected', ACTOR.name],
  ]);
  expect(items[1]).toMatchObject({ pointer: null, field_label: null, old_value: null, new_value: null, detail: {}, document_name: null });
  expect(await text(exportAudit(t.desk, { format: 'jsonl' }).body)).not.toContain('SECRET-77');
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
});

test('the export has what the filter selects, as lines of JSON with the hashes and as CSV that no spreadsheet runs', async () => {
  const id = await correctOne('=1+1', BOB);
  const lines = (await text(exportAudit(t.desk, { format: 'jsonl', document_id: id }).body)).trimEnd().split('\n');
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0]!)).toMatchObject({ document_id: id, new_value: '=1+1', hash: (await entryOf(id)).hash });
  const csv = await text(exportAudit(t.desk, { format: 'csv', document_id: id }).body);
  const [header, row] = csv.trimEnd().split('\r\n');
  expect(header).toContain('id,at,actor_id,actor,address,session,event');
  expect(row).toContain(`,bob,'=Bob,192.0.2.7,s-1,value.corrected,${id},order.txt,`);
  expect(row).toContain(",Nails,'=1+1,");
});
