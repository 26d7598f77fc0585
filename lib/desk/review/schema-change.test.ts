import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import type { ActionDraft } from '#lib/contract/desk/review.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { submissions } from '../documents/tables.ts';
import { storeAnswer } from '../following/store-answer.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getDocument } from './operations/get-document.ts';
import { getSchemaChange } from './operations/get-schema-change.ts';
import { saveActions } from './operations/save-actions.ts';
import { startExtraction } from './operations/start-extraction.ts';
import { actions } from './tables.ts';

let t: TestDesk | undefined;
afterEach(async () => {
  await t?.close();
  t = undefined;
});

const field = (name: string, type: RowField['type']): RowField => ({ name, type, label: '', description: '', required: false });
/** Has number and total as the order has, the date as a text, and lines with one column more. */
const BILL: SchemaDraft = {
  name: 'Bill',
  description: '',
  fields: [
    field('number', 'string'),
    field('total', 'number'),
    field('date', 'string'),
    {
      ...field('lines', 'string'),
      type: 'rows',
      fields: [field('item', 'string'), field('amount', 'money'), field('tax', 'money')],
    } as never,
    field('payee', 'string'),
  ],
  rules: [],
};

const machine = (value: unknown) => ({ value, text: String(value), confidence: 0.9, evidence: [], candidates: [] }) as never;
const answer = (fields: Record<string, unknown>): ExtractionResult => ({ fields: fields as never, completeness: {}, engine: 'test' });

async function act(id: string, ...drafts: ActionDraft[]) {
  const { document } = await getDocument(t!.desk, id);
  const actions = drafts.map((draft) => ({ id: crypto.randomUUID(), draft }));
  return saveActions(t!.desk, ACTOR, id, { revision: document.revision, actions });
}

/** Chooses a schema and stores an answer, as if the deployment had given it. */
async function change(id: string, schemaId: string, result: ExtractionResult) {
  const { desk } = t!;
  await startExtraction(desk, ACTOR, id, schemaId);
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  const { schema } = await getDocument(desk, id);
  await storeAnswer(desk, { documentId: id, run: submission!.run }, { schema: schema!, jobId: 'next', raw: {}, unfitting: {}, result });
  return getDocument(desk, id);
}

test('another schema keeps what people did to fields that mean the same, sets the rest aside, and brings it back', async () => {
  t = await startTestDesk();
  const { id, schemaId } = await insertReviewable(t.desk);
  const bill = await saveSchema(t.desk, ACTOR, BILL);
  await act(
    id,
    { kind: 'correct', pointer: '/number', value: 'A-1-b', evidence: [] },
    { kind: 'confirm', pointer: '/total' },
    { kind: 'confirm', pointer: '/date' },
    { kind: 'correct', pointer: '/urgent', value: false, evidence: [] },
    { kind: 'remove_row', pointer: '/lines/0' },
  );
  expect(await getSchemaChange(t.desk, id, bill.id)).toEqual({
    schema_id: bill.id,
    schema_name: 'Bill',
    kept: [
      { name: 'number', label: 'number', value: 'A-1-b' },
      { name: 'total', label: 'total', value: '30' },
    ],
    left: [
      { name: 'date', label: 'date', value: '2026-03-12', why: 'other_type' },
      { name: 'urgent', label: 'urgent', value: 'false', why: 'no_such_field' },
      { name: 'lines', label: 'lines', value: '1 row', why: 'other_type' },
    ],
    restored: [],
  });

  const lines = [{ item: machine('Pins'), amount: machine(1), tax: machine(0) }];
  const changed = await change(
    id,
    bill.id,
    answer({ number: machine('Z-9'), total: machine(99), date: machine('12 March'), lines, payee: machine('Ada') }),
  );
  expect(changed.fields).toMatchObject({
    number: { value: 'A-1-b', status: 'corrected', original: 'A-1' },
    // the confirmation is of the value that was seen
    total: { value: 30, status: 'confirmed' },
    date: { value: '12 March', status: 'machine' },
    payee: { value: 'Ada', status: 'machine' },
  });
  expect(changed.fields?.lines).toHaveLength(1);
  expect(changed.document.open_flags).toBe(changed.flags.length);

  // work under the new schema, on a field of the same name that is another one in the old
  await act(id, { kind: 'correct', pointer: '/date', value: 'the twelfth', evidence: [] }, { kind: 'clear', pointer: '/payee' });
  expect((await getSchemaChange(t.desk, id, schemaId)).restored.map(({ name }) => name)).toEqual(['date', 'urgent', 'lines']);
  const back = await change(
    id,
    schemaId,
    answer({
      number: machine('Y'),
      total: machine(7),
      date: machine('2001-01-01'),
      discount: machine(1),
      urgent: machine(true),
      tags: machine([]),
      lines: [],
    }),
  );
  expect(back.fields).toMatchObject({
    number: { value: 'A-1-b', status: 'corrected' },
    total: { value: 30, status: 'confirmed' },
    date: { value: '2026-03-12', status: 'confirmed' },
    urgent: { value: false, status: 'corrected' },
    discount: { value: 1, status: 'machine' },
    lines: [{ cells: { item: { value: 'Screws' } } }],
  });
  // and once more: what was done under the bill is there again
  const again = await change(
    id,
    bill.id,
    answer({ number: machine('X'), total: machine(8), date: machine('?'), lines: [], payee: machine('Ben') }),
  );
  expect(again.fields).toMatchObject({ date: { value: 'the twelfth' }, payee: { value: null, status: 'cleared', original: 'Ada' } });
});

