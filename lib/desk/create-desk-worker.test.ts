import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq, sql } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { afterEach, expect, test } from 'vitest';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { FOLLOW_QUEUE } from './context/desk.ts';
import { deployments } from './deployments/tables.ts';
import { getPicture, listPages } from './documents/operations/get-pages.ts';
import { removeDocument } from './documents/operations/remove-document.ts';
import { givePassword, retryDocument } from './documents/operations/resend-document.ts';
import { submissions } from './documents/tables.ts';
import { approve } from './review/operations/decide.ts';
import { getDocument } from './review/operations/get-document.ts';
import { saveActions } from './review/operations/save-actions.ts';
import { startExtraction } from './review/operations/start-extraction.ts';
import { decideTestDocument, listSchemaIds } from './testing/review-test-document.ts';
import { type Remote, startRemote } from './testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from './testing/start-test-desk.ts';

const RECEIPT = ['Corner Shop', 'Receipt no. 4711', 'Date: 2026-03-12', '', 'Milk   1.20', 'Bread   2.80', '', 'Total   4.00 EUR'].join(
  '\n',
);
let t: TestDesk | undefined;
let remote: Remote | undefined;

afterEach(async () => {
  await t?.close();
  await remote?.close();
  t = undefined;
  remote = undefined;
});

function files(folder: string): string[] {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return all.filter((file) => statSync(path.join(folder, file)).isFile());
}

