import { readdirSync } from 'node:fs';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { listPages } from '../../documents/operations/get-pages.ts';
import { removeDocument } from '../../documents/operations/remove-document.ts';
import { documents, splitParts, splits } from '../../documents/tables.ts';
import { sweepFiles } from '../../following/sweep-files.ts';
import { addComment } from '../../review/operations/comments.ts';
import { approve } from '../../review/operations/decide.ts';
import { getDocument } from '../../review/operations/get-document.ts';
import { saveActions } from '../../review/operations/save-actions.ts';
import { startExtraction } from '../../review/operations/start-extraction.ts';
import { listEvents } from '../../testing/list-events.ts';
import { INVOICE, makeStack, planParts, planSplit, RECEIPT, TERMS, upright } from '../../testing/make-stack.ts';
import { listSchemaIds } from '../../testing/review-test-document.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { acceptSplit } from './accept-split.ts';
import { getSplitting, requestProposal } from './get-splitting.ts';
import { undoSplit } from './undo-split.ts';

let t: TestDesk;
afterEach(() => t.close());

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

  const body = planSplit([
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
  expect(await listEvents(t.desk, id)).toEqual(['document.received', 'document.indexed', 'split.looked', 'document.split']);

  // what is split is worked on no more
  await expect(startExtraction(t.desk, ACTOR, id, schemas.Receipt!)).rejects.toMatchObject({ code: 'conflict' });
  await expect(acceptSplit(t.desk, ACTOR, id, { ...body, id: crypto.randomUUID() })).rejects.toMatchObject({ code: 'conflict' });
});

test('accepting twice, one after the other and at a time, makes the documents once', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await dropStack();
  const body = planParts([[1], [3, 2]]);
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
  const body = planParts([[1, 2], [3]]);
  // as if it died in the middle of the transaction: the files are stored, the last write never comes, and nobody cleans up
  const { fileReferences } = t.desk;
  t.desk.fileReferences = [() => Promise.reject(new Error('cut off'))];
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
  t.desk.fileReferences = fileReferences;
  await sweepFiles(t.desk);
  expect(storedFiles()).toBe(1);

  expect((await acceptSplit(t.desk, ACTOR, id, body)).split?.documents).toHaveLength(2);
});

test('a plan that loses or doubles a page is refused with the page, and so are files that have no pages of their own', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await dropStack();
  const bad = planParts([[1, 2, 2]], [9]);
  await expect(acceptSplit(t.desk, ACTOR, id, bad)).rejects.toMatchObject({
    code: 'invalid_request',
    errors: [
      { pointer: '/documents/0/pages/2/number' },
      { pointer: '/dropped/0' },
      { pointer: '/documents', message: expect.stringContaining('Page 3') },
    ],
  });
  const gone = planSplit([{ schema_id: 'nothing', pages: upright(1) }], [2, 3]);
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
  const body = planParts([[2], [1]]);
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
  expect(await listEvents(t.desk, id)).toContain('document.split_undone');
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
    planSplit([
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
  const { givePassword } = await import('../../documents/operations/resend-document.ts');
  await expect.poll(async () => (await getDocument(t.desk, id)).document.failure?.code).toBe('password_required');
  await givePassword(t.desk, ACTOR, id, 'open sesame');
  await t.until(id, 'stacked');
  const { split: made } = await acceptSplit(t.desk, ACTOR, id, planParts([[1], [2]]));
  const child = made!.documents[1]!.id;
  await t.until(child, 'to_review', 'unclassified');
  expect(await textOf(child)).toEqual([expect.stringContaining('Harbour Coffee House')]);
  await removeDocument(t.desk, ACTOR, id);
  expect((await getDocument(t.desk, child)).document.split_from).toEqual({ id: null, name: 'locked.pdf' });
});
