import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SplitProposal } from '#lib/contract/desk/splitting.ts';
import { verifyAudit } from '../../audit/append-audit.ts';
import { auditEntries } from '../../audit/tables.ts';
import type { DocumentRow } from '../../documents/desk-document.ts';
import { type DocumentSplit, saveDocumentSplit } from '../../documents/document-split.ts';
import { removeDocument } from '../../documents/operations/remove-document.ts';
import { removeExpired } from '../../documents/operations/retention.ts';
import { documents, submissions } from '../../documents/tables.ts';
import { createPollSettings } from '../../jobs/poll-settings.ts';
import { postponeDocument } from '../../queues/operations/postpone-document.ts';
import { reject } from '../../review/operations/decide.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { startExtraction } from '../../review/operations/start-extraction.ts';
import { saveRetention } from '../../schemas/operations/schema-settings.ts';
import { planParts, upright } from '../../testing/make-stack.ts';
import { listSchemaIds } from '../../testing/review-test-document.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { detectBoundaries } from '../detect-boundaries.ts';
import { splittings } from '../tables.ts';
import { acceptSplit } from './accept-split.ts';
import { getSplitting, requestProposal } from './get-splitting.ts';
import { undoSplit } from './undo-split.ts';

let t: TestDesk;
beforeEach(async () => {
  t = await startTestDesk();
});
afterEach(() => t.close());

type Columns = Partial<DocumentRow> & { split?: DocumentSplit };
const write = async (id: string, { split: found, ...columns }: Columns) => {
  await t.desk.database.update(documents).set(columns).where(eq(documents.id, id));
  if (found) await t.desk.database.transaction((transaction) => saveDocumentSplit(transaction, id, found));
};
/** Splits a document into one for each list of pages. */
async function split(id: string, ...parts: number[][]) {
  const body = planParts(parts);
  const answer = await acceptSplit(t.desk, ACTOR, id, body);
  const ids = answer.split!.documents.map((one) => one.id);
  // as if they were read
  for (const [index, part] of ids.entries())
    await write(part, { state: 'indexed', pageCount: parts[index]!.length, pagesRead: parts[index]!.length });
  return { ids, body };
}

/** A PDF of so many pages that was read and waits to be split. */
async function dropStack(pages: number, columns: Columns = {}): Promise<string> {
  const pdf = new PDFDocument({ size: 'A4', autoFirstPage: false });
  for (let page = 1; page <= pages; page++) pdf.addPage().text(`Slip ${page}`);
  pdf.end();
  const { id } = await t.drop(Readable.from([await buffer(pdf as unknown as Readable)]), { name: 'stack.pdf' });
  await write(id, { state: 'stacked', mediaType: 'application/pdf', pageCount: pages, pagesRead: pages, ...columns });
  return id;
}

const stateOf = async (id: string) => (await t.desk.database.select().from(documents).where(eq(documents.id, id)))[0]?.state;
const approvedAgo = (days: number): Partial<DocumentRow> => ({
  state: 'approved',
  approvedAt: new Date(Date.now() - days * 86_400_000),
});
const segments = (...confidences: number[]): SplitProposal['segments'] =>
  confidences.map((confidence, index) => ({
    first_page: index + 1,
    last_page: index + 1,
    class: null,
    schema_id: null,
    confidence,
    reason: 'It has a letterhead.',
    reasons: [],
    proposed: false,
  }));
const look = (id: string, run: number) =>
  detectBoundaries(t.desk, { data: { documentId: id, run }, signal: new AbortController().signal } as never, createPollSettings());

test('what a part was split into in turn stays, goes and is named with it, and forbids undoing once it is approved', async () => {
  const id = await dropStack(3);
  const { ids } = await split(id, [1, 2], [3]);
  const [first, last] = ids as [string, string];
  const { ids: inner } = await split(first, [1], [2]);
  const [a1, a2] = inner as [string, string];

  await write(a1, approvedAgo(0));
  await expect(undoSplit(t.desk, ACTOR, id, { remove_touched: true })).rejects.toMatchObject({ code: 'conflict' });
  expect((await getSplitting(t.desk, id)).split?.documents).toMatchObject([
    {
      id: first,
      touched: true,
      parts: [
        { id: a1, state: 'approved' },
        { id: a2, state: 'indexed' },
      ],
    },
    { id: last, touched: false, parts: [] },
  ]);
  await write(a1, { state: 'to_review', approvedAt: null });

  const undone = await undoSplit(t.desk, ACTOR, id, { remove_touched: false });
  expect(undone).toMatchObject({ removed: 1, document: { state: 'stacked' } });
  expect(undone.kept.map((one) => one.id)).toEqual([first, a1, a2]);
  expect(await Promise.all([first, a1, a2, last].map(stateOf))).toEqual(['split', 'to_review', 'indexed', undefined]);

  // once more, with all of it
  const { ids: again } = await split(id, [1, 2], [3]);
  const { ids: deeper } = await split(again[0]!, [1], [2]);
  expect(await undoSplit(t.desk, ACTOR, id, { remove_touched: true })).toMatchObject({ removed: 4, kept: [] });
  expect(await Promise.all([...again, ...deeper].map(stateOf))).toEqual([undefined, undefined, undefined, undefined]);
  // what an undone split left stands by itself
  expect(await Promise.all([first, a1, a2].map(stateOf))).toEqual(['split', 'to_review', 'indexed']);
});

