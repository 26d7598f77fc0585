import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument } from '#lib/contract/desk/desk-document.ts';
import type { MadeLink } from '#lib/contract/desk/people.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { createDeskClient, type DeskClient } from '../../product/desk-client.ts';
import { makeInvoiceText } from '../../product/make-invoice-text.ts';
import { repeatUntil } from '../../product/repeat-until.ts';
import { require } from '../../product/run-checks.ts';
import { createServiceClient } from '../../product/service-client.ts';
import type { ServiceClient } from '../../product/work-at-desk.ts';
import type { CampaignLedger } from './campaign-ledger.ts';
import { insist } from './insist.ts';
import { type Reviewer, retryFailed, reviewOne } from './review-documents.ts';
import { type Cluster, KEY } from './start-cluster.ts';

/** Who works: two people at the desk, and a program at the service. */
export type Team = { desks: [DeskClient, DeskClient]; service: ServiceClient; schemaId: string; reviewers: Reviewer[] };

const COLLEAGUE = { name: 'Colleague', email: 'colleague@example.org', password: 'another long measuring password' };
const ANSWER_MS = 15_000;
/** Documents and jobs that may be under way at a time: what is left after the last fault has to be done within the time to settle. */
const MOST_UNDER_WAY = 12;

/** Makes the accounts and a schema of the service. */
export async function gatherTeam(cluster: Cluster): Promise<Team> {
  const [admin, colleague] = [createDeskClient(cluster.url, ANSWER_MS), createDeskClient(cluster.url, ANSWER_MS)];
  await admin.enter();
  const invited = await admin.post<MadeLink>('/api/invitations', { role: 'reviewer', email: COLLEAGUE.email });
  require(invited.status === 201, `The invitation was answered ${invited.status}.`);
  await colleague.post('/api/links/use', { token: new URL(invited.body.url).hash.slice(1).replace(/^token=/, ''), ...COLLEAGUE });
  const person = await colleague.get<{ user: { id: string; name: string } | null }>('/api/session');
  require(person.body.user, 'The colleague is not signed in.');
  const set = await colleague.put('/api/inbox/settings', { mail: 'at_once', time_zone: 'UTC' });
  require(set.status === 200, `The settings of the inbox were answered ${set.status}.`);
  const service = createServiceClient(cluster.url, KEY, ANSWER_MS);
  const made = await service.post<{ id: string }>('/v1/schemas', {
    name: 'Campaign',
    fields: [{ name: 'invoice_number', type: 'string' }],
  });
  require(made.status === 201, `POST /v1/schemas answered ${made.status}.`);
  service.schemaId = made.body.id;
  const { body } = await admin.get<{ items: Schema[] }>('/api/schemas');
  const schema = body.items.find(({ name }) => /invoice/i.test(name));
  require(schema, 'There is no schema for invoices.');
  const isFirst = (id: string) => Number.parseInt(id.slice(-1), 16) < 8;
  return {
    desks: [admin, colleague],
    service,
    schemaId: schema.id,
    reviewers: [
      { desk: admin, isMine: isFirst, colleague: person.body.user },
      { desk: colleague, isMine: (id) => !isFirst(id), colleague: null },
    ],
  };
}

/** All at work until the signal; resolves when each has ended what they had in hand. */
export async function workInCluster(team: Team, cluster: Cluster, ledger: CampaignLedger, signal: AbortSignal): Promise<void> {
  const { desks, service, schemaId, reviewers } = team;
  const untilFree = watchBacklog(cluster, signal);
  await Promise.all([
    ...desks.map((desk) =>
      repeatUntil(signal, 300, async () => {
        await untilFree();
        await dropFile(desk, schemaId, ledger);
      }),
    ),
    repeatUntil(signal, 500, async () => {
      await untilFree();
      await useService(service, ledger);
    }),
    ...reviewers.map((reviewer) => repeatUntil(signal, 200, () => reviewOne(reviewer, ledger))),
    repeatUntil(signal, 5000, () => retryFailed(desks[0], ledger)),
  ]);
}

/** @returns a wait until not too much is under way, or the signal */
function watchBacklog({ database }: Cluster, signal: AbortSignal): () => Promise<void> {
  let underWay = 0;
  void repeatUntil(signal, 1000, async () => {
    const [row] = await database.query<{ count: number }>(
      `select (select count(*) from desk.documents where state in ('received', 'indexing', 'extracting'))::int
        + (select count(*) from service.jobs where status in ('pending', 'processing'))::int as count`,
    );
    underWay = row?.count ?? 0;
  });
  return async () => {
    while (underWay > MOST_UNDER_WAY && !signal.aborted) await sleep(500);
  };
}

async function dropFile(desk: DeskClient, schemaId: string, ledger: CampaignLedger): Promise<void> {
  const bytes = makeInvoiceText();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const id = randomUUID();
  ledger.sent.desk.set(sha256, id);
  const answer = await insist(() => desk.upload<DeskDocument>('campaign.txt', bytes, schemaId, id));
  if (answer?.status !== 201) {
    if (answer) ledger.surprises.push(`an upload was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return;
  }
  ledger.uploads.set(id, sha256);
  ledger.counts.uploads += 1;
  if (answer.body.id !== id) ledger.surprises.push(`the upload ${id} became ${answer.body.id}`);
}

async function useService(service: ServiceClient, ledger: CampaignLedger): Promise<void> {
  const bytes = makeInvoiceText();
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const key = randomUUID();
  ledger.sent.service.set(sha256, key);
  const document = await insist(() => service.upload('direct.txt', bytes, key));
  if (document?.status !== 201) {
    if (document) ledger.surprises.push(`POST /v1/documents answered ${document.status}: ${JSON.stringify(document.body)}`);
    return;
  }
  ledger.serviceDocuments.set(document.body.id, sha256);
  const body = { document_id: document.body.id, schema_id: service.schemaId };
  const job = await insist(() => service.post<{ id: string }>('/v1/extractions/jobs', body, `${key}-job`));
  if (job?.status !== 201) {
    if (job) ledger.surprises.push(`POST /v1/extractions/jobs answered ${job.status}: ${JSON.stringify(job.body)}`);
    return;
  }
  ledger.serviceJobs.add(job.body.id);
  ledger.counts.jobs += 1;
}
