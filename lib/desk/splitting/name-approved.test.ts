import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LIKE_APPROVED } from '#lib/contract/service/splitting-job.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { submissions } from '../documents/tables.ts';
import { approve } from '../review/operations/decide.ts';
import { insertReviewable, ORDER, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { getSplitting } from './operations/get-splitting.ts';
import { splittings } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

test('a boundary names the approved document whose first page it looks like, until that is removed', async () => {
  const { id: known, schemaId } = await insertReviewable(t.desk, { values: ORDER_VALUES, name: 'invoice-123.pdf' });
  await approve(t.desk, ACTOR, known, { revision: 0, sign_off: true });
  const [submission] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, known));
  const { id: stack } = await insertReviewable(t.desk, { schemaId, schema: ORDER });
  const segment = { confidence: 0.97, proposed: false, schema_id: null };
  const title = 'It has a title: “order”.';
  const stored = [
    { ...segment, first_page: 1, last_page: 1, reason: title, reasons: [title] },
    {
      ...segment,
      first_page: 2,
      last_page: 2,
      reason: LIKE_APPROVED,
      reasons: [LIKE_APPROVED, title],
      like_document_id: submission!.remoteDocumentId!,
    },
  ];
  const asked = { documentId: stack, state: 'completed' as const, segments: stored, requestedAt: new Date() };
  await t.desk.database.insert(splittings).values(asked);
  const named = 'It looks like the first page of invoice-123.pdf, approved before.';
  expect((await getSplitting(t.desk, stack)).proposal?.segments).toEqual([
    stored[0],
    { ...stored[1], reason: named, reasons: [named, title] },
  ]);
  const [row] = await t.desk.database.select().from(splittings).where(eq(splittings.documentId, stack));
  expect(JSON.stringify(row)).not.toContain('invoice-123');
  await removeDocument(t.desk, ACTOR, known);
  expect((await getSplitting(t.desk, stack)).proposal?.segments).toEqual(stored);
});