test('a dropped text goes through the embedded service to review, and its bytes go when it is removed', async () => {
  t = await startTestDesk({ service: true, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(`${RECEIPT}\nThank you`, { name: 'receipt.txt', schemaId: schemas.Receipt! });
  const document = await t.until(id, 'to_review');
  expect(document).toMatchObject({ service_status: 'completed', page_count: 1, pages_read: 1, media_type: 'text/plain' });
  const detail = await getDocument(t.desk, id);
  expect(Object.keys(detail.fields ?? {})).toContain('total');
  expect((await listPages(t.desk, id, { from: 1, to: 20 })).pages).toHaveLength(1);
  await decideTestDocument(t.desk, id);

  await removeDocument(t.desk, ACTOR, id);
  await expect(getDocument(t.desk, id)).rejects.toMatchObject({ code: 'not_found' });
  const { folder } = t;
  await expect.poll(() => files(path.join(folder, 'blobs')).filter((file) => file.includes(document.sha256))).toEqual([]);
  expect(await t.desk.reader.find(document.sha256)).toBeNull();
});

test('a document without a schema stops at indexed; choosing one extracts it, and human values survive extracting again', async () => {
  t = await startTestDesk({ service: true, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(RECEIPT);
  await t.until(id, 'indexed');
  await startExtraction(t.desk, ACTOR, id, schemas.Receipt!);
  const first = await t.until(id, 'to_review');
  expect(first).toMatchObject({ schema_name: 'Receipt', schema_version: 1 });
  const action = {
    id: crypto.randomUUID(),
    draft: { kind: 'correct' as const, pointer: '/merchant_name', value: 'My Shop', evidence: [] },
  };
  await saveActions(t.desk, ACTOR, id, { revision: first.revision, actions: [action] });
  await startExtraction(t.desk, ACTOR, id, schemas.Receipt!);
  await t.until(id, 'to_review');
  expect((await getDocument(t.desk, id)).fields?.merchant_name).toMatchObject({ value: 'My Shop', status: 'corrected' });
});

test('the answer for another schema makes stale what was judged on the values of the one before', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { Receipt, Invoice } = await listSchemaIds(t.desk);
  const { id } = await t.drop(RECEIPT, { schemaId: Receipt! });
  const first = await t.until(id, 'to_review');
  const asked = await startExtraction(t.desk, ACTOR, id, Invoice!);
  expect(asked.revision).toBeGreaterThan(first.revision);
  const second = await t.until(id, 'to_review');
  expect(second.revision).toBeGreaterThan(asked.revision);
  const draft = { kind: 'clear' as const, pointer: '/currency' };
  for (const revision of [first.revision, asked.revision]) {
    const stale = { code: 'stale_revision', extra: { detail: { schema: { name: 'Invoice' } } } };
    const actions = [{ id: crypto.randomUUID(), draft }];
    await expect(saveActions(t.desk, ACTOR, id, { revision, actions })).rejects.toMatchObject(stale);
    await expect(approve(t.desk, ACTOR, id, { revision, sign_off: true })).rejects.toMatchObject(stale);
  }
});

test('a file that cannot be read fails with its reason, and a retry sends it anew', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await t.drop('%PDF-1.7 and then nothing that a PDF has', { name: 'broken.pdf' });
  const failed = await t.until(id, 'failed');
  expect(failed.failure?.code).toBe('damaged_file');
  await expect(givePassword(t.desk, ACTOR, id, 'x')).rejects.toMatchObject({ code: 'conflict' });
  await retryDocument(t.desk, ACTOR, id);
  expect((await t.until(id, 'failed')).failure?.code).toBe('damaged_file');
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  expect(submission).toMatchObject({ run: 2, sending: 2 });
});

test('a protected file asks for its password, refuses a wrong one and is read with the right one', async () => {
  t = await startTestDesk({ service: true, work: true });
  const pdf = new PDFDocument({ userPassword: 'open sesame', pdfVersion: '1.7' });
  pdf.text('Behind the door').end();
  const { id } = await t.drop(Readable.from([await buffer(pdf as unknown as Readable)]), { name: 'protected.pdf' });
  expect((await t.until(id, 'failed')).failure?.code).toBe('password_required');
  await givePassword(t.desk, ACTOR, id, 'wrong');
  expect((await t.until(id, 'failed')).failure?.code).toBe('password_wrong');
  await givePassword(t.desk, ACTOR, id, 'open sesame');
  const { sha256 } = await t.until(id, 'indexed');
  const { database } = t.desk;
  const keptPassword = async () => {
    const rows = await database.select({ password: submissions.password }).from(submissions).where(eq(submissions.documentId, id));
    return rows[0]?.password;
  };
  await expect.poll(keptPassword).toBeNull();
  // without it the pages are still drawn, and read anew
  expect((await getPicture(t.desk, id, { page: 1, width: 200 })).bytes.length).toBeGreaterThan(100);
  await t.desk.database.execute(sql`delete from reading.readings where sha256 = ${sha256}`);
  expect((await t.desk.reader.read({ sha256, name: 'protected.pdf' })).page_count).toBe(1);
});

test('what could not be read of a file is told with the document', async () => {
  t = await startTestDesk({ service: true, work: true });
  const mail =
    'From: a@example.org\nSubject: Order\nContent-Type: multipart/encrypted; boundary=x\n\n--x\nContent-Type: text/plain\n\nciphers\n--x--\n';
  const { id } = await t.drop(mail, { name: 'order.eml' });
  await t.until(id, 'indexed');
  expect((await getDocument(t.desk, id)).reading_warnings).toEqual([expect.stringContaining('is encrypted')]);
});

test('what a stopped worker left is taken up by the next one', async () => {
  t = await startTestDesk({ service: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(RECEIPT, { schemaId: schemas.Receipt! });
  expect((await t.queue.count(FOLLOW_QUEUE)).waiting).toBeGreaterThan(0);
  await t.worker.start();
  await t.until(id, 'to_review');
});

test('a deployment of someone else: only shown endpoints, sent once, own reading for evidence', async () => {
  let polls = 0;
  remote = await startRemote(({ method, path: asked }) => {
    if (method === 'POST' && asked === '/v1/documents')
      return { status: 201, body: { type: 'document', id: 'remote-1', name: 'x', status: 'pending', page_count: null } };
    if (asked === '/v1/documents/remote-1') {
      polls += 1;
      return { status: 200, body: { id: 'remote-1', status: polls < 3 ? 'queued-somewhere' : 'completed' } };
    }
    if (method === 'POST') return { status: 200, body: { job_id: 'job-1', status: 'pending' } };
    if (asked === '/v1/extractions/jobs/job-1') {
      return {
        status: 200,
        body: { job_id: 'job-1', status: 'completed', data: { merchant_name: 'Corner Shop', total: 4, odd: 'thing' } },
      };
    }
    return { status: 404, body: {} };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'key-of-remote' }, work: true });
  const schemas = await listSchemaIds(t.desk);
  const { id } = await t.drop(RECEIPT, { schemaId: schemas.Receipt! });
  await t.until(id, 'to_review');
  const detail = await getDocument(t.desk, id);
  expect(detail.fields?.total).toMatchObject({ value: 4 });
  expect(JSON.stringify(detail.unfitting)).toContain('thing');
  const { desk } = t;
  const read = { pages_read: 1, page_count: 1, media_type: 'text/plain' };
  await expect.poll(async () => (await getDocument(desk, id)).document).toMatchObject(read);
  const asked = new Set(remote.requests.map((request) => `${request.method} ${request.path.replace(/remote-1|job-1/, '{id}')}`));
  for (const one of asked) {
    expect(['POST /v1/documents', 'GET /v1/documents/{id}', 'POST /v1/extractions/jobs', 'GET /v1/extractions/jobs/{id}']).toContain(one);
  }
  expect(remote.requests.filter((request) => request.path === '/v1/documents')).toHaveLength(1);
  const [row] = await t.desk.database.select().from(deployments).where(eq(deployments.embedded, false));
  expect(row?.encryptedKey).not.toContain('key-of-remote');
});

test('a deployment that comes back gets the file then, under the same key', async () => {
  let up = false;
  remote = await startRemote(({ path: asked }) => {
    if (!up) return { status: 503, body: { error: 'restarting' } };
    return asked === '/v1/documents'
      ? { status: 201, body: { id: 'r', status: 'pending' } }
      : { status: 200, body: { id: 'r', status: 'completed' } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const { id } = await t.drop('patience');
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect((await getDocument(t.desk, id)).document.state).toBe('received');
  up = true;
  await t.until(id, 'indexed');
  const keys = new Set(remote.requests.filter((request) => request.path === '/v1/documents').map((request) => request.key));
  expect([...keys]).toEqual([`${id}.1`]);
});

test('a refused key fails the document with a sentence that says so', async () => {
  remote = await startRemote(() => ({ status: 401, body: { error: 'bad key' } }));
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const document = await t.until((await t.drop('x y z')).id, 'failed');
  expect(document.failure).toMatchObject({ code: 'deployment_refused' });
  expect(document.failure?.message).toContain('API key');
});

test('a deployment that never finishes is given up, and the document can be tried again', async () => {
  remote = await startRemote(({ path: asked }) =>
    asked === '/v1/documents'
      ? { status: 201, body: { id: 'r', status: 'pending' } }
      : { status: 200, body: { id: 'r', status: 'pending' } },
  );
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true, settings: { giveUpMs: 1_500 } });
  const { id } = await t.drop('forever');
  expect((await t.until(id, 'failed')).failure?.code).toBe('document_not_processed');
  const again: DeskDocument = await retryDocument(t.desk, ACTOR, id);
  // it may still be under way over there: it is looked for again, not submitted twice
  expect(again.state).toBe('indexing');
  expect(remote.requests.filter((request) => request.method === 'POST')).toHaveLength(1);
});
