import type { ServerResponse } from 'node:http';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SummaryEndpoint } from '#lib/contract/desk/deployment.ts';
import type { QueueJob } from '#lib/platform/queue/queue.ts';
import { listDeployments } from '../deployment-settings/operations/deployments.ts';
import { saveMapping } from '../deployment-settings/operations/schema-mappings.ts';
import { openRemoteJob } from '../documents/remote-jobs.ts';
import { documents, submissions } from '../documents/tables.ts';
import { getSummary } from '../summaries/get-summary.ts';
import { findSummary, requestSummary } from '../summaries/operations/summaries.ts';
import { type Remote, startRemote } from '../testing/start-remote.ts';
import { ACTOR, startTestDesk, type TestDesk } from '../testing/start-test-desk.ts';
import { giveUpLearning, learnSchema } from './learn-schema.ts';
import { createPollSettings } from './poll-settings.ts';
import { SupersededError, submitOnce } from './submit-once.ts';

/** How the deployment takes a POST: answers, is silent for ever, drops the connection after the work, or is restarting. */
let mood: 'well' | 'silent' | 'lost' | 'restarting' = 'well';
let posts: string[] = [];
const DONE = { id: 'job-1', status: 'completed', result: { summary: 'All is well.', number: 'A-7' } };
const SETTINGS = createPollSettings();
const SUMMARIES: SummaryEndpoint[] = ['job', 'deprecated'];

/** A desk with one document that its deployment has read; nobody works off its queues. */
async function startDesk(isOurs: boolean): Promise<{ t: TestDesk; remote: Remote; documentId: string; deploymentId: string }> {
  const remote = await startRemote(
    ({ path }) => ({
      status: 200,
      body: /\/(summaries\?.*|job-1)$/.test(path) ? DONE : { id: 'job-1', status: 'pending' },
    }),
    (request, response) => {
      if (isOurs) response.setHeader('countersign-service', '1');
      return request.method === 'POST' && misbehave(`${request.url} ${request.headers['idempotency-key']}`, response);
    },
  );
  const t = await startTestDesk({ deployment: { url: remote.url, key: 'k' } });
  const { id } = await t.drop('All is well. Number: A-7');
  await t.desk.database.update(submissions).set({ remoteDocumentId: 'doc-1' }).where(eq(submissions.documentId, id));
  await t.desk.database.update(documents).set({ state: 'indexed' }).where(eq(documents.id, id));
  return { t, remote, documentId: id, deploymentId: (await t.desk.present()).id };
}

function misbehave(post: string, response: ServerResponse): boolean {
  posts.push(post);
  if (mood === 'lost') response.socket?.resetAndDestroy();
  if (mood === 'restarting') response.writeHead(503).end();
  return mood !== 'well';
}

let theirs: Awaited<ReturnType<typeof startDesk>>;
let ours: Awaited<ReturnType<typeof startDesk>>;

beforeAll(async () => {
  theirs = await startDesk(false);
  ours = await startDesk(true);
});

beforeEach(() => {
  mood = 'well';
  posts = [];
});

afterAll(async () => {
  for (const one of [theirs, ours]) {
    await one?.t.close();
    await one?.remote.close();
  }
});

function jobOf<T>(data: T, signal = new AbortController().signal): QueueJob<T> {
  return {
    id: 'a',
    data,
    attempt: 1,
    lastAttempt: false,
    deaths: 0,
    submitter: null,
    express: false,
    waitedMs: 0,
    signal,
    finish: async () => undefined,
  };
}

/** Stops the program while it waits for the answer to a POST. */
async function stopWhileWaiting(work: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
  mood = 'silent';
  const stop = new AbortController();
  const working = work(stop.signal);
  const thrown = expect(working).rejects.toThrow('stopping');
  await expect.poll(() => posts.length).toBeGreaterThan(0);
  stop.abort(new Error('The program is stopping.'));
  await thrown;
  mood = 'well';
}

const runs = new Map<TestDesk, number>();
/** Asks for a summary; the function takes the worker's next step. */
async function askForSummary({ t, documentId }: typeof theirs, endpoint: SummaryEndpoint) {
  await requestSummary(t.desk, ACTOR, documentId, endpoint);
  const run = (runs.get(t) ?? 0) + 1;
  runs.set(t, run);
  return (signal?: AbortSignal) => getSummary(t.desk, jobOf({ documentId, run }, signal), SETTINGS);
}

async function askToLearn(remoteSchemaId: string) {
  const { t, documentId, deploymentId } = theirs;
  await saveMapping(t.desk, ACTOR, deploymentId, { remote_schema_id: remoteSchemaId, name: remoteSchemaId, document_id: documentId });
  return (signal?: AbortSignal) => learnSchema(t.desk, jobOf({ deploymentId, remoteSchemaId }, signal), SETTINGS);
}

