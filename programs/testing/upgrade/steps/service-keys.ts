import { setTimeout as sleep } from 'node:timers/promises';
import type { MadeApiKey } from '#lib/contract/desk/api-key.ts';
import type { People } from './accounts.ts';
import { makeDeliveryNote } from './papers.ts';

/** What a program of somebody's did at the embedded service: its key, its document, its summary. */
export type ServiceWork = { key: string; documentId: string; jobId: string };

/** Two keys, one of which is revoked, and a document and a job that only the service knows. */
export async function workAtService({ ada }: People, url: string): Promise<ServiceWork> {
  const { key } = await ada.post<MadeApiKey>('/api/keys', { name: 'Accounting', scopes: ['read', 'submit'] });
  const gone = await ada.post<MadeApiKey>('/api/keys', { name: 'Of a former colleague', scopes: ['read'] });
  await ada.remove(`/api/keys/${gone.id}`);
  const headers = { authorization: `Bearer ${key}` };
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(makeDeliveryNote('DN-7'))]), 'direct.txt');
  const ask = async <T>(path: string, init: RequestInit): Promise<T> => {
    const response = await fetch(`${url}/v1/${path}`, { ...init, headers: { ...headers, ...init.headers } });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as T;
  };
  const { id: documentId } = await ask<{ id: string }>('documents', {
    method: 'POST',
    body: form,
    headers: { 'idempotency-key': 'kept-1' },
  });
  const { id: jobId } = await ask<{ id: string }>('summaries/jobs', {
    method: 'POST',
    body: JSON.stringify({ document_id: documentId }),
    headers: { 'content-type': 'application/json' },
  });
  for (const end = Date.now() + 60_000; Date.now() < end; await sleep(200)) {
    const { status } = await ask<{ status: string }>(`summaries/jobs/${jobId}`, {});
    if (status === 'completed') return { key, documentId, jobId };
  }
  throw new Error('The summary of the service did not come.');
}
