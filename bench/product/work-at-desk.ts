import { createHash, randomUUID } from 'node:crypto';
import type { DeskDocument, DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { DeskClient } from './desk-client.ts';
import { makeInvoiceText } from './make-invoice-text.ts';
import { LedgerError, repeatUntil } from './repeat-until.ts';

/** What was acknowledged, and so must be there after any crash. */
export type Ledger = {
  /** Desk documents: id → SHA-256 of the bytes sent. */
  uploads: Map<string, string>;
  /** Value last acknowledged, and those sent since without an answer: any of them may stand. Key: `ID POINTER`. */
  values: Map<string, { acknowledged: string | null; unanswered: string[] }>;
  approvals: Set<string>;
  /** Documents and extraction jobs of the service. */
  serviceDocuments: Map<string, string>;
  serviceJobs: Set<string>;
  counts: { uploads: number; actions: number; approvals: number; jobs: number };
};

export function createLedger(): Ledger {
  return {
    uploads: new Map(),
    values: new Map(),
    approvals: new Set(),
    serviceDocuments: new Map(),
    serviceJobs: new Set(),
    counts: { uploads: 0, actions: 0, approvals: 0, jobs: 0 },
  };
}

/** People at work until the signal: one drops files, one corrects and approves, one program uses the service. */
export async function work(desk: DeskClient, service: ServiceClient, schemaId: string, ledger: Ledger, signal: AbortSignal): Promise<void> {
  await Promise.all([
    repeatUntil(signal, 60, () => dropFile(desk, schemaId, ledger)),
    repeatUntil(signal, 40, () => reviewOne(desk, ledger)),
    repeatUntil(signal, 80, () => useService(service, ledger)),
  ]);
}

async function dropFile(desk: DeskClient, schemaId: string, ledger: Ledger): Promise<void> {
  const bytes = makeInvoiceText();
  const answer = await desk.upload<DeskDocument>('crash.txt', bytes, schemaId);
  if (answer.status !== 201) return;
  ledger.uploads.set(answer.body.id, createHash('sha256').update(bytes).digest('hex'));
  ledger.counts.uploads += 1;
}

async function reviewOne(desk: DeskClient, ledger: Ledger): Promise<void> {
  const list = await desk.get<ListDocuments>('/api/documents?state=to_review&page_size=20');
  if (list.status !== 200 || list.body.items.length === 0) return;
  const row = list.body.items[Math.floor(Math.random() * list.body.items.length)] as DeskDocument;
  const { body: detail, status } = await desk.get<DeskDocumentDetail>(`/api/documents/${row.id}`);
  if (status !== 200 || detail.document.state !== 'to_review') return;
  const field = detail.schema?.fields.find(({ type }) => type === 'string');
  if (!field) throw new LedgerError('The schema has no text field.');
  const pointer = `/${field.name}`;
  const value = `corrected ${randomUUID().slice(0, 8)}`;
  const key = `${row.id} ${pointer}`;
  const entry = ledger.values.get(key) ?? { acknowledged: null, unanswered: [] };
  ledger.values.set(key, entry);
  entry.unanswered.push(value);
  const saved = await desk.post<DeskDocumentDetail>(`/api/documents/${row.id}/actions`, {
    revision: detail.document.revision,
    actions: [{ id: randomUUID(), draft: { kind: 'correct', pointer, value, evidence: [] } }],
  });
  if (saved.status !== 200) return;
  ledger.values.set(key, { acknowledged: value, unanswered: [] });
  ledger.counts.actions += 1;
  if (Math.random() < 0.4) return;
  const approved = await desk.post(`/api/documents/${row.id}/approve`, { revision: saved.body.document.revision, sign_off: true });
  if (approved.status !== 200) return;
  ledger.approvals.add(row.id);
  ledger.counts.approvals += 1;
}

/** A program that uses the service directly. */
export type ServiceClient = {
  /** `key`: a repeated request under the same one does nothing twice. */
  upload: (name: string, bytes: Uint8Array<ArrayBuffer>, key?: string) => Promise<{ status: number; body: { id: string; sha256: string } }>;
  get: <T>(path: string) => Promise<{ status: number; body: T }>;
  post: <T>(path: string, body: unknown, key?: string) => Promise<{ status: number; body: T }>;
  schemaId: string;
};

async function useService(service: ServiceClient, ledger: Ledger): Promise<void> {
  const bytes = makeInvoiceText();
  const document = await service.upload('direct.txt', bytes);
  if (document.status !== 201) return;
  ledger.serviceDocuments.set(document.body.id, createHash('sha256').update(bytes).digest('hex'));
  const job = await service.post<{ id: string }>('/v1/extractions/jobs', { document_id: document.body.id, schema_id: service.schemaId });
  if (job.status !== 201) return;
  ledger.serviceJobs.add(job.body.id);
  ledger.counts.jobs += 1;
}
