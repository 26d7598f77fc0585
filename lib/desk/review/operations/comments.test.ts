import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditEntries } from '../../audit/tables.ts';
import { removeDocument } from '../../documents/operations/remove-document.ts';
import { listDocumentAudit } from '../../reports/operations/list-audit.ts';
import { insertReviewable } from '../../testing/insert-reviewable.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../../testing/start-test-desk.ts';
import { comments } from '../tables.ts';
import { addComment, listComments, resolveComment } from './comments.ts';
import { getDocument } from './get-document.ts';
import { saveActions } from './save-actions.ts';

let t: TestDesk;
beforeAll(async () => {
  t = await startTestDesk();
});
afterAll(() => t?.close());

const say = (id: string, text: string, pointer: string | null = null, commentId = crypto.randomUUID()) =>
  addComment(t.desk, ACTOR, id, { id: commentId, pointer, text });

test('a comment on a field is listed, counted in the document and stands in the trail; sent twice it is one', async () => {
  const { id } = await insertReviewable(t.desk);
  const commentId = crypto.randomUUID();
  await say(id, 'Is this the buyer’s number?', '/number', commentId);
  expect(await say(id, 'Is this the buyer’s number?', '/number', commentId)).toHaveLength(1);
  expect((await getDocument(t.desk, id)).document).toMatchObject({ open_comments: 1, comments_revision: 1 });
  const { items } = await listDocumentAudit(t.desk, id);
  expect(items).toMatchObject([{ event: 'comment.added', pointer: '/number', new_value: 'Is this the buyer’s number?', actor: ACTOR }]);
});

test('a comment on a cell stays with its row when rows move, and the trail says where it stood', async () => {
  const { id } = await insertReviewable(t.desk);
  await say(id, 'Odd amount', '/lines/m1/amount');
  const move = { id: crypto.randomUUID(), draft: { kind: 'move_row' as const, pointer: '/lines/1', to: 0 } };
  await saveActions(t.desk, ACTOR, id, { revision: 0, actions: [move] });
  await say(id, 'Still odd', '/lines/m1/amount');
  expect((await listComments(t.desk, id)).map((comment) => comment.pointer)).toEqual(['/lines/m1/amount', '/lines/m1/amount']);
  const { items } = await listDocumentAudit(t.desk, id);
  expect(items.filter((entry) => entry.event === 'comment.added').map((entry) => entry.pointer)).toEqual([
    '/lines/0/amount',
    '/lines/1/amount',
  ]);
});

test('a comment on a value that is not there is refused', async () => {
  const { id } = await insertReviewable(t.desk);
  for (const pointer of ['/nothing', '/number/m0', '/lines/m9', '/lines/m0/nothing']) {
    await expect(say(id, 'x', pointer), pointer).rejects.toMatchObject({ code: 'invalid_request' });
  }
});

test('a comment is resolved and opened again', async () => {
  const { id } = await insertReviewable(t.desk);
  const [comment] = await say(id, 'Please look');
  expect(await resolveComment(t.desk, ACTOR, id, comment!.id, true)).toMatchObject([{ resolved: { by: ACTOR.name } }]);
  expect((await getDocument(t.desk, id)).document.open_comments).toBe(0);
  expect(await resolveComment(t.desk, ACTOR, id, comment!.id, false)).toMatchObject([{ resolved: null }]);
  expect((await getDocument(t.desk, id)).document).toMatchObject({ open_comments: 1, comments_revision: 3 });
  await expect(resolveComment(t.desk, ACTOR, id, crypto.randomUUID(), true)).rejects.toMatchObject({ code: 'not_found' });
});

test('comments go with their document, from the trail too', async () => {
  const { id } = await insertReviewable(t.desk);
  await say(id, 'A secret');
  await removeDocument(t.desk, ACTOR, id);
  expect(await t.desk.database.select().from(comments).where(eq(comments.documentId, id))).toEqual([]);
  const entries = await t.desk.database.select().from(auditEntries).where(eq(auditEntries.documentId, id));
  expect(entries.map(({ event }) => event)).toContain('comment.added');
  expect(JSON.stringify(entries)).not.toContain('A secret');
});
