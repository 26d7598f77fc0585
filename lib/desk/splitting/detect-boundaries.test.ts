import { eq, sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { SPLIT_QUEUE } from '../context/desk.ts';
import { findRemoteJob, recordProgress } from '../documents/remote-jobs.ts';
import { documentSplits, documents } from '../documents/tables.ts';
import { createPollSettings } from '../jobs/poll-settings.ts';
import { getDocument } from '../review/operations/get-document.ts';
import { listEvents } from '../testing/list-events.ts';
import { INVOICE, makeStack, planParts, RECEIPT } from '../testing/make-stack.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { detectBoundaries } from './detect-boundaries.ts';
import { acceptSplit } from './operations/accept-split.ts';
import { dismissProposal, getSplitting, requestProposal } from './operations/get-splitting.ts';
import { splittings } from './tables.ts';

let t: TestDesk;
let remote: Remote | undefined;
afterEach(async () => {
  await t.close();
  await remote?.close();
  remote = undefined;
});

test('a file that looks like one document goes on without a person, and so does one a person says is one', async () => {
  t = await startTestDesk({ service: true, work: true });
  const one = [
    INVOICE.map((line) => line.replace('1 of 1', '1 of 2')),
    ['Northwind Mills Ltd', 'Invoice number NW-2041', 'Continued', 'Page 2 of 2'],
  ];
  const { id } = await t.drop(await makeStack(one), { name: 'long.pdf' });
  await expect.poll(() => listEvents(t.desk, id)).toContain('split.looked');
  expect((await getDocument(t.desk, id)).document).toMatchObject({ state: 'indexed', splitting: null });

  const { id: other } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  await t.until(other, 'stacked');
  await t.desk.database.update(documents).set({ recognise: true }).where(eq(documents.id, other));
  expect(await dismissProposal(t.desk, ACTOR, other)).toMatchObject({ state: 'classifying', splitting: { state: 'dismissed' } });
  await t.until(other, 'to_review', 'unclassified');
  expect(await dismissProposal(t.desk, ACTOR, other)).toMatchObject({ splitting: { state: 'dismissed' } });
  expect(await listEvents(t.desk, other)).toContain('split.dismissed');
});

test('at a remote deployment the engine of this machine proposes, and without one the document goes on', async () => {
  let count = 0;
  remote = await startRemote(({ method, path: asked }) => {
    if (method === 'POST' && asked === '/v1/documents') count += 1;
    return { status: 200, body: { id: asked === '/v1/documents' ? `there-${count}` : asked.split('/').at(-1), status: 'completed' } };
  });
  t = await startTestDesk({ deployment: { url: remote.url, key: 'key' }, work: true });
  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'post.pdf' });
  await t.until(id, 'indexed');
  await expect.poll(async () => (await getDocument(t.desk, id)).document.pages_read).toBe(2);
  await requestProposal(t.desk, ACTOR, id);
  await expect.poll(async () => (await getSplitting(t.desk, id)).proposal?.state).toBe('failed');
  const segment = { reason: 'It has a letterhead.', reasons: [], proposed: false };
  const sayTwo = (confidence: number) => {
    const segments = [1, 2].map((page) => ({ ...segment, confidence, first_page: page, last_page: page }));
    t.desk.split = async () => ({ segments, engine: 'here' });
  };
  // not probable enough to hold it up: a hint, and a person may look
  sayTwo(0.7);
  await requestProposal(t.desk, ACTOR, id);
  await expect.poll(async () => (await getSplitting(t.desk, id)).proposal?.state).toBe('completed');
  expect((await getDocument(t.desk, id)).document).toMatchObject({ state: 'indexed', splitting: { state: 'proposed', documents: 2 } });
  sayTwo(0.9);
  await requestProposal(t.desk, ACTOR, id);
  await t.until(id, 'stacked');
  const { split: made } = await acceptSplit(t.desk, ACTOR, id, planParts([[1], [2]]));
  await t.until(made!.documents[0]!.id, 'unclassified', 'to_review');
});

test('a look that was cut off is taken up again, before and after its job was recorded, and asked for once', async () => {
  t = await startTestDesk({ service: true, work: true });
  const { id } = await t.drop(await makeStack([INVOICE, RECEIPT]), { name: 'stack.pdf' });
  await t.until(id, 'stacked');
  const settled = (await getSplitting(t.desk, id)).proposal!;
  const key = { kind: 'splitting' as const, documentId: id, run: 1 };
  const { remoteId } = (await findRemoteJob(t.desk.database, key))!;
  expect(remoteId).not.toBeNull();
  const askedFor = async () =>
    (await t.desk.database.execute(sql`select id from service.jobs where kind = 'splitting'`)).rows.map((job) => job.id);
  expect(await askedFor()).toHaveLength(1);

  // the program died when the job was made and not yet recorded, then when it was recorded and its answer not taken
  for (const { state, recorded } of [
    { state: 'requested' as const, recorded: null },
    { state: 'running' as const, recorded: remoteId },
  ]) {
    await recordProgress(t.desk.database, (await findRemoteJob(t.desk.database, key))!, { remoteId: recorded });
    await t.desk.database
      .update(splittings)
      .set({ state, segments: [], settledAt: null, requestedAt: new Date() })
      .where(eq(splittings.documentId, id));
    await t.desk.database.update(documents).set({ state: 'indexed' }).where(eq(documents.id, id));
    await t.desk.database.update(documentSplits).set({ state: 'looking', count: null }).where(eq(documentSplits.documentId, id));
    await t.desk.queue.send(SPLIT_QUEUE, { documentId: id, run: 1 });
    await t.until(id, 'stacked');
    expect((await getSplitting(t.desk, id)).proposal).toMatchObject({ state: 'completed', segments: settled.segments });
    expect((await findRemoteJob(t.desk.database, key))?.remoteId).toBe(remoteId);
    expect(await askedFor()).toHaveLength(1);
  }
  expect((await listEvents(t.desk, id)).filter((event) => event === 'split.looked')).toHaveLength(3);

  // its job comes again although it is settled, and one of a run that never was
  const { proposal: last } = await getSplitting(t.desk, id);
  for (const run of [1, 7]) {
    const job = { data: { documentId: id, run }, signal: new AbortController().signal };
    expect(await detectBoundaries(t.desk, job as Parameters<typeof detectBoundaries>[1], createPollSettings())).toBeUndefined();
  }
  expect((await getSplitting(t.desk, id)).proposal).toEqual(last);
  expect((await listEvents(t.desk, id)).filter((event) => event === 'split.looked')).toHaveLength(3);
  expect(await askedFor()).toHaveLength(1);
});
