import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { MergedFields } from '#lib/contract/desk/review.ts';
import type { DeskClient } from './desk-client.ts';
import type { Ledger, ServiceClient } from './work-at-desk.ts';

const IN_FLIGHT = ['received', 'indexing', 'extracting'];

/** Waits until nothing is under way. @returns what is stuck after `limitMs` */
export async function waitUntilSettled(desk: DeskClient, service: ServiceClient, ledger: Ledger, limitMs: number): Promise<string[]> {
  const until = Date.now() + limitMs;
  for (;;) {
    // on a busy machine an answer may take longer than is waited for
    const stuck = await Promise.all([listInFlight(desk), listUnfinished(service, ledger)]).then(
      (lists) => lists.flat(),
      (error: Error) => [`It cannot be told: ${error.message}`],
    );
    if (stuck.length === 0 || Date.now() > until) return stuck;
    await sleep(500);
  }
}

async function listInFlight(desk: DeskClient): Promise<string[]> {
  const query = IN_FLIGHT.map((state) => `state=${state}`).join('&');
  const { body } = await desk.get<ListDocuments>(`/api/documents?page_size=200&${query}`);
  return body.items.map(
    ({ id, state, trouble }: DeskDocument) => `document ${id} is ${state}${trouble ? `: ${JSON.stringify(trouble)}` : ''}`,
  );
}

async function listUnfinished(service: ServiceClient, ledger: Ledger): Promise<string[]> {
  const unfinished: string[] = [];
  for (const id of ledger.serviceDocuments.keys()) {
    const { body } = await service.get<{ status: string }>(`/v1/documents/${id}`);
    if (['pending', 'processing'].includes(body.status)) unfinished.push(`service document ${id} is ${body.status}`);
  }
  for (const id of ledger.serviceJobs) {
    const { body } = await service.get<{ status: string }>(`/v1/extractions/jobs/${id}`);
    if (['pending', 'processing'].includes(body.status)) unfinished.push(`job ${id} is ${body.status}`);
  }
  return unfinished;
}

/** Looks for everything that was acknowledged. @returns what is lost or wrong, one line each */
export async function findLosses(desk: DeskClient, service: ServiceClient, ledger: Ledger): Promise<string[]> {
  const losses: string[] = [];
  for (const [id, sha256] of ledger.uploads) {
    const { status, body } = await desk.get<DeskDocumentDetail>(`/api/documents/${id}`);
    if (status !== 200) {
      losses.push(`document ${id} answers ${status}`);
      continue;
    }
    if (body.document.state === 'failed') losses.push(`document ${id} failed: ${JSON.stringify(body.document.failure)}`);
    const bytes = await desk.download(`/api/documents/${id}/content`).catch((error: Error) => error.message);
    if (typeof bytes === 'string') losses.push(`the bytes of document ${id} cannot be had: ${bytes}`);
    else if (createHash('sha256').update(bytes).digest('hex') !== sha256)
      losses.push(`the bytes of document ${id} are not those sent, but ${bytes.length} others`);
    if (ledger.approvals.has(id) && body.document.state !== 'approved')
      losses.push(`the approval of document ${id} is lost: ${body.document.state}`);
    losses.push(...findLostValues(id, body.fields, ledger));
  }
  for (const [id, sha256] of ledger.serviceDocuments) {
    const { status, body } = await service.get<{ status: string; sha256: string }>(`/v1/documents/${id}`);
    if (status !== 200 || body.sha256 !== sha256 || body.status !== 'completed')
      losses.push(`service document ${id}: ${status} ${body.status}`);
  }
  for (const id of ledger.serviceJobs) {
    const { status, body } = await service.get<{ status: string; error: unknown }>(`/v1/extractions/jobs/${id}`);
    if (status !== 200 || body.status !== 'completed') losses.push(`job ${id}: ${status} ${body.status} ${JSON.stringify(body.error)}`);
  }
  return losses;
}

function findLostValues(id: string, fields: MergedFields | null, ledger: Ledger): string[] {
  const lost: string[] = [];
  for (const [key, { acknowledged, unanswered }] of ledger.values) {
    const [documentId, pointer = ''] = key.split(' ');
    if (documentId !== id || acknowledged === null) continue;
    const field = fields?.[pointer.slice(1)];
    const value = field && !Array.isArray(field) ? field.value : null;
    if (value !== acknowledged && !unanswered.includes(String(value))) lost.push(`${key} is "${value}" instead of "${acknowledged}"`);
  }
  return lost;
}
