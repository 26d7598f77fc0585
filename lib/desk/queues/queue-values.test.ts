import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field } from '#lib/contract/service/extraction-schema.ts';
import { documents, queues } from '../documents/tables.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { getCurrentSchema } from '../schemas/schema-row.ts';
import { indexDocument } from '../search/indexing/index-document.ts';
import { insertReviewable, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { NOTE_VALUES, startTestApprovals, type TestApprovals } from '../testing/start-test-approvals.ts';
import { ACTOR } from '../testing/start-test-desk.ts';
import { BOB } from '../testing/start-test-queues.ts';
import { listQueues } from './operations/list-queues.ts';
import { saveQueue } from './operations/save-queue.ts';

let t: TestApprovals;
beforeAll(async () => {
  t = await startTestApprovals();
});
afterAll(() => t.close());

/** The only queue there is: of a schema's documents whose values fit. */
async function makeQueue(schemaId: string, where: string[], change: Partial<QueueDraft> = {}): Promise<string> {
  await t.desk.database.delete(queues);
  const filter = { states: ['to_review' as const], schema_id: schemaId, where };
  return saveQueue(t.desk, ACTOR, { ...queueDraftSchema.parse({ name: 'Large' }), ...change, filter });
}
const countIn = async (id: string) => (await listQueues(t.desk, ACTOR)).items.find((item) => item.id === id)?.counts.waiting;
const correct = async (id: string, pointer: string, value: number | string) => {
  const { document } = await getDocument(t.desk, id);
  const actions = [{ id: crypto.randomUUID(), draft: { kind: 'correct' as const, pointer, value, evidence: [] } }];
  return saveActions(t.desk, ACTOR, id, { revision: document.revision, actions });
};

test('a document whose values fit is shared out, with the priority of the queue, at the moment its values come', async () => {
  const schemaId = await t.approvedSchema(0);
  await makeQueue(schemaId, ['total:above:1000', 'number:contains:a-'], { mode: 'round_robin', members: [BOB], priority: 2 });
  const large = await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 1200 } });
  expect(large.document).toMatchObject({ assigned_to: { id: 'bob' }, priority: 2 });
  const small = await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 900 } });
  expect(small.document).toMatchObject({ assigned_to: null, priority: null });
});

test('a correction brings a document into the queue or out of it at once, without waiting for the search', async () => {
  const schemaId = await t.approvedSchema(0);
  const id = await makeQueue(schemaId, ['total:above:1000']);
  const { document } = await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 900 } });
  expect(await countIn(id)).toBe(0);
  await correct(document.id, '/total', 1200);
  expect(await countIn(id)).toBe(1);
  await correct(document.id, '/total', 30);
  expect(await countIn(id)).toBe(0);
  // an empty value fits a rule that asks for it
  const { document: fresh } = await getDocument(t.desk, document.id);
  await makeQueue(schemaId, ['discount:empty']);
  const clear = { id: crypto.randomUUID(), draft: { kind: 'clear' as const, pointer: '/discount' } };
  await saveActions(t.desk, ACTOR, document.id, { revision: fresh.revision, actions: [clear] });
  expect((await listQueues(t.desk, ACTOR)).items[0]?.counts.waiting).toBe(1);
});

test('a queue that wants two approvals for large amounts wants them from the correction on that made it one', async () => {
  const schemaId = await t.approvedSchema(0);
  await makeQueue(schemaId, ['total:above:1000'], { second_approval: true });
  const approveNow = async (values: typeof NOTE_VALUES, total?: number) => {
    const { document } = await t.arrive(schemaId, { values });
    const { revision } = total === undefined ? document : (await correct(document.id, '/total', total)).document;
    await approve(t.desk, ACTOR, document.id, { revision, sign_off: true });
    const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, document.id));
    return row?.state;
  };
  expect(await approveNow({ ...NOTE_VALUES, total: 900 })).toBe('approved');
  expect(await approveNow({ ...NOTE_VALUES, total: 900 }, 1200)).toBe('to_review');
  expect(await approveNow({ ...NOTE_VALUES, total: 1200 }, 900)).toBe('approved');
});

test('what cannot be compared does not spare the second approval: a missing amount, and one whose field was renamed', async () => {
  const schemaId = await t.approvedSchema(0);
  await makeQueue(schemaId, ['total:above:1000'], { second_approval: true });
  const stateAfter = async (values: Record<string, Value>) => {
    const { document } = await t.arrive(schemaId, { values });
    await approve(t.desk, ACTOR, document.id, { revision: document.revision, sign_off: true });
    return (await getDocument(t.desk, document.id)).document.state;
  };
  expect(await stateAfter({ number: 'A-1', discount: 5 })).toBe('to_review');
  const { name, description, fields, rules } = await getCurrentSchema(t.desk.database, schemaId);
  const renamed = fields.map((field) => (field.name === 'total' ? { ...field, name: 'grand_total' } : field));
  await saveSchema(t.desk, ACTOR, { name, description, fields: renamed, rules }, schemaId);
  expect(await stateAfter({ number: 'A-1', grand_total: 30, discount: 5 })).toBe('to_review');
  // elsewhere it does not fit
  expect((await listQueues(t.desk, ACTOR)).items[0]?.counts.waiting).toBe(0);
});

