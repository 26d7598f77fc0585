import { spawn } from 'node:child_process';
import { findLosses } from '../../product/verify-ledger.ts';
import type { CampaignLedger } from './campaign-ledger.ts';
import { findExportFault } from './review-documents.ts';
import type { Cluster } from './start-cluster.ts';
import type { Team } from './work-in-cluster.ts';

/** What is wrong after the campaign, one line each. `facts` are told, and are no fault. */
export type Verdict = { lost: string[]; twice: string[]; wrong: string[]; facts: string[] };

const EXPORT_AT_ONCE = 50;

/** Compares the ledger with what the cluster has, once nothing is under way any more. */
export async function verifyCampaign(cluster: Cluster, { desks, service }: Team, ledger: CampaignLedger): Promise<Verdict> {
  const verdict: Verdict = { lost: [], twice: [], wrong: [...ledger.surprises], facts: [] };
  verdict.lost.push(...(await findLosses(desks[0], service, ledger)));
  await compareDocuments(cluster, ledger, verdict);
  await compareActions(cluster, ledger, verdict);
  await compareDecisions(cluster, ledger, verdict);
  await compareComments(cluster, ledger, verdict);
  await compareExports(desks[0], ledger, verdict);
  await verifyInstallation(cluster, verdict);
  return verdict;
}

/** Each file sent has its own bytes, so two documents with the same ones are one file taken twice. */
async function compareDocuments({ database }: Cluster, ledger: CampaignLedger, { lost, twice, wrong, facts }: Verdict): Promise<void> {
  const atDesk = await database.query<{ id: string; sha256: string }>('select id, sha256 from desk.documents');
  const counts = new Map<string, number>();
  for (const { id, sha256 } of atDesk) {
    counts.set(sha256, (counts.get(sha256) ?? 0) + 1);
    if (ledger.sent.desk.get(sha256) !== id) wrong.push(`document ${id} is none that was sent`);
  }
  for (const [sha256, count] of counts) if (count > 1) twice.push(`the file ${sha256} is ${count} documents of the desk`);
  const atService = await database.query<{ id: string; sha256: string; count: number }>(
    `select min(d.id::text) as id, d.sha256, count(*)::int as count from service.documents d group by d.sha256`,
  );
  const desk = new Set(atDesk.map(({ sha256 }) => sha256));
  for (const { id, sha256, count } of atService) {
    if (count > 1) twice.push(`the file ${sha256} is ${count} documents of the service`);
    if (!desk.has(sha256) && !ledger.sent.service.has(sha256)) wrong.push(`document ${id} of the service belongs to nobody`);
  }
  for (const sha256 of ledger.serviceDocuments.values())
    if (!atService.some((one) => one.sha256 === sha256)) lost.push(`the file ${sha256} of the service is gone`);
  const jobs = await database.query<{ document_id: string; count: number }>(
    `select document_id, count(*)::int as count from service.jobs where document_id = any($1) group by document_id having count(*) > 1`,
    [[...ledger.serviceDocuments.keys()]],
  );
  for (const { document_id, count } of jobs) twice.push(`document ${document_id} of the service has ${count} jobs instead of one`);
  facts.push(`${atDesk.length} documents of the desk, ${atService.length} of the service`);
}

async function compareActions({ database }: Cluster, ledger: CampaignLedger, { lost, twice, wrong }: Verdict): Promise<void> {
  const saved = new Map(
    (await database.query<{ id: string; document_id: string }>('select id, document_id from desk.actions')).map((row) => [row.id, row]),
  );
  for (const [id, { documentId, isAcknowledged }] of ledger.actions)
    if (isAcknowledged && saved.get(id)?.document_id !== documentId) lost.push(`action ${id} of document ${documentId}`);
  for (const id of saved.keys()) if (!ledger.actions.has(id)) wrong.push(`action ${id} is none that was sent`);
  // each value was sent once, so the trail has it once
  const trail = await database.query<{ value: string; count: number }>(
    `select new_value #>> '{}' as value, count(*)::int as count from desk.audit_entries where new_value #>> '{}' like 'corrected %' group by 1`,
  );
  const told = new Map(trail.map(({ value, count }) => [value, count]));
  for (const [id, { value }] of ledger.actions) {
    const count = told.get(value) ?? 0;
    if (saved.has(id) && count === 0) lost.push(`the trail does not have action ${id}`);
    if (count > 1) twice.push(`the trail has action ${id} ${count} times`);
    if (!saved.has(id) && count > 0) wrong.push(`the trail has action ${id}, which was not saved`);
  }
}

