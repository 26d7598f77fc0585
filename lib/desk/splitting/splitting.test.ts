import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { afterEach, expect, test } from 'vitest';
import type { AcceptSplit } from '#lib/contract/desk/splitting.ts';
import { auditEntries } from '../audit/tables.ts';
import { SPLIT_QUEUE } from '../context/desk.ts';
import { listPages } from '../documents/pages/get-pages.ts';
import { findRemoteJob, recordProgress } from '../documents/remote-jobs.ts';
import { removeDocument } from '../documents/remove-document.ts';
import { documentSplits, documents, splitParts, splits } from '../documents/tables.ts';
import { sweepFiles } from '../following/sweep-files.ts';
import { createPollSettings } from '../jobs/poll-settings.ts';
import { addComment } from '../review/comments.ts';
import { approve } from '../review/decide.ts';
import { getDocument } from '../review/get-document.ts';
import { saveActions } from '../review/save-actions.ts';
import { startExtraction } from '../review/start-extraction.ts';
import { listSchemaIds } from '../testing/review-test-document.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { acceptSplit } from './accept-split.ts';
import { detectBoundaries } from './detect-boundaries.ts';
import { dismissProposal, getSplitting, requestProposal } from './get-splitting.ts';
import { splittings } from './tables.ts';
import { undoSplit } from './undo-split.ts';

let t: TestDesk;
let remote: Remote | undefined;
afterEach(async () => {
  await t.close();
  await remote?.close();
  remote = undefined;
});

const INVOICE = [
  'INVOICE',
  'Northwind Mills Ltd',
  'Invoice number NW-2041',
  'Invoice date 2026-02-03',
  'Flour  40.00',
  'Total 40.00 EUR',
  'Page 1 of 1',
];
const RECEIPT = [
  'RECEIPT',
  'Harbour Coffee House',
  'Receipt no. 4711',
  'Date 2026-03-12',
  'Coffee 3.20',
  'Total 3.20 EUR',
  'Thank you for your visit',
];
const TERMS = [
  'Terms of delivery of the harbour warehouse',
  'Goods are handed over at the gate between eight and noon.',
  'What is not collected within a week is sent back at the cost of the buyer.',
];

/** A PDF with a page for each list of lines; an empty list makes a blank page. */
async function makeStack(pages: readonly (readonly string[])[], options: PDFKit.PDFDocumentOptions = {}): Promise<Readable> {
  const pdf = new PDFDocument({ size: 'A4', margin: 60, autoFirstPage: false, ...options });
  for (const [index, lines] of pages.entries()) {
    pdf.addPage();
    for (const [place, line] of lines.entries()) pdf.fontSize(place === 0 ? 20 : 11 + (index % 2)).text(line);
  }
  pdf.end();
  return Readable.from([await buffer(pdf as unknown as Readable)]);
}

const upright = (...numbers: number[]) => numbers.map((number) => ({ number, turn: 0 as const }));
const split = (documentsOf: AcceptSplit['documents'], dropped: number[] = []): AcceptSplit => ({
  id: crypto.randomUUID(),
  documents: documentsOf,
  dropped,
});
const events = async (id: string) =>
  (
    await t.desk.database
      .select({ event: auditEntries.event })
      .from(auditEntries)
      .where(eq(auditEntries.documentId, id))
      .orderBy(auditEntries.id)
  ).map(({ event }) => event);
const storedFiles = () => readdirSync(path.join(t.folder, 'blobs', 'files')).length;
const textOf = async (id: string) =>
  (await listPages(t.desk, id, { from: 1, to: 20 })).pages.map(({ words }) => words.map(({ text }) => text).join(' '));

/** A document of three pages that waits to be split. */
async function dropStack(pages = [INVOICE, RECEIPT, TERMS]) {
  const { id } = await t.drop(await makeStack(pages), { name: 'stack.pdf' });
  return t.until(id, 'stacked');
}

