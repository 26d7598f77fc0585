import { randomUUID } from 'node:crypto';
import type { DeskDocument, DeskDocumentDetail, ListDocuments } from '#lib/contract/desk/desk-document.ts';
import type { DeskClient } from '../../product/desk-client.ts';
import { type CampaignLedger, tallyOf } from './campaign-ledger.ts';
import { insist } from './insist.ts';

/** Who reviews: documents are divided by their IDs, so that no two people change the same one and the ledger knows what stands. */
export type Reviewer = { desk: DeskClient; isMine: (documentId: string) => boolean; colleague: { id: string; name: string } | null };

const POINTER = 'invoice_number';

/** One round of a person's work: corrects a value, mostly approves, at times comments, exports or takes an approval back. */
export async function reviewOne(reviewer: Reviewer, ledger: CampaignLedger): Promise<void> {
  const { desk, isMine } = reviewer;
  const chance = Math.random();
  if (chance < 0.15) return reopenOne(reviewer, ledger);
  if (chance < 0.3) return exportSome(reviewer, ledger);
  const row = await pickMine(desk, isMine, 'to_review');
  if (!row) return;
  const detail = await insist(() => desk.get<DeskDocumentDetail>(`/api/documents/${row.id}`));
  if (detail?.status !== 200 || detail.body.document.state !== 'to_review') return;
  const revision = await correct(desk, ledger, row.id, detail.body.document.revision);
  if (Math.random() < 0.3) await comment(reviewer, ledger, row.id);
  if (revision !== null && Math.random() < 0.7) await approve(desk, ledger, row.id, revision);
}

/** Tries documents again that failed although nothing is wrong with them, as the desk offers to people. */
export async function retryFailed(desk: DeskClient, ledger: CampaignLedger): Promise<void> {
  const list = await desk.get<ListDocuments>('/api/documents?state=failed&page_size=50');
  for (const { id, failure } of list.body?.items ?? []) {
    const answer = await insist(() => desk.post(`/api/documents/${id}/retry`, {}));
    if (answer && answer.status < 300) ledger.retried.push(`document ${id} failed: ${JSON.stringify(failure)}`);
  }
}

async function pickMine(desk: DeskClient, isMine: Reviewer['isMine'], state: string): Promise<DeskDocument | undefined> {
  const list = await desk.get<ListDocuments>(`/api/documents?state=${state}&page_size=60`);
  const mine = (list.status === 200 ? list.body.items : []).filter(({ id }) => isMine(id));
  return mine[Math.floor(Math.random() * mine.length)];
}

/** @returns the revision after it, or null where it was not saved */
async function correct(desk: DeskClient, ledger: CampaignLedger, documentId: string, revision: number): Promise<number | null> {
  const id = randomUUID();
  const value = `corrected ${id.slice(0, 8)}`;
  const key = `${documentId} /${POINTER}`;
  const entry = ledger.values.get(key) ?? { acknowledged: null, unanswered: [] };
  ledger.values.set(key, entry);
  entry.unanswered.push(value);
  const action = { documentId, value, isAcknowledged: false };
  ledger.actions.set(id, action);
  const body = { revision, actions: [{ id, draft: { kind: 'correct', pointer: `/${POINTER}`, value, evidence: [] } }] };
  const saved = await insist(() => desk.post<DeskDocumentDetail>(`/api/documents/${documentId}/actions`, body));
  if (saved?.status !== 200) {
    if (saved && saved.status !== 409)
      ledger.surprises.push(`saving an action was answered ${saved.status}: ${JSON.stringify(saved.body)}`);
    return null;
  }
  action.isAcknowledged = true;
  ledger.values.set(key, { acknowledged: value, unanswered: [] });
  ledger.counts.actions += 1;
  return saved.body.document.revision;
}

async function approve(desk: DeskClient, ledger: CampaignLedger, documentId: string, revision: number): Promise<void> {
  const tally = tallyOf(ledger, documentId, 'approve');
  tally.sent += 1;
  const answer = await insist(() => desk.post(`/api/documents/${documentId}/approve`, { revision, sign_off: true }));
  if (answer?.status !== 200) {
    if (answer && answer.status !== 409) ledger.surprises.push(`approving was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return;
  }
  tally.acknowledged += 1;
  ledger.approvals.add(documentId);
  ledger.counts.approvals += 1;
}

async function reopenOne({ desk, isMine }: Reviewer, ledger: CampaignLedger): Promise<void> {
  const row = await pickMine(desk, isMine, 'approved');
  if (!row) return;
  const tally = tallyOf(ledger, row.id, 'reopen');
  tally.sent += 1;
  ledger.approvals.delete(row.id);
  const answer = await insist(() => desk.post(`/api/documents/${row.id}/reopen`, { revision: row.revision }));
  // sent again after its answer was lost, it finds a document that is open: it may have been this very request
  if (answer?.status !== 200) return;
  tally.acknowledged += 1;
  ledger.reopenings += 1;
}

async function comment({ desk, colleague }: Reviewer, ledger: CampaignLedger, documentId: string): Promise<void> {
  if (!colleague) return;
  const id = randomUUID();
  const entry = { documentId, isAcknowledged: false };
  ledger.comments.set(id, entry);
  const body = { id, pointer: null, text: `@${colleague.name} please look`, mentions: [colleague.id] };
  const answer = await insist(() => desk.post(`/api/documents/${documentId}/comments`, body));
  if (answer && answer.status < 300) entry.isAcknowledged = true;
  else if (answer) ledger.surprises.push(`a comment was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

type Exported = { documents: { id: string; fields: Record<string, unknown> | null }[] };

/** Exports approved documents of one's own, which nobody else changes: each must be there once, with the value that stands. */
async function exportSome({ desk, isMine }: Reviewer, ledger: CampaignLedger): Promise<void> {
  const ids = [...ledger.approvals].filter(isMine).slice(-10);
  if (ids.length === 0) return;
  const answer = await desk.get<Exported | string>(`/api/documents/export?format=json&values=approved&ids=${ids.join(',')}`);
  if (answer.status !== 200) return;
  const problem = findExportFault(answer.body, ids, ledger);
  if (problem) ledger.surprises.push(problem);
  else ledger.exports += 1;
}

/** @returns what is wrong with an export of these approved documents, or null */
export function findExportFault(body: Exported | string, ids: readonly string[], ledger: CampaignLedger): string | null {
  if (typeof body === 'string') return `an export ended early, as a whole answer: ${body.slice(-80)}`;
  const found = body.documents.map(({ id }) => id);
  if (found.length !== ids.length || !ids.every((id) => found.includes(id)))
    return `an export of ${ids.join(', ')} has ${found.join(', ')}`;
  for (const { id, fields } of body.documents) {
    const known = ledger.values.get(`${id} /${POINTER}`);
    const value = String(fields?.[POINTER]);
    if (known?.acknowledged && value !== known.acknowledged && !known.unanswered.includes(value))
      return `an export of ${id} has "${value}" instead of "${known.acknowledged}"`;
  }
  return null;
}