test('a file that was split is removed with the last of its parts when their days are over, and cannot be brought back before', async () => {
  const schemas = await listSchemaIds(t.desk);
  const schemaId = schemas.Invoice!;
  await saveRetention(t.desk, ACTOR, schemaId, { retention_days: 30 });
  const id = await dropStack(3);
  const { ids } = await split(id, [1, 2], [3]);
  const [first, last] = ids as [string, string];
  const { ids: inner } = await split(first, [1], [2]);
  for (const part of inner) await write(part, { schemaId, ...approvedAgo(40) });
  await write(last, { schemaId, ...approvedAgo(10) });

  // the part that was split goes after its own parts; the file stays for the part that is young
  await removeExpired(t.desk);
  expect(await Promise.all([...inner, first, last, id].map(stateOf))).toEqual([undefined, undefined, undefined, 'approved', 'split']);
  expect((await getSplitting(t.desk, id)).split).toMatchObject({ expired: 1, documents: [{ id: last }] });
  await write(last, { state: 'to_review', approvedAt: null });
  await expect(undoSplit(t.desk, ACTOR, id, { remove_touched: true })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('deleted by the retention rules'),
  });
  expect(await removeExpired(t.desk)).toBe(0);

  await write(last, approvedAgo(31));
  expect(await removeExpired(t.desk)).toBe(2);
  expect(await stateOf(id)).toBeUndefined();
  expect(await verifyAudit(t.desk.database)).toMatchObject({ broken: null });
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id)).orderBy(auditEntries.id);
  expect(entries.at(-1)).toMatchObject({ event: 'document.removed', actorId: null, detail: { reason: 'retention', days: 30 } });
});

test('a file whose parts people removed stays, and so does one with a part whose days are not said', async () => {
  const schemas = await listSchemaIds(t.desk);
  await saveRetention(t.desk, ACTOR, schemas.Invoice!, { retention_days: 30 });
  const removed = await dropStack(2);
  for (const part of (await split(removed, [1], [2])).ids) await removeDocument(t.desk, ACTOR, part);
  const kept = await dropStack(3);
  const { ids } = await split(kept, [1], [2, 3]);
  await write(ids[0]!, { schemaId: schemas.Invoice!, ...approvedAgo(40) });
  await write(ids[1]!, { schemaId: schemas.Receipt!, ...approvedAgo(400) });
  expect(await removeExpired(t.desk)).toBe(1);
  expect(await Promise.all([removed, kept, ids[1]!].map(stateOf))).toEqual(['split', 'split', 'approved']);
});

test('a file that was split while it was looked at goes on when that is undone: with what was found, or when it is', async () => {
  const looking: Columns = { state: 'indexed', split: { state: 'looking', count: null }, recognise: true };
  const insertLook = (documentId: string, state: SplitProposal['state'], found: SplitProposal['segments']) =>
    t.desk.database.insert(splittings).values({ documentId, state, segments: found, requestedAt: new Date() });
  const under = await dropStack(2, looking);
  await insertLook(under, 'running', []);
  await split(under, [1], [2]);
  expect((await undoSplit(t.desk, ACTOR, under, { remove_touched: false })).document).toMatchObject({
    state: 'indexed',
    splitting: { state: 'looking' },
  });
  t.desk.split = async () => ({ segments: segments(0.9), engine: 'here' });
  await look(under, 1);
  expect((await getDocument(t.desk, under)).document).toMatchObject({ state: 'classifying', splitting: null });

  for (const [found, after] of [
    [segments(0.9), { state: 'classifying', splitting: null }],
    [segments(0.9, 0.95), { state: 'stacked', splitting: { state: 'proposed', documents: 2 } }],
  ] as const) {
    const id = await dropStack(2, looking);
    await insertLook(id, 'completed', found);
    await split(id, [1], [2]);
    expect((await undoSplit(t.desk, ACTOR, id, { remove_touched: false })).document).toMatchObject(after);
  }
});

