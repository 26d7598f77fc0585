import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getBackend } from '#app/backend.ts';
import type { Deployment } from '#lib/contract/desk/deployment.ts';
import { deskQueues } from '#lib/desk/context/desk-queues.ts';
import { createDeskWorker } from '#lib/desk/create-desk-worker.ts';
import { type Remote, startRemote } from '#lib/desk/testing/start-remote.ts';
import { createQueue, type Queue } from '#lib/platform/queue/queue.ts';
import { type KeptFolder, listKept, readKept } from './kept-folder.ts';
import { type OpenedDesk, openKept } from './open-kept.ts';
import { getDetail, until } from './steps/documents.ts';
import type { Person } from './steps/person.ts';

const KEY = 'key-of-the-deployment-that-came-back';

/** A deployment that knows every document and job it is asked for, and is done with each. */
function startReturned(): Promise<Remote> {
  return startRemote(({ method, path }) => {
    const id = path.split('/').at(-1);
    if (method === 'POST') return { status: 201, body: { id: crypto.randomUUID(), status: 'pending' } };
    if (path.includes('/extractions/jobs/'))
      return { status: 200, body: { id, status: 'completed', result: { seller_name: 'Harbour Rope Works' } } };
    if (path.includes('/documents/')) return { status: 200, body: { type: 'document', id, status: 'completed', page_count: 1 } };
    return { status: 404, body: {} };
  });
}

describe.each(listKept())('what was under way at another deployment in a data folder made by %s', (commit) => {
  let kept: KeptFolder;
  let desk: OpenedDesk;
  let ada: Person;
  let remote: Remote;
  let queue: Queue;
  beforeAll(async () => {
    kept = readKept(commit);
    desk = await openKept(kept);
    ada = await desk.signIn('ada');
    remote = await startReturned();
    const { items } = await ada.get<{ items: Deployment[] }>('/api/deployments');
    const theirs = items.find(({ name }) => name === 'Harbour service')!;
    await ada.put(`/api/deployments/${theirs.id}`, { base_url: remote.url, api_key: KEY, accept_failing: true });
    const backend = await getBackend();
    queue = await createQueue({ databaseUrl: desk.databaseUrl, queues: deskQueues(backend.config.reading.timeoutMs), log: backend.log });
    await createDeskWorker({ desk: backend.desk, queue, settings: { pauseScale: 0.02 } }).start();
  });
  afterAll(async () => {
    await queue.drain(5_000);
    await desk.close();
    await remote.close();
  });

  test('goes on there with the documents and jobs known before; only what was never sent is sent', async () => {
    for (const name of ['never-indexed.txt', 'never-extracted.txt', 'not-sent-yet.txt']) {
      const document = await until(ada, kept.documents[name]!, 'to_review');
      expect(document.schema_name).toBe('Invoice');
      const { fields } = await getDetail(ada, kept.documents[name]!);
      expect(fields?.seller_name).toMatchObject({ value: 'Harbour Rope Works' });
    }
    const posts = remote.requests.filter(({ method }) => method === 'POST').map(({ path }) => path);
    expect(posts.sort()).toEqual(['/v1/documents', '/v1/extractions/jobs', '/v1/extractions/jobs']);
  });
});
