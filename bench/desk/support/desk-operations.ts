import { eq, sql } from 'drizzle-orm';
import { listDocumentsQuerySchema } from '#lib/contract/desk/desk-document.ts';
import type { Desk } from '#lib/desk/context/desk.ts';
import { getDocumentRow } from '#lib/desk/documents/desk-document.ts';
import { listChanges } from '#lib/desk/documents/operations/list-changes.ts';
import { listDocuments, readHorizon } from '#lib/desk/documents/operations/list-documents.ts';
import { takeLock } from '#lib/desk/documents/operations/take-lock.ts';
import { listQueueRows } from '#lib/desk/documents/queue-condition.ts';
import { documents } from '#lib/desk/documents/tables.ts';
import { getInsights } from '#lib/desk/insights/operations/get-insights.ts';
import { getOverview } from '#lib/desk/insights/operations/get-overview.ts';
import { listCountedDocuments } from '#lib/desk/insights/operations/list-counted-documents.ts';
import { assignDocument } from '#lib/desk/queues/operations/assign-document.ts';
import { listQueues } from '#lib/desk/queues/operations/list-queues.ts';
import { pullNext } from '#lib/desk/queues/operations/pull-next.ts';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { saveActions } from '#lib/desk/review/operations/save-actions.ts';
import { indexDocument } from '#lib/desk/search/indexing/index-document.ts';
import { newId } from '#lib/platform/clock.ts';
import { PEOPLE } from './fill-desk.ts';

/** `run` gets 0, 1, 2 … @param times how often it is run */
export type Operation = { name: string; times: number; run: (turn: number) => Promise<unknown> };

const person = (turn: number) => PEOPLE[turn % PEOPLE.length]!;
const TOUCHED = 100;
const DAY_MS = 24 * 60 * 60_000;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const WEEK_AGO = new Date(Date.now() - 7 * DAY_MS).toISOString();
const lastDays = (days: number) => ({ from: dayOf(Date.now() - (days - 1) * DAY_MS), to: dayOf(Date.now()) });

