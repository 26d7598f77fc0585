import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { encrypt, getSecret } from '#lib/platform/secrets.ts';
import { documents, submissions } from '../documents/tables.ts';
import { startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { readDocument } from './read-document.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

async function read(documentId: string) {
  const job = { id: crypto.randomUUID(), data: { documentId }, signal: new AbortController().signal, attempt: 1, isLastAttempt: true };
  await readDocument(t.desk, job as unknown as Parameters<typeof readDocument>[1]);
  const [row] = await t.desk.database.select().from(documents).where(eq(documents.id, documentId));
  return row!;
}

test('a file that the desk cannot read itself says why, and no longer once it is read', async () => {
  const broken = await t.drop('%PDF-1.7 and then nothing that a PDF has', { name: 'broken.pdf' });
  const failed = await read(broken.id);
  expect(failed.readingFailure).toMatchObject({ code: 'damaged_file', message: expect.stringMatching(/\w+/) });
  const whole = await t.drop('Corner Shop\nTotal 4.00 EUR', { name: 'whole.txt' });
  await t.desk.database
    .update(documents)
    .set({ readingFailure: { code: 'timed_out', message: 'Once it took too long.' } })
    .where(eq(documents.id, whole.id));
  expect(await read(whole.id)).toMatchObject({ readingFailure: null, pagesRead: 1 });
});

test('what could not be read is kept, and the password of a file that was read elsewhere and here is forgotten', async () => {
  const mail = 'From: a@example.org\nSubject: Order\nContent-Type: multipart/encrypted; boundary=x\n\n--x\n\nciphers\n--x--\n';
  const { id } = await t.drop(mail, { name: 'order.eml' });
  const { database } = t.desk;
  const passwordOf = async () => (await database.select().from(submissions).where(eq(submissions.documentId, id)))[0]?.password;
  const secret = encrypt(getSecret(t.desk.config.dataDir, 'encryption-key'), 'open sesame');
  await database.update(submissions).set({ password: secret }).where(eq(submissions.documentId, id));
  expect((await read(id)).readingWarnings).toEqual([expect.stringContaining('is encrypted')]);
  // the deployment still needs it
  expect(await passwordOf()).toBe(secret);
  await database.update(documents).set({ state: 'indexed' }).where(eq(documents.id, id));
  await read(id);
  expect(await passwordOf()).toBeNull();
});

test('what a deployment tells of a file while the desk reads it stays', async () => {
  const { id } = await t.drop('Corner Shop\nTotal 4.00 EUR', { name: 'told.txt' });
  const { reader, database } = t.desk;
  const { read: readFile } = reader;
  const toldMeanwhile = vi.spyOn(reader, 'read').mockImplementationOnce(async (request) => {
    const summary = await readFile(request);
    await database.update(documents).set({ pageCount: 7, mediaType: 'text/csv' }).where(eq(documents.id, id));
    request.onProgress?.({ pagesRead: 1, pageCount: null, mediaType: null });
    return summary;
  });
  const row = await read(id);
  expect(toldMeanwhile).toHaveBeenCalledOnce();
  toldMeanwhile.mockRestore();
  expect(row).toMatchObject({ pagesRead: 1, pageCount: 7, mediaType: 'text/csv' });
});