/** An order to review whose second line is of an amount, which a person typed or cleared. */
async function orderOf(amount: number | null, schemaId?: string) {
  const made = await insertReviewable(t.desk, {
    name: 'order.pdf',
    ...(schemaId ? { schemaId } : {}),
    values: { ...ORDER_VALUES, total: 10 },
  });
  const pointers = amount === null ? ['/lines/0/amount', '/lines/1/amount'] : ['/lines/1/amount'];
  const drafts = pointers.map((pointer) =>
    amount === null ? { kind: 'clear' as const, pointer } : { kind: 'correct' as const, pointer, value: amount, evidence: [] },
  );
  const actions = drafts.map((draft) => ({ id: crypto.randomUUID(), draft }));
  await saveActions(t.desk, ACTOR, made.id, { revision: 0, actions });
  return made;
}

test('a rule on a column of rows holds a document as soon as one row fits', async () => {
  const { id: documentId, schemaId } = await orderOf(20);
  const id = await makeQueue(schemaId, ['lines.amount:above:1000']);
  expect(await countIn(id)).toBe(0);
  await correct(documentId, '/lines/1/amount', 1200);
  expect(await countIn(id)).toBe(1);
});

test('a second approval for large cells is spared only where cells are there and none is large', async () => {
  const { schemaId } = await orderOf(20);
  await makeQueue(schemaId, ['lines.amount:above:1000'], { second_approval: true });
  const stateAfter = async (amount: number | null) => {
    const { id } = await orderOf(amount, schemaId);
    const { document } = await getDocument(t.desk, id);
    await approve(t.desk, ACTOR, id, { revision: document.revision, sign_off: true });
    return (await getDocument(t.desk, id)).document.state;
  };
  expect(await stateAfter(900)).toBe('approved');
  expect(await stateAfter(1200)).toBe('to_review');
  expect(await stateAfter(null)).toBe('to_review');
});

test('a rule on a field that the schema does not have, or that its type cannot be compared by, is refused', async () => {
  const schemaId = await t.approvedSchema(0);
  for (const rule of ['subtotal:above:1000', 'total:contains:1000', 'total.amount:above:1000']) {
    const refused = { code: 'invalid_request', errors: [{ pointer: '/filter/where/1' }] };
    await expect(makeQueue(schemaId, ['total:above:1000', rule]), rule).rejects.toMatchObject(refused);
  }
});

test('documents that no rule holds are in no queue', async () => {
  const schemaId = await t.approvedSchema(0);
  const unqueued = async () => (await listQueues(t.desk, ACTOR, { withUnqueued: true })).unqueued ?? -1;
  await makeQueue(schemaId, ['total:above:1000']);
  const before = await unqueued();
  await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 1200 } });
  expect(await unqueued()).toBe(before);
  await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 900 } });
  expect(await unqueued()).toBe(before + 1);
});

test('a date that no database knows is stored and is no date to compare with', async () => {
  const date: Field = { name: 'day', type: 'date', label: '', description: '', required: false };
  const { id: schemaId } = await saveSchema(t.desk, ACTOR, { name: 'Dated', description: '', fields: [date], rules: [] });
  await makeQueue(schemaId, ['day:after:1999-01-01']);
  expect((await t.arrive(schemaId, { values: { day: '0000-01-01' } })).document.state).toBe('to_review');
  const rule = { name: 'Q', filter: { states: ['to_review'], schema_id: schemaId, where: ['day:before:0000-01-01'] } };
  expect(queueDraftSchema.safeParse(rule).success).toBe(false);
});

test('what the search read before a correction does not overwrite it', async () => {
  const schemaId = await t.approvedSchema(0);
  const id = await makeQueue(schemaId, ['total:above:1000']);
  const { document } = await t.arrive(schemaId, { values: { ...NOTE_VALUES, total: 900 } });
  // the search reads the pages of a document between its values and the writing of them
  const reader = {
    ...t.desk.reader,
    listPages: async () => {
      await correct(document.id, '/total', 1200);
      return [];
    },
  };
  await t.desk.database.update(documents).set({ pagesRead: 1, pageCount: 1 }).where(eq(documents.id, document.id));
  await indexDocument({ ...t.desk, reader }, document.id, 0);
  expect(await countIn(id)).toBe(1);
});

test('rules on values need a schema, and are rules', () => {
  const fault = (filter: object) =>
    queueDraftSchema.safeParse({ name: 'Q', filter: { states: ['to_review'], ...filter } }).error?.issues[0];
  expect(fault({ where: ['total:above:1000'] })).toMatchObject({ path: ['filter', 'where'] });
  expect(fault({ schema_id: 's', where: ['total:larger:1000'] })).toMatchObject({ path: ['filter', 'where', 0] });
  expect(fault({ schema_id: 's', where: ['total:above:1000'] })).toBeUndefined();
});
