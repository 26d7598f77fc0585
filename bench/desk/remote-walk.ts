// npm run walk:remote: two instances of the built product, the embedded service of the first being the "remote" deployment of
// the second. Prints what it did; ends with 1 when something is not as it should be.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Deployment, DeskSummary } from '#lib/contract/desk/deployment.ts';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { createDeskClient } from '../product/desk-client.ts';
import { findPort, startProduct } from '../product/start-product.ts';

const KEY = 'key-of-the-first-instance-0f8e2d7c61';
const SAMPLE = 'invoice-english.pdf';
const folders = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), 'countersign-walk-')));
let faults = 0;

function say(what: string, isRight: boolean): void {
  if (!isRight) faults += 1;
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}`);
}

const servicePort = await findPort();
const first = await startProduct({
  dataDir: folders[0]!,
  port: await findPort(),
  environment: { COUNTERSIGN_API_KEY: KEY, COUNTERSIGN_SERVICE_PORT: String(servicePort) },
});
const second = await startProduct({ dataDir: folders[1]!, port: await findPort() });
try {
  const desk = createDeskClient(second.url);
  await desk.enter();
  const wrong = await desk.post<{ code: string }>('/api/deployments', { name: 'First', base_url: first.url, api_key: 'wrong' });
  say(`a wrong key is refused with ${wrong.body.code}`, wrong.body.code === 'deployment_unverified');
  const { body: remote } = await desk.post<Deployment>('/api/deployments', {
    name: 'First instance',
    base_url: `${first.url}/v1`,
    api_key: KEY,
  });
  say(
    `connected: ${remote.verdict?.verdict}, announces itself as ours: ${remote.verdict?.ours}`,
    remote.verdict?.verdict === 'ok' && remote.verdict.ours,
  );
  const { body: schemas } = await desk.get<{ items: { id: string; name: string }[] }>('/api/schemas');
  const schemaId = schemas.items.find(({ name }) => name === 'Invoice')?.id ?? '';
  const bytes = readFileSync(path.resolve('samples', SAMPLE));
  const sent = await fetch(`${second.url}/api/documents?name=${SAMPLE}&schema_id=${schemaId}&deployment_id=${remote.id}`, {
    method: 'POST',
    body: bytes,
    headers: { origin: second.url, cookie: desk.cookie(), 'content-type': 'application/pdf' },
  });
  const { id } = (await sent.json()) as DeskDocument;
  const startedAt = Date.now();
  const detail = await until(
    async () => (await desk.get<DeskDocumentDetail>(`/api/documents/${id}`)).body,
    ({ document }) => ['to_review', 'failed'].includes(document.state),
  );
  say(
    `${SAMPLE} is ${detail.document.state} after ${Date.now() - startedAt} ms, read by “${detail.deployment?.name}”`,
    detail.document.state === 'to_review',
  );
  const truth = (JSON.parse(readFileSync(path.resolve('samples/truth.json'), 'utf8')) as Record<string, Record<string, unknown>>)[SAMPLE];
  const number = detail.fields?.invoice_number as { value?: unknown; evidence?: { page: number }[] } | undefined;
  say(
    `invoice number ${String(number?.value)} with evidence on page ${number?.evidence?.[0]?.page}`,
    number?.value === truth?.invoice_number && number?.evidence?.length === 1,
  );
  for (const endpoint of ['job', 'deprecated']) {
    await desk.post(`/api/documents/${id}/summary`, { endpoint });
    const { summary } = await until(
      async () => (await desk.get<{ summary: DeskSummary | null }>(`/api/documents/${id}/summary`)).body,
      (answer) => ['completed', 'failed'].includes(answer.summary?.state ?? ''),
    );
    const placed = summary?.sentences.filter(({ evidence }) => evidence.length > 0).length ?? 0;
    say(
      `summary by ${endpoint}: ${summary?.state}, ${placed} of ${summary?.sentences.length} sentences with their places`,
      summary?.state === 'completed',
    );
  }
  const outputs = await Promise.all(
    ['/api/deployments', '/api/audit', `/api/documents/${id}/answer`, `/api/documents/${id}/export?format=json&values=both`].map(
      async (where) => JSON.stringify((await desk.get(where)).body),
    ),
  );
  say('the key is in no answer, export or log of the second instance', ![...outputs, second.output()].some((text) => text.includes(KEY)));
  const { body: deployments } = await desk.get<{ items: Deployment[] }>('/api/deployments');
  say(
    `the second instance counts ${deployments.items.find((one) => one.id === remote.id)?.documents.total} document at the first`,
    deployments.items.find((one) => one.id === remote.id)?.documents.total === 1,
  );
} finally {
  await Promise.all([first.stop(), second.stop()]);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}
process.exitCode = faults > 0 ? 1 : 0;

async function until<T>(ask: () => Promise<T>, isDone: (value: T) => boolean): Promise<T> {
  for (const end = Date.now() + 120_000; ; await sleep(300)) {
    const value = await ask();
    if (isDone(value) || Date.now() > end) return value;
  }
}
