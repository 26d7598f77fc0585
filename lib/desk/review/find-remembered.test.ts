import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { deployments } from '../deployments/tables.ts';
import { removeDocument } from '../documents/operations/remove-document.ts';
import { submissions } from '../documents/tables.ts';
import { insertReviewable, ORDER, ORDER_VALUES } from '../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { approve, reopen } from './operations/decide.ts';
import { getDocument } from './operations/get-document.ts';
import { extractions } from './tables.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t.close());

const remoteIdOf = async (id: string) => {
  const [row] = await t.desk.database.select().from(submissions).where(eq(submissions.documentId, id));
  return row!.remoteDocumentId!;
};

/** A document whose number was proposed from others, and one of its cells. */
async function remembering(remoteIds: string[], schemaId: string) {
  const made = await insertReviewable(t.desk, { schemaId, schema: ORDER });
  const [row] = await t.desk.database.select().from(extractions).where(eq(extractions.documentId, made.id));
  const remembered = { basis: 'value' as const, document_ids: remoteIds, seen: 4, likeness: 0.9 };
  const fields = structuredClone(row!.result.fields);
  (fields.number as ExtractedValue).remembered = remembered;
  (fields.lines as Record<string, ExtractedValue>[])[0]!.item!.remembered = remembered;
  await t.desk.database
    .update(extractions)
    .set({ result: { ...row!.result, fields } })
    .where(eq(extractions.documentId, made.id));
  return made;
}

test('the documents that values were proposed from are told with who approved them last', async () => {
  const { id, schemaId } = await insertReviewable(t.desk, { values: ORDER_VALUES, name: 'invoice-123.pdf' });
  await approve(t.desk, ACTOR, id, { revision: 0, sign_off: true });
  await reopen(t.desk, ACTOR, id, { revision: 1 });
  const approved = await approve(t.desk, { id: 'ann', name: 'Ann Lee' }, id, { revision: 2, sign_off: true });
  const { id: open } = await insertReviewable(t.desk, { schemaId, schema: ORDER });
  const { id: gone } = await insertReviewable(t.desk, { schemaId, schema: ORDER });
  await approve(t.desk, ACTOR, gone, { revision: 0, sign_off: true });
  const [remoteId, openId, goneId] = await Promise.all([id, open, gone].map(remoteIdOf));
  await removeDocument(t.desk, ACTOR, gone);
  const later = await remembering([remoteId!, openId!, goneId!, crypto.randomUUID()], schemaId);
  const detail = await getDocument(t.desk, later.id);
  expect(detail.remembered).toEqual({
    [remoteId!]: { document_id: id, name: 'invoice-123.pdf', approved_by: 'Ann Lee', approved_at: approved.approval?.at },
  });
  expect(detail.fields?.number).toMatchObject({ remembered: { seen: 4 } });
  expect(detail.fields?.lines).toMatchObject([{ cells: { item: { remembered: { seen: 4 } } } }, {}]);
  // the same id at another deployment is another document
  await t.desk.database.insert(deployments).values({ id: 'other', name: 'Other' });
  await t.desk.database.update(submissions).set({ deploymentId: 'other' }).where(eq(submissions.documentId, id));
  expect((await getDocument(t.desk, later.id)).remembered).toEqual({});
});

test('a document whose values were proposed from none says nothing of it', async () => {
  const { id } = await insertReviewable(t.desk);
  expect(await getDocument(t.desk, id)).not.toHaveProperty('remembered');
});
