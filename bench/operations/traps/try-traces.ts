import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DeskDocument, DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import { type CollectedSpan, startCollector } from '#lib/platform/testing/start-collector.ts';
import { ACCOUNT } from '../../product/account.ts';
import { createDeskClient, type DeskClient } from '../../product/desk-client.ts';
import { require } from '../../product/run-checks.ts';
import { findPort, type Product, startProduct } from '../../product/start-product.ts';
import { environment, newDataDir } from './trap-setup.ts';

const LIMIT_MS = 120_000;
const NAME = 'secret-name-of-a-file.pdf';
/** Given by a caller whom nothing makes trustworthy. */
const STRANGER = '0af7651916cd43dd8448eb211c80319c';

/**
 * What one upload is made of, each as program, name, and the same of what it is part of. Runs that come later are not
 * waited for.
 */
const EXPECTED: [program: string, name: string, above: [program: string, name: string] | null][] = [
  ['web', 'POST /api/documents', null],
  ['web', 'store upload', ['web', 'POST /api/documents']],
  ['web', 'POST /v1/documents', ['web', 'POST /api/documents']],
  ['service', 'POST /v1/documents', ['web', 'POST /v1/documents']],
  ['service', 'store upload', ['service', 'POST /v1/documents']],
  ['service', 'send service.index', ['service', 'POST /v1/documents']],
  ['service-worker', 'process service.index', ['service', 'send service.index']],
  ['service-worker', 'run reading-child', ['service-worker', 'process service.index']],
  ['web', 'send desk-follow', ['web', 'POST /api/documents']],
  ['desk-worker', 'process desk-follow', ['web', 'send desk-follow']],
  ['desk-worker', 'GET /v1/documents/{id}', ['desk-worker', 'process desk-follow']],
  ['desk-worker', 'POST /v1/extractions/jobs', ['desk-worker', 'process desk-follow']],
  ['service', 'POST /v1/extractions/jobs', ['desk-worker', 'POST /v1/extractions/jobs']],
  ['service', 'send service.job', ['service', 'POST /v1/extractions/jobs']],
  ['service-worker', 'process service.job', ['service', 'send service.job']],
  ['service-worker', 'run service-extraction-child', ['service-worker', 'process service.job']],
  ['desk-worker', 'GET /v1/extractions/jobs/{id}', ['desk-worker', 'process desk-follow']],
  ['desk-worker', 'store answer', ['desk-worker', 'process desk-follow']],
];

/** One upload is one trace through all programs, with nothing of the file or the person in it. */
export async function tryTraces(): Promise<void> {
  const collector = await startCollector();
  const product = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key' });
  const id = await extract(product, { traceparent: `00-${STRANGER}-b7ad6b7169203331-01` });
  const limit = Date.now() + LIMIT_MS;
  for (;;) {
    const begin = collector.spans.find(({ attributes }) => attributes['countersign.document.id'] === id);
    const trace = collector.spans.filter(({ traceId }) => traceId === begin?.traceId);
    const lacking = EXPECTED.filter((expected) => !trace.some((span) => isSpan(span, expected, trace)));
    if (lacking.length === 0) break;
    require(Date.now() < limit, `These spans are not there: ${JSON.stringify(lacking)} in ${JSON.stringify(trace, null, 1)}`);
    await sleep(100);
  }
  require((await product.stop()) === 0, `It did not end well: ${product.output()}`);
  collector.close();
  const { spans } = collector;
  const orphans = spans.filter(({ parentId }) => parentId !== null && !spans.some(({ spanId }) => spanId === parentId));
  require(orphans.length === 0, `These are part of nothing: ${JSON.stringify(orphans)}`);
  const polls = spans.filter(({ name, parentId }) => name.startsWith('GET') && parentId === null);
  require(polls.length === 0, `Reads were recorded: ${polls.map(({ name }) => name).join(', ')}`);
  require(spans.every(({ scope }) => scope === 'countersign'), 'A library recorded spans of its own.');
  require(spans.every(({ traceId }) => traceId !== STRANGER), 'A stranger chose the trace.');
  require(collector.headers.every((headers) => headers['x-collector-key'] === 'a key'), 'A request to the collector came without the key.');
  for (const text of [NAME, ACCOUNT.name, ACCOUNT.email, 'a key', product.dataDir])
    require(!collector.text().includes(text), `The traces hold “${text}”.`);
}

/** Without a collector's address nothing is sent, whatever else is set; with one that is away, that is all that is noticed. */
export async function tryWithoutCollector(): Promise<void> {
  const collector = await startCollector();
  const off = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true', OTEL_SERVICE_NAME: 'desk' });
  await extract(off);
  require((await off.stop()) === 0, `It did not end well: ${off.output()}`);
  require(collector.headers.length === 0, 'Something was sent to the collector.');
  collector.close();

  const away = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_TIMEOUT: '1000' });
  for (let times = 0; times < 3; times += 1) await extract(away);
  await sleep(5_000);
  const began = performance.now();
  require((await away.stop()) === 0, `It did not end well: ${away.output()}`);
  const took = performance.now() - began;
  require(took < 10_000, `Ending took ${Math.round(took)} ms.`);
  const said = away.output().match(/the collector of traces does not take spans/g)?.length ?? 0;
  require(said >= 1 && said <= 4, `It was said ${said} times by four programs: ${away.output()}`);
}

const start = async (traces: Record<string, string>): Promise<Product> =>
  startProduct({ dataDir: newDataDir(), port: await findPort(), environment: { ...environment, ...traces } });

/** Has a file extracted as a person does; its id at the desk. */
async function extract(product: Product, headers: Record<string, string> = {}): Promise<string> {
  const desk = createDeskClient(product.url);
  await desk.enter();
  const schemas = await desk.get<{ items: { id: string }[] }>('/api/schemas');
  const { body } = await upload(desk, schemas.body.items[0]?.id ?? '', headers);
  for (const limit = Date.now() + LIMIT_MS; ; await sleep(100)) {
    const { document } = (await desk.get<DeskDocumentDetail>(`/api/documents/${body.id}`)).body;
    if (document.state === 'to_review') return document.id;
    require(document.state !== 'failed' && Date.now() < limit, `It is ${document.state}: ${JSON.stringify(document)}`);
  }
}

async function upload(desk: DeskClient, schemaId: string, headers: Record<string, string>): Promise<{ body: DeskDocument }> {
  // another content each time: a known one need not be read
  const file = Buffer.concat([readFileSync('samples/invoice-english.pdf'), Buffer.from(`\n%${crypto.randomUUID()}`)]);
  const answer = await fetch(`${desk.url}/api/documents?name=${NAME}&schema_id=${schemaId}`, {
    method: 'POST',
    body: file,
    headers: { origin: desk.url, cookie: desk.cookie(), 'content-type': 'application/octet-stream', ...headers },
  });
  const body = (await answer.json()) as DeskDocument;
  require(answer.status === 201, `The upload answered ${answer.status}: ${JSON.stringify(body)}`);
  return { body };
}

function isSpan(span: CollectedSpan, [program, name, above]: (typeof EXPECTED)[number], trace: CollectedSpan[]): boolean {
  if (span.program !== `countersign-${program}` || span.name !== name) return false;
  const parent = trace.find(({ spanId }) => spanId === span.parentId);
  return above === null ? span.parentId === null : parent?.program === `countersign-${above[0]}` && parent.name === above[1];
}