test('what is said of work from before actions named their schema, or under an older version of it, is what happens', async () => {
  t = await startTestDesk();
  const { id, schemaId } = await insertReviewable(t.desk);
  const bill = await saveSchema(t.desk, ACTOR, BILL);
  await act(id, { kind: 'correct', pointer: '/date', value: '2026-03-13', evidence: [] }, { kind: 'clear', pointer: '/discount' });
  await t.desk.database.update(actions).set({ schemaId: null, schemaVersion: null }).where(eq(actions.documentId, id));
  const said = await getSchemaChange(t.desk, id, bill.id);
  const empty = answer({ number: machine('Z'), total: machine(1), date: machine('12 March'), lines: [], payee: machine('Ada') });
  const changed = await change(id, bill.id, empty);
  expect(changed.fields?.date).toMatchObject({ value: '2026-03-13', status: 'corrected' });
  expect(said.kept.map(({ name }) => name)).toEqual(['date']);
  expect(said.left.map(({ name, why }) => [name, why])).toEqual([['discount', 'no_such_field']]);

  // done while the bill's number was a text, as the order's is; the bill's newest version has a number there
  await act(id, { kind: 'clear', pointer: '/payee' }, { kind: 'correct', pointer: '/number', value: 'B-7', evidence: [] });
  const numbered = BILL.fields.map((one) => (one.name === 'number' ? field('number', 'number') : one));
  await saveSchema(t.desk, ACTOR, { ...BILL, fields: numbered }, bill.id);
  await change(id, bill.id, empty);
  const back = await getSchemaChange(t.desk, id, schemaId);
  const order = await change(id, schemaId, answer({ number: machine('Y'), total: machine(7), date: machine('2001-01-01') }));
  expect(order.fields?.number).toMatchObject({ value: 'B-7', status: 'corrected' });
  expect(back.kept.map(({ name }) => name)).toContain('number');
});

test('actions of two schemas keep one order, whatever the present schema shows of them', async () => {
  t = await startTestDesk();
  const { id } = await insertReviewable(t.desk);
  const other = await saveSchema(t.desk, ACTOR, { ...BILL, name: 'Other', fields: [field('payee', 'string')] });
  await act(id, { kind: 'correct', pointer: '/number', value: 'kept aside', evidence: [] });
  await change(id, other.id, answer({ payee: machine('Ada') }));
  const { fields } = await act(id, { kind: 'correct', pointer: '/payee', value: 'Eve', evidence: [] });
  expect(fields).toMatchObject({ payee: { value: 'Eve' } });
  expect(Object.keys(fields ?? {})).toEqual(['payee']);
});

test('a document nobody worked on changes its schema without leaving anything behind', async () => {
  t = await startTestDesk();
  const { id } = await insertReviewable(t.desk);
  const bill = await saveSchema(t.desk, ACTOR, BILL);
  expect(await getSchemaChange(t.desk, id, bill.id)).toMatchObject({ kept: [], left: [], restored: [] });
  const changed = await change(
    id,
    bill.id,
    answer({ number: machine('Z-9'), total: machine(99), date: machine('x'), lines: [], payee: machine('Ada') }),
  );
  expect(changed.fields).toMatchObject({ number: { value: 'Z-9', status: 'machine' } });
  await expect(getSchemaChange(t.desk, id, ORDER.name)).rejects.toMatchObject({ code: 'not_found' });
});