test('a stack dropped without a schema waits as possibly several documents; accepted, each goes on to extraction with its schema', async () => {
  t = await startTestDesk({ service: true, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  const stacked = await t.until(id, 'stacked');
  expect(stacked).toMatchObject({ splitting: { state: 'proposed', documents: 2 }, schema_id: null });
  const { proposal, refusal } = await getSplitting(t.desk, id);
  expect(refusal).toBeNull();
  expect(proposal?.segments).toMatchObject([
    { first_page: 1, last_page: 1, schema_id: schemas.Invoice },
    { first_page: 2, last_page: 2, schema_id: schemas.Receipt, reasons: expect.arrayContaining([expect.any(String)]) },
  ]);

  const body = split([
    { schema_id: schemas.Receipt!, pages: [{ number: 2, turn: 90 }] },
    { schema_id: schemas.Invoice!, pages: upright(1) },
  ]);
  const answer = await acceptSplit(t.desk, ACTOR, id, body);
  const [first, second] = answer.split!.documents;
  expect(answer.document).toMatchObject({ state: 'split', splitting: { state: 'split', documents: 2 } });
  expect([first, second]).toMatchObject([
    { name: 'post (1 of 2).pdf', pages: [{ number: 2, turn: 90 }], touched: false },
    { name: 'post (2 of 2).pdf', pages: [{ number: 1, turn: 0 }], touched: false },
  ]);
  const receipt = await t.until(first!.id, 'to_review');
  expect(receipt).toMatchObject({ schema_name: 'Receipt', page_count: 1, split_from: { id, name: 'post.pdf' } });
  await t.until(second!.id, 'to_review');
  expect(await textOf(first!.id)).toEqual([expect.stringContaining('Harbour Coffee House')]);
  expect((await listPages(t.desk, first!.id, { from: 1, to: 1 })).pages[0]).toMatchObject({ text_rotation: 270 });
  expect((await getDocument(t.desk, second!.id)).fields?.invoice_number).toMatchObject({ value: 'NW-2041' });
  expect(await events(id)).toEqual(['document.received', 'document.indexed', 'split.looked', 'document.split']);

  // what is split is worked on no more
  await expect(startExtraction(t.desk, ACTOR, id, schemas.Receipt!)).rejects.toMatchObject({ code: 'conflict' });
  await expect(acceptSplit(t.desk, ACTOR, id, { ...body, id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'conflict' });
});

test('a file that looks like one document goes on without a person, and so does one a person says is one', async () => {
  t = await startTestDesk({ service: true, work: true });
  const one = [
    INVOICE.map((line) => line.replace('1 of 1', '1 of 2')),
    ['Northwind Mills Ltd', 'Invoice number NW-2041', 'Continued', 'Page 2 of 2'],
  ];
  const { id } = await t.drop(await makeStack(one), { name: 'long.pdf' });
  await expect.poll(() => events(id)).toContain('split.looked');
  expect((await getDocument(t.desk, id)).document).toMatchObject({ state: 'indexed', splitting: null });

  const { id: other } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  await t.until(other, 'stacked');
  await t.desk.database.update(documents).set({ recognise: true }).where(eq(documents.id, other));
  expect(await dismissProposal(t.desk, ACTOR, other)).toMatchObject({ state: 'classifying', splitting: { state: 'dismissed' } });
  await t.until(other, 'to_review', 'unclassified');
  expect(await dismissProposal(t.desk, ACTOR, other)).toMatchObject({ splitting: { state: 'dismissed' } });
  expect(await events(other)).toContain('split.dismissed');
});

test('accepting twice, one after the other and at a time, makes the documents once', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await dropStack();
  const body = split([
    { schema_id: null, pages: upright(1) },
    { schema_id: null, pages: upright(3, 2) },
  ]);
  const answers = await Promise.all([acceptSplit(t.desk, ACTOR, id, body), acceptSplit(t.desk, ACTOR, id, body)]);
  answers.push(await acceptSplit(t.desk, ACTOR, id, body));
  const ids = answers.map((answer) => answer.split!.documents.map((child) => child.id));
  expect(ids[1]).toEqual(ids[0]);
  expect(ids[2]).toEqual(ids[0]);
  expect(await t.desk.database.select().from(splitParts).where(eq(splitParts.fromId, id))).toHaveLength(2);
  expect(storedFiles()).toBe(3);
});

test('when the program ends before the split is committed, nothing of it is there, and trying again carries it out', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id, state } = await dropStack();
  const body = split([
    { schema_id: null, pages: upright(1, 2) },
    { schema_id: null, pages: upright(3) },
  ]);
  // as if it died in the middle of the transaction: the files are stored, the last write never comes, and nobody cleans up
  const { isFileKept } = t.desk;
  t.desk.isFileKept = () => Promise.reject(new Error('cut off'));
  await t.desk.database.execute(
    sql`create function refuse_split() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`,
  );
  await t.desk.database.execute(
    sql`create trigger cut before update on desk.documents for each row when (new.state = 'split') execute function refuse_split()`,
  );
  await expect(acceptSplit(t.desk, ACTOR, id, body)).rejects.toThrow();
  await t.desk.database.execute(sql`drop trigger cut on desk.documents`);
  expect((await getDocument(t.desk, id)).document.state).toBe(state);
  expect(await t.desk.database.select().from(splits)).toEqual([]);
  expect(await t.desk.database.select().from(documents)).toHaveLength(1);
  expect(storedFiles()).toBe(3);
  t.desk.isFileKept = isFileKept;
  await sweepFiles(t.desk);
  expect(storedFiles()).toBe(1);

  expect((await acceptSplit(t.desk, ACTOR, id, body)).split?.documents).toHaveLength(2);
});

