import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#lib/platform/clock.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { documents, submissions } from '../documents/tables.ts';
import { lockRun } from '../jobs/lock-run.ts';
import { insertReviewable } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { saveAttachments } from './save-attachments.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

test('a file that is read anew and the answer of its attachment do not wait for each other', async () => {
  const { database } = t.desk;
  const { id: parentId } = await insertReviewable(t.desk);
  const { id } = await insertReviewable(t.desk);
  await database.update(documents).set({ parentId }).where(eq(documents.id, id));
  const [child] = await database.select().from(documents).where(eq(documents.id, id));
  const [submission] = await database.select().from(submissions).where(eq(submissions.documentId, id));
  const { run, deploymentId } = submission!;
  const attachment = {
    sha256: child!.sha256,
    size: child!.size,
    document_id: newId(),
    name: 'a.txt',
    media_type: 'text/plain',
    inline: false,
  };
  let parentIsLocked: () => void = () => undefined;
  const whenParentIsLocked = new Promise<void>((resolve) => {
    parentIsLocked = resolve;
  });
  const answered = database.transaction(async (transaction) => {
    await lockRun(transaction, { documentId: id, run });
    await transaction.update(documents).set({ trouble: null }).where(eq(documents.id, id));
    await whenParentIsLocked;
    // until the other one waits, if it has to
    await sleep(200);
    // changed a second time, so that the database looks at the parent, too
    await transaction.update(documents).set({ reviewSince: new Date() }).where(eq(documents.id, id));
  });
  const readAnew = database.transaction(async (transaction) => {
    const parent = await lockRun(transaction, { documentId: parentId, run });
    parentIsLocked();
    await saveAttachments(t.desk, transaction, { parent: parent!, deploymentId, attachments: [attachment] });
  });
  await Promise.all([answered, readAnew]);
  const [linked] = await database.select().from(submissions).where(eq(submissions.documentId, id));
  expect(linked!.remoteDocumentId).toBe(attachment.document_id);
});

test('a file that is removed and the answer of its attachment do not wait for each other', async () => {
  const { database } = t.desk;
  const { id: parentId } = await insertReviewable(t.desk);
  const { id } = await insertReviewable(t.desk);
  await database.update(documents).set({ parentId }).where(eq(documents.id, id));
  let removal: Promise<void> = Promise.resolve();
  await database.transaction(async (transaction) => {
    await lockRun(transaction, { documentId: id, run: 1 });
    await transaction.update(documents).set({ trouble: null }).where(eq(documents.id, id));
    removal = removeDocument(t.desk, ACTOR, parentId);
    // here it fails, if it does: it is awaited below
    removal.catch(() => undefined);
    await untilWaiting(database, removal);
    // changed a second time, so that the database looks at the parent, too
    await transaction.update(documents).set({ reviewSince: new Date() }).where(eq(documents.id, id));
  });
  await removal;
  expect(await database.select().from(documents)).toEqual(expect.not.arrayContaining([expect.objectContaining({ id })]));
});