async function compareDecisions({ database }: Cluster, ledger: CampaignLedger, { lost, twice, wrong }: Verdict): Promise<void> {
  const rows = await database.query<{ key: string; decided: number; told: number }>(
    `select document_id || ' ' || kind as key, count(*)::int as decided,
       (select count(*) from desk.audit_entries a where a.document_id = d.document_id
         and a.event = case d.kind when 'approve' then 'document.approved' else 'document.reopened' end)::int as told
     from desk.decisions d group by document_id, kind`,
  );
  const found = new Map(rows.map((row) => [row.key, row]));
  for (const [key, { sent, acknowledged }] of ledger.decisions) {
    const { decided, told } = found.get(key) ?? { decided: 0, told: 0 };
    if (decided < acknowledged) lost.push(`${key}: ${acknowledged} acknowledged, ${decided} there`);
    if (decided > sent) twice.push(`${key}: sent ${sent} times, there ${decided} times`);
    if (told !== decided) wrong.push(`${key}: ${decided} there, the trail has ${told}`);
  }
  for (const key of found.keys()) if (!ledger.decisions.has(key)) wrong.push(`${key}: nobody did that`);
}

/** A comment that names somebody is in their inbox once, and each mail about it was sent once at most. */
async function compareComments(
  { database, mails }: Cluster,
  ledger: CampaignLedger,
  { lost, twice, wrong, facts }: Verdict,
): Promise<void> {
  const rows = await database.query<{ id: string; entries: number }>(
    `select c.id, (select count(*) from desk.inbox_entries e where e.comment_id = c.id and e.kind = 'mentioned')::int as entries from desk.comments c`,
  );
  const found = new Map(rows.map(({ id, entries }) => [id, entries]));
  for (const [id, { isAcknowledged }] of ledger.comments) if (isAcknowledged && !found.has(id)) lost.push(`comment ${id}`);
  for (const [id, entries] of found) {
    if (!ledger.comments.has(id)) wrong.push(`comment ${id} is none that was sent`);
    if (entries === 0) lost.push(`the inbox does not have comment ${id}`);
    if (entries > 1) twice.push(`the inbox has comment ${id} ${entries} times`);
  }
  const sent = await database.query<{ id: string; is_over: boolean }>(
    'select id, ended_at is not null or sent_at is not null as is_over from desk.inbox_mails',
  );
  const received = new Map<string, number>();
  for (const { data } of mails.received) {
    const id = /^message-id:\s*<([^@>]+)@/im.exec(data)?.[1] ?? 'a mail without an ID';
    received.set(id, (received.get(id) ?? 0) + 1);
  }
  for (const [id, count] of received) {
    if (count > 1) twice.push(`mail ${id} came ${count} times`);
    if (!sent.some((mail) => id.includes(mail.id))) wrong.push(`mail ${id} is none of the desk`);
  }
  facts.push(`${sent.length} mails made, ${received.size} received, ${sent.filter((mail) => !mail.is_over).length} still to be sent`);
}

async function compareExports(desk: Team['desks'][0], ledger: CampaignLedger, { wrong }: Verdict): Promise<void> {
  const all = [...ledger.approvals];
  for (let from = 0; from < all.length; from += EXPORT_AT_ONCE) {
    const ids = all.slice(from, from + EXPORT_AT_ONCE);
    const { body } = await desk.get<Parameters<typeof findExportFault>[0]>(
      `/api/documents/export?format=json&values=approved&ids=${ids.join(',')}`,
    );
    const fault = findExportFault(body, ids, ledger);
    if (fault) wrong.push(fault);
  }
}

/** What `countersign verify` says of files and of the audit trail's chain. */
async function verifyInstallation({ environment }: Cluster, { wrong, facts }: Verdict): Promise<void> {
  const child = spawn(process.execPath, ['dist/countersign.mjs', 'verify'], { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) wrong.push(`verify ended with ${code}: ${text.trim()}`);
  facts.push(...text.split('\n').flatMap((line) => (/^ {2}\S/.test(line) ? [`verify: ${line.trim()}`] : [])));
}
