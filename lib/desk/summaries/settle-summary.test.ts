import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import type { DeskSummary } from '#lib/contract/desk/deployment.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { saveActions } from '../review/operations/save-actions.ts';
import { startExtraction } from '../review/operations/start-extraction.ts';
import { saveSchema } from '../schemas/operations/save-schema.ts';
import { insertReviewable, ORDER } from '../testing/insert-reviewable.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { findSummary, requestSummary } from './operations/summaries.ts';
import { keepSummary } from './settle-summary.ts';
import { summaries } from './tables.ts';

let t: TestDesk | undefined;
let remote: Remote | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await t?.close();
  await remote?.close();
  t = undefined;
  remote = undefined;
});

const settled = (id: string): Promise<DeskSummary> =>
  vi.waitFor(
    async () => {
      const summary = await findSummary(t!.desk, id);
      if (summary?.settled_at == null) throw new Error(`The summary is ${summary?.state}.`);
      return summary;
    },
    { timeout: 150_000, interval: 100 },
  );

test('an answer with characters that the database cannot keep is a summary without them', async () => {
  remote = await startRemote(({ method, path }) => {
    if (method === 'POST' && path.endsWith('/summaries/jobs')) return { status: 200, body: { id: 'job', status: 'pending' } };
    return { status: 200, body: { id: 'job', status: 'completed', result: { summary: 'Two\u0000 anchors were \ud83dordered.' } } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'k' }, work: true });
  const { id } = await insertReviewable(t.desk);
  await requestSummary(t.desk, ACTOR, id, 'job');
  expect(await settled(id)).toMatchObject({ state: 'completed', text: 'Two anchors were \ufffdordered.' });
});

test('a summary whose every attempt breaks is failed, and can be asked for again', async () => {
  t = await startTestDesk({ work: true });
  const { id } = await insertReviewable(t.desk);
  const broken = vi.spyOn(t.desk, 'getDeployment').mockRejectedValue(new Error('broken'));
  await requestSummary(t.desk, ACTOR, id, 'job');
  expect(await settled(id)).toMatchObject({ state: 'failed', failure: { code: 'internal_error' } });
  expect(broken.mock.calls.length).toBeGreaterThan(1);
  expect(await requestSummary(t.desk, ACTOR, id, 'job')).toMatchObject({ state: 'requested', failure: null });
});

test('a summary that nobody is at any more is told as failed and can be asked for again', async () => {
  t = await startTestDesk();
  const { desk } = t;
  const { id } = await insertReviewable(desk);
  await requestSummary(desk, ACTOR, id, 'job');
  const age = (minutes: number) =>
    desk.database
      .update(summaries)
      .set({ requestedAt: new Date(Date.now() - minutes * 60_000) })
      .where(eq(summaries.documentId, id));
  await age(15);
  expect(await requestSummary(desk, ACTOR, id, 'job')).toMatchObject({ state: 'requested' });
  const [before] = await desk.database.select().from(summaries);
  await age(31);
  expect(await findSummary(desk, id)).toMatchObject({ state: 'failed', failure: { message: expect.stringContaining('Try again') } });
  expect(await requestSummary(desk, ACTOR, id, 'job')).toMatchObject({ state: 'requested', failure: null });
  const [after] = await desk.database.select().from(summaries);
  expect(after?.run).toBe(before!.run + 1);
});

test('a summary made while the schema is changed counts no correction of before as made since', async () => {
  t = await startTestDesk();
  const { desk } = t;
  const { id } = await insertReviewable(desk);
  const { document } = await getDocument(desk, id);
  const draft = { kind: 'correct' as const, pointer: '/number', value: 'A-2', evidence: [] };
  await saveActions(desk, ACTOR, id, { revision: document.revision, actions: [{ id: crypto.randomUUID(), draft }] });
  const other = await saveSchema(desk, ACTOR, { ...ORDER, name: 'Other' });
  await startExtraction(desk, ACTOR, id, other.id);
  await requestSummary(desk, ACTOR, id, 'job');
  const [asked] = await desk.database.select().from(summaries);
  await keepSummary(desk, { documentId: id, run: asked!.run }, { result: { summary: 'Two anchors were ordered.' } });
  expect(await findSummary(desk, id)).toMatchObject({ state: 'completed', corrections_since: 0 });
});
