import { existsSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { verifyAudit } from '../audit/append-audit.ts';
import { listPages } from '../documents/operations/get-pages.ts';
import { listChanges } from '../documents/operations/list-changes.ts';
import { listDocuments } from '../documents/operations/list-documents.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents, submissions } from '../documents/tables.ts';
import { listDocumentAudit } from '../reports/operations/list-audit.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { listSchemaIds } from '../testing/review-test-document.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';

const RECEIPT = ['Corner Shop', 'Receipt no. 4711', 'Date: 2026-03-12', '', 'Milk   1.20', 'Total   1.20 EUR'].join('\n');
let t: TestDesk | undefined;
let remote: Remote | undefined;

afterEach(async () => {
  await t?.close();
  await remote?.close();
  t = undefined;
  remote = undefined;
});

function mail(subject: string, parts: { name: string; type: string; text: string }[]): string {
  const shown = parts.flatMap(({ name, type, text }) => [
    `--${subject}-border`,
    `Content-Type: ${type}; name="${name}"`,
    `Content-Disposition: attachment; filename="${name}"`,
    ...(type === 'message/rfc822' ? ['', text] : ['Content-Transfer-Encoding: base64', '', Buffer.from(text).toString('base64')]),
  ]);
  return [
    'From: Ada Quill <ada@harbour.example>',
    'To: Ben Loft <ben@mill.example>',
    `Subject: ${subject}`,
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${subject}-border"`,
    '',
    `--${subject}-border`,
    'Content-Type: text/plain',
    '',
    `This is ${subject}.`,
    ...shown,
    `--${subject}-border--`,
    '',
  ].join('\r\n');
}
const MAIL = mail('Outer', [
  { name: 'receipt.txt', type: 'text/plain', text: RECEIPT },
  { name: 'data.bin', type: 'application/octet-stream', text: '\u0001\u0002\u0000\u0003\u0004\u0000\u0005' },
  { name: 'earlier.eml', type: 'message/rfc822', text: mail('Inner', [{ name: 'list.txt', type: 'text/plain', text: 'Bolts and nuts' }]) },
]);
const query = { sort: 'created_at', order: 'desc', page: 1, page_size: 50 } as const;

test('the attachments of a mail become documents of the desk, and go with it', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { desk } = t;
  const schemas = await listSchemaIds(desk);
  const dropped = await t.drop(Readable.from([Buffer.from(MAIL)]), { name: 'outer.eml', schemaId: schemas.Receipt! });
  expect(dropped.parent).toBeNull();
  await t.until(dropped.id, 'to_review');

  const { attachments } = await getDocument(desk, dropped.id);
  expect(attachments.map(({ name }) => name)).toEqual(['receipt.txt', 'data.bin', 'earlier.eml']);
  expect(attachments[1]?.document_id).toBeNull();
  const [receiptId, , earlierId] = attachments.map(({ document_id }) => document_id ?? '') as [string, string, string];
  const receipt = await t.until(receiptId, 'to_review', 'unclassified');
  expect(receipt).toMatchObject({
    name: 'receipt.txt',
    parent: { id: dropped.id, name: 'outer.eml' },
    page_count: 1,
    created_by: ACTOR,
  });
  await t.until(earlierId, 'to_review', 'unclassified');
  const [list] = (await getDocument(desk, earlierId)).attachments;
  expect(await t.until(list?.document_id ?? '', 'unclassified')).toMatchObject({ kind: { by: null } });
  expect((await listDocuments(desk, { ...query, parent_id: dropped.id })).items.map(({ name }) => name).toSorted()).toEqual([
    'earlier.eml',
    'receipt.txt',
  ]);
  expect((await listDocuments(desk, query)).total).toBe(4);
  const [received] = (await listDocumentAudit(desk, receiptId)).items.filter(({ event }) => event === 'document.received');
  expect(received).toMatchObject({ actor: null, detail: { from: dropped.id, name: 'receipt.txt' } });

  expect((await listPages(desk, receiptId, { from: 1, to: 20 })).pages).toHaveLength(1);
  await startExtraction(desk, ACTOR, receiptId, schemas.Receipt!);
  await t.until(receiptId, 'to_review');
  const remotes = await desk.database.select().from(submissions);
  expect(remotes.every(({ sending, remoteDocumentId }) => sending === 1 && remoteDocumentId !== null)).toBe(true);
  expect(new Set(remotes.map(({ remoteDocumentId }) => remoteDocumentId)).size).toBe(4);

  const kept = await desk.database.select({ sha256: documents.sha256 }).from(documents);
  await removeDocument(desk, ACTOR, dropped.id);
  expect((await listDocuments(desk, query)).total).toBe(0);
  expect((await listChanges(desk, 0)).removed).toHaveLength(4);
  expect(await verifyAudit(desk.database)).toMatchObject({ broken: null });
  const files = kept.map(({ sha256 }) => path.join(t!.folder, 'blobs', 'files', sha256));
  await expect.poll(() => files.filter(existsSync)).toEqual([]);
});

test('when a mail is sent anew, its attachments stay the same documents and follow the new ones of the service', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { database } = t.desk;
  const { id } = await t.drop(MAIL, { name: 'outer.eml' });
  await t.until(id, 'indexed');
  const before = (await getDocument(t.desk, id)).attachments;
  const childId = before[0]?.document_id ?? '';
  await t.until(childId, 'indexed');
  const [first] = await database.select().from(submissions).where(eq(submissions.documentId, childId));
  // as after a failure: the file goes to the service once more
  await database.update(documents).set({ state: 'received' }).where(eq(documents.id, id));
  await database.update(submissions).set({ run: 2, sending: 2, remoteDocumentId: null }).where(eq(submissions.documentId, id));
  await t.desk.queue.send('desk-follow', { documentId: id, run: 2 });
  await t.until(id, 'indexed');
  expect((await getDocument(t.desk, id)).attachments).toEqual(before);
  const [second] = await database.select().from(submissions).where(eq(submissions.documentId, childId));
  expect(second?.remoteDocumentId).not.toBe(first?.remoteDocumentId);
});

test('of a document at a deployment of someone else the attachments are only named', async () => {
  remote = await startRemote(({ path: asked }) =>
    asked === '/v1/documents'
      ? { status: 201, body: { id: 'r', status: 'pending' } }
      : { status: 200, body: { id: 'r', status: 'completed' } },
  );
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const { id } = await t.drop(MAIL, { name: 'outer.eml' });
  await t.until(id, 'indexed');
  const { desk } = t;
  await expect.poll(async () => (await getDocument(desk, id)).attachments.length).toBe(3);
  const { attachments } = await getDocument(t.desk, id);
  expect(attachments.map(({ name, document_id }) => [name, document_id])).toEqual([
    ['receipt.txt', null],
    ['data.bin', null],
    ['earlier.eml', null],
  ]);
  expect((await listDocuments(t.desk, query)).total).toBe(1);
});