test('a plan that loses or doubles a page is refused with the page, and so are files that have no pages of their own', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await dropStack();
  const bad = split([{ schema_id: null, pages: upright(1, 2, 2) }], [9]);
  await expect(acceptSplit(t.desk, ACTOR, id, bad)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [
      { pointer: '/documents/0/pages/2/number' },
      { pointer: '/dropped/0' },
      { pointer: '/documents', message: expect.stringContaining('Page 3') },
    ],
  });
  const gone = split([{ schema_id: 'nothing', pages: upright(1) }], [2, 3]);
  await expect(acceptSplit(t.desk, ACTOR, id, gone)).rejects.toMatchObject({ code: 'not_found' });
  expect(storedFiles()).toBe(1);
  const { id: text } = await t.drop('A note of one page.');
  await t.until(text, 'indexed');
  expect((await getSplitting(t.desk, text)).refusal).toContain('Only PDF and TIFF');
  await expect(requestProposal(t.desk, ACTOR, text)).rejects.toMatchObject({ code: 'conflict' });
});

test('undoing a split removes its documents and gives the original back as it was', async () => {
  t = await startTestDesk({ service: true, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf', schemaId: schemas.Invoice! });
  const before = await t.until(id, 'to_review');
  const body = split([
    { schema_id: null, pages: upright(2) },
    { schema_id: null, pages: upright(1) },
  ]);
  const { split: made } = await acceptSplit(t.desk, ACTOR, id, body);
  const draft = { kind: 'clear' as const, pointer: '/currency' };
  const acting = saveActions(t.desk, ACTOR, id, { revision: before.revision + 1, actions: [{ id: crypto.randomUUID(), draft }] });
  await expect(acting).rejects.toMatchObject({ code: 'conflict' });

  expect(await undoSplit(t.desk, ACTOR, id, { remove_touched: false })).toMatchObject({
    document: { state: 'to_review' },
    removed: 2,
    kept: [],
  });
  for (const child of made!.documents) await expect(getDocument(t.desk, child.id)).rejects.toMatchObject({ code: 'not_found' });
  await expect.poll(storedFiles).toBe(1);
  expect((await getSplitting(t.desk, id)).split).toBeNull();
  expect(await events(id)).toContain('document.split_undone');
  await expect(undoSplit(t.desk, ACTOR, id, { remove_touched: false })).rejects.toMatchObject({ code: 'conflict' });
  // the same request that was undone is not carried out again by a late repetition
  await expect(acceptSplit(t.desk, ACTOR, id, body)).rejects.toMatchObject({ code: 'conflict' });
  expect((await acceptSplit(t.desk, ACTOR, id, { ...body, id: crypto.randomUUID() })).split?.documents).toHaveLength(2);
});

test('what people worked on stays when a split is undone, unless they say to remove it; what is approved forbids it', async () => {
  t = await startTestDesk({ service: true, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await dropStack([INVOICE, RECEIPT]);
  const parts = () =>
    split([
      { schema_id: schemas.Invoice!, pages: upright(1) },
      { schema_id: schemas.Receipt!, pages: upright(2) },
    ]);
  const { split: made } = await acceptSplit(t.desk, ACTOR, id, parts());
  const [invoice, receipt] = made!.documents;
  await addComment(t.desk, ACTOR, invoice!.id, { id: crypto.randomUUID(), pointer: null, text: 'Asked the mill.' });
  expect((await getSplitting(t.desk, id)).split?.documents.map(({ touched }) => touched)).toEqual([true, false]);
  expect(await undoSplit(t.desk, ACTOR, id, { remove_touched: false })).toMatchObject({
    removed: 1,
    kept: [{ id: invoice!.id }],
    document: { state: 'stacked' },
  });
  await expect(getDocument(t.desk, receipt!.id)).rejects.toMatchObject({ code: 'not_found' });
  expect((await getDocument(t.desk, invoice!.id)).document.split_from).toEqual({ id, name: 'stack.pdf' });

  const { split: again } = await acceptSplit(t.desk, ACTOR, id, parts());
  await addComment(t.desk, ACTOR, again!.documents[0]!.id, { id: crypto.randomUUID(), pointer: null, text: 'Asked again.' });
  await t.until(again!.documents[1]!.id, 'to_review');
  const { document } = await getDocument(t.desk, again!.documents[1]!.id);
  await approve(t.desk, ACTOR, document.id, { revision: document.revision, sign_off: true });
  await expect(undoSplit(t.desk, ACTOR, id, { remove_touched: true })).rejects.toMatchObject({ code: 'conflict' });
  await removeDocument(t.desk, ACTOR, again!.documents[1]!.id);
  expect(await undoSplit(t.desk, ACTOR, id, { remove_touched: true })).toMatchObject({ removed: 1, kept: [] });
});

test('documents of a split outlive the original, and a protected original is split without its password', async () => {
  t = await startTestDesk({ service: true, work: true });
  const body = await makeStack([INVOICE, RECEIPT], { userPassword: 'open sesame', pdfVersion: '1.7' });
  const { id } = await t.drop(body, { name: 'locked.pdf' });
  const { givePassword } = await import('../documents/resend-document.ts');
  await expect.poll(async () => (await getDocument(t.desk, id)).document.failure?.code).toBe('password_required');
  await givePassword(t.desk, ACTOR, id, 'open sesame');
  await t.until(id, 'stacked');
  const { split: made } = await acceptSplit(
    t.desk,
    ACTOR,
    id,
    split([
      { schema_id: null, pages: upright(1) },
      { schema_id: null, pages: upright(2) },
    ]),
  );
  const child = made!.documents[1]!.id;
  await t.until(child, 'to_review', 'unclassified');
  expect(await textOf(child)).toEqual([expect.stringContaining('Harbour Coffee House')]);
  await removeDocument(t.desk, ACTOR, id);
  expect((await getDocument(t.desk, child)).document.split_from).toEqual({ id: null, name: 'locked.pdf' });
});

test('at a deployment of others the engine of this machine proposes, and without one the document goes on', async () => {
  let count = 0;
  remote = await startRemote(({ method, path: asked }) => {
    if (method === 'POST' && asked === '/v1/documents') count += 1;
    return { status: 200, body: { id: asked === '/v1/documents' ? `there-${count}` : asked.split('/').at(-1), status: 'completed' } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'key' }, work: true });
  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  await t.until(id, 'indexed');
  await expect.poll(async () => (await getDocument(t.desk, id)).document.pages_read).toBe(2);
  await requestProposal(t.desk, ACTOR, id);
  await expect.poll(async () => (await getSplitting(t.desk, id)).proposal?.state).toBe('failed');
  const segment = { reason: 'It has a letterhead.', reasons: [], proposed: false };
  const sayTwo = (confidence: number) => {
    const segments = [1, 2].map((page) => ({ ...segment, confidence, first_page: page, last_page: page }));
    t.desk.split = async () => ({ segments, engine: 'here' });
  };
  // not probable enough to hold it up: a hint, and a person may look
  sayTwo(0.7);
  await requestProposal(t.desk, ACTOR, id);
  await expect.poll(async () => (await getSplitting(t.desk, id)).proposal?.state).toBe('completed');
  expect((await getDocument(t.desk, id)).document).toMatchObject({ state: 'indexed', splitting: { state: 'proposed', documents: 2 } });
  sayTwo(0.9);
  await requestProposal(t.desk, ACTOR, id);
  await t.until(id, 'stacked');
  const { split: made } = await acceptSplit(
    t.desk,
    ACTOR,
    id,
    split([
      { schema_id: null, pages: upright(1) },
      { schema_id: null, pages: upright(2) },
    ]),
  );
  await t.until(made!.documents[0]!.id, 'unclassified', 'to_review');
});

test('a look that was cut off is taken up again, before and after its job was noted, and asked for once', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await dropStack([INVOICE, RECEIPT]);
  const settled = (await getSplitting(t.desk, id)).proposal!;
  const key = { kind: 'splitting' as const, documentId: id, run: 1 };
  const { remoteId } = (await findRemoteJob(t.desk.database, key))!;
  expect(remoteId).not.toBeNull();
  const askedFor = async () =>
    (await t.desk.database.execute(sql`select id from service.jobs where kind = 'splitting'`)).rows.map((job) => job.id);
  expect(await askedFor()).toHaveLength(1);

  // the program died when the job was made and not yet noted, then when it was noted and its answer not taken
  for (const { state, noted } of [
    { state: 'requested' as const, noted: null },
    { state: 'running' as const, noted: remoteId },
  ]) {
    await recordProgress(t.desk.database, (await findRemoteJob(t.desk.database, key))!, { remoteId: noted });
    await t.desk.database
      .update(splittings)
      .set({ state, segments: [], settledAt: null, requestedAt: new Date() })
      .where(eq(splittings.documentId, id));
    await t.desk.database.update(documents).set({ state: 'indexed' }).where(eq(documents.id, id));
    await t.desk.database.update(documentSplits).set({ state: 'looking', count: null }).where(eq(documentSplits.documentId, id));
    await t.desk.queue.send(SPLIT_QUEUE, { documentId: id, run: 1 });
    await t.until(id, 'stacked');
    expect((await getSplitting(t.desk, id)).proposal).toMatchObject({ state: 'completed', segments: settled.segments });
    expect((await findRemoteJob(t.desk.database, key))?.remoteId).toBe(remoteId);
    expect(await askedFor()).toHaveLength(1);
  }
  expect((await events(id)).filter((event) => event === 'split.looked')).toHaveLength(3);

  // its job comes again although it is settled, and one of a run that never was
  const { proposal: last } = await getSplitting(t.desk, id);
  for (const run of [1, 7]) {
    const job = { data: { documentId: id, run }, signal: new AbortController().signal };
    expect(await detectBoundaries(t.desk, job as Parameters<typeof detectBoundaries>[1], createPollSettings())).toBeUndefined();
  }
  expect((await getSplitting(t.desk, id)).proposal).toEqual(last);
  expect((await events(id)).filter((event) => event === 'split.looked')).toHaveLength(3);
  expect(await askedFor()).toHaveLength(1);
});
