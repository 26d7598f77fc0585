import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type QueueDraft, queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { documents, queues } from '../documents/tables.ts';
import { approve } from '../review/operations/decide.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
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

test('rules on values need a schema, and are rules', () => {
  const fault = (filter: object) =>
    queueDraftSchema.safeParse({ name: 'Q', filter: { states: ['to_review'], ...filter } }).error?.issues[0];
  expect(fault({ where: ['total:above:1000'] })).toMatchObject({ path: ['filter', 'where'] });
  expect(fault({ schema_id: 's', where: ['total:larger:1000'] })).toMatchObject({ path: ['filter', 'where', 0] });
  expect(fault({ schema_id: 's', where: ['total:above:1000'] })).toBeUndefined();
});
