import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import PDFDocument from 'pdfkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#lib/contract/problems/problem.ts';
import { readDocument } from '../following/read-document.ts';
import { findReading } from '../jobs/find-reading.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { forgetPassword } from './forget-password.ts';
import { givePassword, retryDocument } from './operations/resend-document.ts';
import { documents, submissions } from './tables.ts';

const LOCKED: Failure = { code: 'password_required', message: 'This file is protected.' };
let t: TestDesk;
// nothing works off the queues: each test says itself what the deployment and the desk have done so far
beforeAll(async () => {
  t = await startTestDesk({ deployment: { url: 'http://127.0.0.1:9', key: 'key' } });
});
afterAll(() => t.close());

async function rowOf(id: string) {
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, id));
  return row!;
}
const write = (id: string, columns: Partial<typeof documents.$inferInsert>) =>
  t.desk.database.update(documents).set(columns).where(eq(documents.id, id));

async function hasPassword(id: string): Promise<boolean> {
  const [row] = await t.desk.database.select({ password: submissions.password }).from(submissions).where(eq(submissions.documentId, id));
  return row!.password !== null;
}

function read(documentId: string, desk = t.desk): Promise<void> {
  const job = { id: crypto.randomUUID(), data: { documentId }, signal: new AbortController().signal, attempt: 1, isLastAttempt: true };
  return readDocument(desk, job as unknown as Parameters<typeof readDocument>[1]);
}

/** A protected file that failed at the deployment for want of a password. */
async function dropProtected(text: string): Promise<string> {
  const pdf = new PDFDocument({ userPassword: 'open sesame', pdfVersion: '1.7' });
  pdf.text(text).end();
  const { id } = await t.drop(Readable.from([await buffer(pdf as unknown as Readable)]), { name: 'protected.pdf' });
  await write(id, { state: 'failed', failure: LOCKED });
  return id;
}

test('a password is kept until the desk has read the file with it, however early the deployment is done', async () => {
  const id = await dropProtected('One');
  await read(id);
  expect((await rowOf(id)).readingFailure).toMatchObject({ code: 'password_required' });
  await givePassword(t.desk, ACTOR, id, 'open sesame');
  expect((await rowOf(id)).readingFailure).toBeNull();
  await write(id, { state: 'extracting', serviceStatus: 'completed' });
  await forgetPassword(t.desk, id);
  expect(await hasPassword(id)).toBe(true);
  await read(id);
  expect(await rowOf(id)).toMatchObject({ readingFailure: null, pagesRead: 1 });
  expect(await hasPassword(id)).toBe(false);
});

test('a reading that began before the password was given says nothing about the file', async () => {
  const id = await dropProtected('Two');
  const { reader } = t.desk;
  const late: typeof t.desk = {
    ...t.desk,
    reader: {
      ...reader,
      async read(request) {
        await givePassword(t.desk, ACTOR, id, 'open sesame');
        await write(id, { state: 'extracting', serviceStatus: 'completed' });
        return reader.read(request);
      },
    },
  };
  await read(id, late);
  expect((await rowOf(id)).readingFailure).toBeNull();
  expect(await hasPassword(id)).toBe(true);
});

test('a password is kept while the deployment has not read the file, although sending it failed', async () => {
  const id = await dropProtected('Three');
  await givePassword(t.desk, ACTOR, id, 'open sesame');
  await write(id, { state: 'failed', failure: { code: 'deployment_unreachable', message: 'It does not answer.' } });
  await read(id);
  expect((await rowOf(id)).pagesRead).toBe(1);
  expect(await hasPassword(id)).toBe(true);
  await retryDocument(t.desk, ACTOR, id);
  expect(await hasPassword(id)).toBe(true);
  await write(id, { state: 'failed', serviceStatus: 'completed' });
  await forgetPassword(t.desk, id);
  expect(await hasPassword(id)).toBe(false);
});

test('a file that the desk has read in the end counts as read', async () => {
  const { id } = await t.drop('Corner Shop\nTotal 4.00 EUR');
  await write(id, { state: 'extracting', readingFailure: { code: 'reading_timed_out', message: 'It took too long.' } });
  const row = await rowOf(id);
  expect((await findReading(t.desk, { row, signal: new AbortController().signal }))?.pages).toHaveLength(1);
  expect(await rowOf(id)).toMatchObject({ readingFailure: null, pagesRead: 1, pageCount: 1 });
});

test('what an earlier deployment left is forgotten when the embedded service has read the file', async () => {
  const own = await startTestDesk({ service: true });
  try {
    const { id } = await own.drop('Corner Shop\nTotal 5.00 EUR');
    const { database } = own.desk;
    await database.update(documents).set({ readingFailure: LOCKED }).where(eq(documents.id, id));
    await own.worker.start();
    await own.until(id, 'indexed');
    const failure = async () => (await database.select().from(documents).where(eq(documents.id, id)))[0]!.readingFailure;
    await expect.poll(failure).toBeNull();
  } finally {
    await own.close();
  }
});