test('a new look at a file that waits as several documents changes what the list says, and one document goes on', async () => {
  const id = await dropStack(3, { split: { state: 'proposed', count: 3 }, recognise: true });
  const lookAgain = async (found: SplitProposal['segments'] | null) => {
    t.desk.split = found && (async () => ({ segments: found, engine: 'here' }));
    await requestProposal(t.desk, ACTOR, id);
    const [row] = await t.desk.database.select().from(splittings).where(eq(splittings.documentId, id));
    await look(id, row!.run);
    return (await getDocument(t.desk, id)).document;
  };
  expect(await lookAgain(segments(0.9, 0.6))).toMatchObject({ state: 'stacked', splitting: { state: 'proposed', documents: 2 } });
  // a look that failed found nothing out
  expect(await lookAgain(null)).toMatchObject({ state: 'stacked', splitting: { state: 'proposed', documents: 2 } });
  expect((await getSplitting(t.desk, id)).proposal?.state).toBe('failed');
  expect(await lookAgain(segments(0.9))).toMatchObject({ state: 'classifying', splitting: null });
});

test('a schema that a person chooses while the file is looked at stands, and what is found is a hint only', async () => {
  const schemas = await listSchemaIds(t.desk);
  const id = await dropStack(2, { state: 'indexed' });
  await requestProposal(t.desk, ACTOR, id);
  await write(id, { split: { state: 'looking', count: null }, recognise: true });
  t.desk.split = async () => {
    // the person is faster than the engine
    await t.desk.database
      .update(submissions)
      .set({ remoteDocumentId: 'there', indexedAt: new Date() })
      .where(eq(submissions.documentId, id));
    await startExtraction(t.desk, ACTOR, id, schemas.Invoice!);
    return { segments: segments(0.9, 0.95), engine: 'here' };
  };
  await look(id, 1);
  expect((await getSplitting(t.desk, id)).proposal).toMatchObject({ state: 'completed', segments: [{}, {}] });
  expect((await getDocument(t.desk, id)).document).toMatchObject({
    state: 'extracting',
    schema_name: 'Invoice',
    splitting: { state: 'proposed', documents: 2 },
  });
});

test('another plan under the id of a split that was carried out is refused', async () => {
  const id = await dropStack(3);
  const { body } = await split(id, [1], [2, 3]);
  expect((await acceptSplit(t.desk, ACTOR, id, structuredClone(body))).split?.documents).toHaveLength(2);
  const other = { ...body, documents: [{ schema_id: null, pages: upright(1, 2, 3) }] };
  await expect(acceptSplit(t.desk, ACTOR, id, other)).rejects.toMatchObject({ code: 'conflict' });
  await expect(acceptSplit(t.desk, ACTOR, id, { ...body, documents: [...body.documents].reverse() })).rejects.toMatchObject({
    code: 'conflict',
  });
});

test('a file of which the desk itself has not read all pages is not split, and the person is told how far it came', async () => {
  const id = await dropStack(3, { pagesRead: 1 });
  const waiting = await getSplitting(t.desk, id);
  expect(waiting.refusal).toMatch(/read 1 of its 3 pages/);
  expect(waiting.reading).toBe('under_way');
  await expect(split(id, [1], [2, 3])).rejects.toMatchObject({ code: 'conflict' });
  await write(id, { readingFailure: { code: 'damaged_file', message: 'The file is damaged.' } });
  expect(await getSplitting(t.desk, id)).toMatchObject({
    reading: 'failed',
    refusal: expect.stringMatching(/^The file is damaged\. So it cannot be split/),
  });
  await write(id, { pagesRead: 3, readingFailure: null });
  expect(await getSplitting(t.desk, id)).toMatchObject({ reading: 'done', refusal: null });
});

test('a file that may be several or of no known kind can be rejected; one that was split cannot be postponed', async () => {
  const id = await dropStack(2);
  expect((await reject(t.desk, ACTOR, id, { revision: 0, reason: 'Not for us.' })).document).toMatchObject({ state: 'rejected' });
  const other = await dropStack(3, { state: 'unclassified' });
  expect((await reject(t.desk, ACTOR, other, { revision: 0, reason: 'Not for us.' })).document).toMatchObject({ state: 'rejected' });
  const third = await dropStack(4);
  await split(third, [1, 2], [3, 4]);
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await expect(postponeDocument(t.desk, ACTOR, third, { postponed: { until, reason: 'later' } } as never)).rejects.toMatchObject({
    code: 'conflict',
  });
});