async function mappingOf(remoteSchemaId: string) {
  const deployment = (await listDeployments(theirs.t.desk)).find(({ id }) => id === theirs.deploymentId);
  return deployment?.mappings.find((mapping) => mapping.remote_schema_id === remoteSchemaId);
}

test('a lost answer ends the learning of a schema; it goes on when a person asks again', async () => {
  mood = 'lost';
  const step = await askToLearn('lost');
  expect(await step()).toBeUndefined();
  expect((await mappingOf('lost'))?.learning?.failure).toMatchObject({
    code: 'sending_unsure',
    message: expect.stringContaining('Try again'),
  });
  mood = 'well';
  await step();
  expect(posts).toHaveLength(1);
  const again = await askToLearn('lost');
  expect(await again()).toBeDefined();
  expect(await again()).toBeUndefined();
  expect(await mappingOf('lost')).toMatchObject({ schema_name: 'lost', learning: null });
  expect(posts).toHaveLength(2);
});

test('a program stopped while it asks for the job of a schema does not ask a second time', async () => {
  const step = await askToLearn('stopped');
  await stopWhileWaiting(step);
  expect(await step()).toBeUndefined();
  expect(posts).toHaveLength(1);
  expect((await mappingOf('stopped'))?.learning?.failure?.code).toBe('sending_unsure');
});

test('what certainly did nothing is asked for again when a schema is learned', async () => {
  mood = 'restarting';
  const step = await askToLearn('restarted');
  expect(await step()).toMatchObject({ againInMs: expect.any(Number) });
  mood = 'well';
  await step();
  expect((await mappingOf('restarted'))?.learning).toMatchObject({ job_id: 'job-1', failure: null });
});

test.each(SUMMARIES)('a program stopped while it asks for a summary (%s) does not ask a second time', async (endpoint) => {
  const step = await askForSummary(theirs, endpoint);
  await stopWhileWaiting(step);
  expect(await step()).toBeUndefined();
  expect(posts).toHaveLength(1);
  expect(await findSummary(theirs.t.desk, theirs.documentId)).toMatchObject({ state: 'failed', failure: { code: 'sending_unsure' } });
});

test.each(SUMMARIES)('a summary (%s) that certainly was not begun is asked for again', async (endpoint) => {
  mood = 'restarting';
  const step = await askForSummary(theirs, endpoint);
  expect(await step()).toMatchObject({ againInMs: expect.any(Number) });
  mood = 'well';
  for (let polls = 0; polls < 3 && (await step()); polls += 1);
  expect(await findSummary(theirs.t.desk, theirs.documentId)).toMatchObject({ state: 'completed', text: 'All is well.' });
});

test('at a deployment of ours a stopped request is repeated under its key', async () => {
  const step = await askForSummary(ours, 'job');
  await stopWhileWaiting(step);
  for (let polls = 0; polls < 3 && (await step()); polls += 1);
  expect(await findSummary(ours.t.desk, ours.documentId)).toMatchObject({ state: 'completed' });
  expect(posts).toEqual([posts[0], posts[0]]);
});

test('at a deployment of ours a lost answer is no loss: the request is repeated under its key', async () => {
  mood = 'lost';
  const step = await askForSummary(ours, 'job');
  expect(await step()).toMatchObject({ againInMs: expect.any(Number) });
  mood = 'well';
  for (let polls = 0; polls < 3 && (await step()); polls += 1);
  expect(await findSummary(ours.t.desk, ours.documentId)).toMatchObject({ state: 'completed' });
  // the client repeats a lost request by itself too
  expect(posts.length).toBeGreaterThan(1);
  expect(new Set(posts).size).toBe(1);
});

test('a request whose place a newer one has taken submits nothing', async () => {
  const { t, documentId } = theirs;
  const older = { kind: 'splitting' as const, documentId, run: 1 };
  const { id } = await t.desk.present();
  const job = (await openRemoteJob(t.desk.database, older, id))!;
  await openRemoteJob(t.desk.database, { ...older, run: 2 }, id);
  expect(await openRemoteJob(t.desk.database, older, id)).toBeNull();
  const work = { job, deployment: await t.desk.present(), signal: new AbortController().signal, awaitedMs: 0 };
  const request = () => Promise.reject(new Error('It was submitted.'));
  await expect(submitOnce(t.desk, { ...work, isRepeatable: async () => false }, request)).rejects.toThrow(SupersededError);
});

test('learning that was interrupted again and again ends, and can be asked for again', async () => {
  await askToLearn('interrupted');
  await giveUpLearning(theirs.t.desk, { deploymentId: theirs.deploymentId, remoteSchemaId: 'interrupted' });
  expect((await mappingOf('interrupted'))?.learning?.failure).toMatchObject({ code: 'internal_error' });
  const again = await askToLearn('interrupted');
  await again();
  expect((await mappingOf('interrupted'))?.learning).toMatchObject({ job_id: 'job-1', failure: null });
});