/** What people and their browsers ask of a desk that `fillDesk` filled. The first is what the others are compared with. */
export async function listOperations(desk: Desk): Promise<Operation[]> {
  const { database } = desk;
  const [queue] = await listQueueRows(database);
  const waiting = await database
    .select({ id: documents.id })
    .from(documents)
    .where(sql`state = 'to_review' and size % 4 = 0 and size % 150 <> 0`)
    .orderBy(documents.size);
  // each changes documents of its own
  const idOf = (turn: number) => waiting[turn]!.id;
  const list = (query: object) => (turn: number) =>
    listDocuments(desk, { ...listDocumentsQuerySchema.parse(query), askerId: person(turn).id });
  const schemaId = queue!.draft.filter.schema_id;
  const pull = (turn: number, tab: string) => pullNext(desk, person(turn), queue!.id, { tab, ahead: false });
  const revisionOf = async (id: string) => (await getDocumentRow(database, id)).revision;
  const documentsOf = (reason: string) => (turn: number) => listCountedDocuments(desk, person(turn), { ...lastDays(365), reason });
  let before = 0;
  const touch = async () => {
    before = await readHorizon(database);
    const some = database.select({ id: documents.id }).from(documents).where(eq(documents.state, 'approved')).limit(TOUCHED);
    await database.update(documents).set({ serviceStatus: 'completed' }).where(sql`${documents.id} in ${some}`);
  };
  return [
    { name: 'row by its primary key', times: 50, run: (turn) => getDocumentRow(database, idOf(turn)) },
    { name: 'documents list, first page', times: 20, run: list({ families: 'yes' }) },
    { name: 'documents list, tenth page by flags', times: 20, run: list({ sort: 'open_flags', page: 10 }) },
    { name: 'documents list, search by a word of many', times: 20, run: list({ q: 'invoice' }) },
    { name: 'documents list, search by two words', times: 20, run: list({ q: 'word12 word3' }) },
    { name: 'documents list, search by two rare words', times: 20, run: list({ q: 'word2512 word37' }) },
    { name: 'documents list, search by a part of a name', times: 20, run: list({ q: 'nvoice-777' }) },
    { name: 'documents list, search by a phrase', times: 20, run: list({ q: '"word12 word3"' }) },
    {
      name: 'documents list, field above, sorted by it',
      times: 20,
      run: list({ schema_id: schemaId, where: 'total:above:900', sort: 'field:total', columns: ['total', 'date', 'number'] }),
    },
    {
      name: 'documents list, text of a field, sorted by day',
      times: 20,
      run: list({ schema_id: schemaId, where: 'number:contains:upplier 33', sort: 'field:date', columns: ['total', 'date'] }),
    },
    {
      name: 'documents list, a schema sorted by a field',
      times: 20,
      run: list({ schema_id: schemaId, sort: 'field:total', columns: ['total', 'date'] }),
    },
    {
      name: 'documents list, one row of a column above',
      times: 20,
      run: list({ schema_id: schemaId, where: 'lines.amount:above:990', columns: ['total', 'date'] }),
    },
    {
      name: 'documents list, text of a column of rows',
      times: 20,
      run: list({ schema_id: schemaId, where: 'lines.item:contains:tem 77', columns: ['total', 'date'] }),
    },
    { name: 'documents list, empty field', times: 20, run: list({ schema_id: schemaId, where: 'discount:empty' }) },
    {
      name: 'documents list, to review and nobody’s',
      times: 20,
      run: list({ state: 'to_review', assigned_to: 'nobody', postponed: 'no' }),
    },
    { name: 'documents list, in no queue', times: 20, run: list({ queue: 'none' }) },
    { name: 'documents list, of a queue', times: 20, run: list({ queue: queue!.id, postponed: 'no' }) },
    {
      name: 'documents list, to review and mine or nobody’s',
      times: 20,
      run: list({ state: 'to_review', assigned_to: 'me_or_nobody', postponed: 'no' }),
    },
    { name: 'documents list, overdue', times: 20, run: list({ due: 'overdue', postponed: 'no', sort: 'due_at', order: 'asc' }) },
    { name: 'documents list, without flags', times: 20, run: list({ flags: 'none', postponed: 'no' }) },
    { name: 'documents list, postponed', times: 20, run: list({ postponed: 'yes' }) },
    { name: 'documents list, held up', times: 20, run: list({ held_up: 'yes' }) },
    { name: 'documents list, failed at a deployment', times: 20, run: list({ state: 'failed', deployment: 'embedded' }) },
    { name: 'documents list, approved in 7 days', times: 20, run: list({ state: 'approved', approved: WEEK_AGO }) },
    { name: 'documents list, approved in 7 days by me', times: 20, run: list({ state: 'approved', approved: `me:${WEEK_AGO}` }) },
    { name: 'documents list, for a second approval', times: 20, run: list({ second_approval: 'yes' }) },
    { name: 'one document made findable', times: 20, run: (turn) => indexDocument(desk, idOf(turn), 0) },
    { name: 'changes, nothing new', times: 20, run: async () => listChanges(desk, await readHorizon(database)) },
    { name: 'changes, 100 new', times: 20, run: async (turn) => (turn === 0 ? touch() : listChanges(desk, before)) },
    { name: 'document with its fields', times: 20, run: (turn) => getDocument(desk, idOf(turn)) },
    {
      name: 'overview',
      times: 20,
      run: (turn) => getOverview(desk, person(turn), { timeZone: 'Europe/Berlin', withHealth: true }),
    },
    { name: 'insights of 30 days', times: 20, run: () => getInsights(desk, lastDays(30), { withPeople: true }) },
    { name: 'insights of 365 days', times: 20, run: () => getInsights(desk, lastDays(365), { withPeople: true }) },
    { name: 'documents of a frequent reason', times: 20, run: documentsOf('low_confidence') },
    { name: 'documents of a reason that none has', times: 20, run: documentsOf('rare') },
    { name: 'queues with counts', times: 20, run: (turn) => listQueues(desk, person(turn), { withUnqueued: true }) },
    {
      name: 'heartbeat of a lock',
      times: 20,
      run: () => takeLock(desk, PEOPLE[0]!, idOf(0), { tab: 'kept', ahead: false, waiting: false }),
    },
    { name: 'assignment', times: 20, run: (turn) => assignDocument(desk, PEOPLE[0]!, idOf(30 + turn), person(turn + 1)) },
    {
      name: 'one value confirmed',
      times: 20,
      run: async (turn) => {
        const id = idOf(60 + turn);
        const actions = [{ id: newId(), draft: { kind: 'confirm' as const, pointer: '/date' } }];
        await saveActions(desk, PEOPLE[0]!, id, { revision: await revisionOf(id), actions });
      },
    },
    {
      name: 'approval',
      times: 20,
      run: async (turn) => {
        const id = idOf(90 + turn);
        await approve(desk, PEOPLE[0]!, id, { revision: await revisionOf(id), sign_off: true });
      },
    },
    // last, because they lock what the others work on
    { name: 'next of a queue', times: 20, run: (turn) => pull(turn, `one-${turn}`) },
    {
      name: 'next of a queue, 200 people at once',
      times: 4,
      run: (turn) => Promise.all(PEOPLE.map((_, index) => pull(index, `many-${turn}-${index}`))),
    },
  ];
}
