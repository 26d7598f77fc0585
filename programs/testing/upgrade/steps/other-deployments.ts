import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment, DeskSummary } from '#lib/contract/desk/deployment.ts';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import { startRemoteStandIn } from '#lib/deployment/stand-in/remote-stand-in.ts';
import { until, type Work } from './documents.ts';
import { makeTerse } from './papers.ts';
import type { Person } from './person.ts';

const KEY = 'the key of a deployment that is no more';

/**
 * Work at a deployment that somebody else runs: a schema told by its id there and one learned, documents that end in each state
 * they can end in. At the end the deployment goes, so what was under way stays so.
 */
export async function workAtOtherDeployment({ people: { ada }, schemas, documents }: Work): Promise<void> {
  const standIn = await startRemoteStandIn({
    apiKey: KEY,
    control: {
      rules: [
        { name: 'never-indexed', phase: 'document', fault: 'never_settles', times: 0 },
        { name: 'never-extracted', phase: 'job', fault: 'never_settles', times: 0 },
        { name: 'failed-there', phase: 'job', fault: 'fails', times: 0 },
        { name: 'perhaps-sent', phase: 'upload', fault: 'lost_answer', times: 1 },
      ],
    },
  });
  const theirs = await ada.post<Deployment>('/api/deployments', { name: 'Harbour service', base_url: standIn.url, api_key: KEY });
  await ada.post(`/api/deployments/${theirs.id}/schemas`, { remote_schema_id: 'theirs-12', schema_id: schemas.Invoice });
  const send = async (name: string, bytes: Uint8Array, withSchema = true) => {
    const options = { deployment_id: theirs.id, ...(withSchema ? { schema_id: schemas.Invoice! } : {}) };
    documents[name] = (await ada.upload<DeskDocument>(name, bytes, options)).id;
  };
  await send('read-there.txt', makeTerse('H-1'));
  await send('learned-from.txt', makeTerse('H-2'), false);
  await send('never-indexed.txt', makeTerse('H-3'));
  await send('never-extracted.txt', makeTerse('H-4'));
  await send('failed-there.txt', makeTerse('H-5'));
  await send('perhaps-sent.txt', makeTerse('H-6'));
  await send('readable-there-only.pdf', Buffer.from(`%PDF-1.7\n${makeTerse('H-7')}`));
  await until(ada, documents['read-there.txt']!, 'to_review');
  await until(ada, documents['learned-from.txt']!, 'indexed');
  await until(ada, documents['never-indexed.txt']!, 'indexing');
  await until(ada, documents['never-extracted.txt']!, 'extracting');
  await until(ada, documents['failed-there.txt']!, 'failed');
  await until(ada, documents['perhaps-sent.txt']!, 'failed');
  await until(ada, documents['readable-there-only.pdf']!, 'to_review', 'failed');
  await learn(ada, theirs.id, documents['learned-from.txt']!);
  await summarise(ada, documents['read-there.txt']!);
  await standIn.close();
  await send('not-sent-yet.txt', makeTerse('H-8'));
  const second = await ada.post<Deployment>('/api/deployments', {
    name: 'Of last year',
    base_url: 'http://127.0.0.1:9',
    api_key: KEY,
    accept_failing: true,
  });
  await ada.put(`/api/deployments/${second.id}`, { retired: true });
}

/** Has the fields of a schema learned that only the deployment knows. */
async function learn(ada: Person, deploymentId: string, documentId: string): Promise<void> {
  await ada.post(`/api/deployments/${deploymentId}/schemas`, {
    remote_schema_id: 'theirs-99',
    name: 'Learned at the harbour',
    document_id: documentId,
  });
  await poll('the schema to be learned', async () => {
    const { mappings } = await ada.get<Deployment>(`/api/deployments/${deploymentId}`);
    return mappings.some(({ remote_schema_id: id, schema_id: own }) => id === 'theirs-99' && own !== null);
  });
}

async function summarise(ada: Person, id: string): Promise<void> {
  await ada.post(`/api/documents/${id}/summary`, { endpoint: 'deprecated' });
  await waitForSummary(ada, id);
}

/** Waits until a summary is there. */
export async function waitForSummary(person: Person, id: string): Promise<void> {
  await poll('the summary', async () => {
    const { summary } = await person.get<{ summary: DeskSummary | null }>(`/api/documents/${id}/summary`);
    return summary?.state === 'completed';
  });
}

async function poll(what: string, isDone: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 120_000; !(await isDone()); await sleep(200)) {
    if (Date.now() > end) throw new Error(`Waited two minutes for ${what}.`);
  }
}
