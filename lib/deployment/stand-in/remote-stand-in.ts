import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaults } from './create-faults.ts';
import { type Control, controlSchema, type Fault, type Shape } from './faults.ts';
import { json, respond } from './respond.ts';
import { readFields, shapeJob } from './shape-job.ts';

type Stored = { id: string; name: string; text: string; created: string; at: number };
type StoredJob = { id: string; documentId: string; kind: 'extraction' | 'summary'; schemaId: string; at: number };
export type StandInState = {
  documents: { id: string; name: string }[];
  jobs: { id: string; document: string; kind: string }[];
  /** Method, path with ids taken out, how often. */
  requests: Record<string, number>;
};
export type RemoteStandIn = { url: string; close: () => Promise<void> };

const UUID_IN_PATH = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * A deployment of the service as others might run it, over HTTP, holding everything in memory: the shown endpoints only,
 * no idempotency keys, answers of a chosen shape, faults by rules. Driven by `PUT /control`, looked into by `GET /control`.
 */
export async function startRemoteStandIn(options: { port?: number; apiKey: string; control?: Control }): Promise<RemoteStandIn> {
  const documents = new Map<string, Stored>();
  const jobs = new Map<string, StoredJob>();
  const requests: Record<string, number> = {};
  const { settings, change, faultFor } = createFaults(options.apiKey, options.control);
  const stateOf = (at: number, fault: Fault | null) => stateAfter(Date.now() - at, settings.work_ms, fault);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? '').split('?')[0] ?? '';
    if (path === '/control') return control(request, response);
    const shown = `${request.method} ${path.replace(UUID_IN_PATH, '{id}')}`;
    requests[shown] = (requests[shown] ?? 0) + 1;
    if (request.headers.authorization !== `Bearer ${settings.api_key}`) {
      request.resume();
      return json(response, 401, { message: 'unknown key' });
    }
    if (shown === 'POST /v1/documents') return upload(request, response);
    const body = request.method === 'POST' ? await readAll(request) : '';
    const id = path.match(UUID_IN_PATH)?.[0] ?? '';
    const document = documents.get(id);
    const job = jobs.get(id);
    if (shown === 'GET /v1/documents/{id}' && document) {
      const fault = faultFor('document', document.name);
      return respond(response, fault, settings.slow_ms, () => ({ status: 200, body: documentOf(document, stateOf(document.at, fault)) }));
    }
    if (shown === 'POST /v1/extractions/jobs' || shown === 'POST /v1/summaries/jobs') {
      const kind = shown.includes('summaries') ? 'summary' : 'extraction';
      const asked = JSON.parse(body) as { document_id?: string; schema_id?: string };
      const of = documents.get(asked.document_id ?? '');
      if (!of) return json(response, 404, { error: { message: 'no such document' } });
      if (kind === 'extraction' && !asked.schema_id) return json(response, 422, { errors: ['schema_id is missing'] });
      return respond(response, faultFor(kind === 'summary' ? 'summary' : 'create_job', of.name), settings.slow_ms, () => {
        const made: StoredJob = { id: randomUUID(), documentId: of.id, kind, schemaId: asked.schema_id ?? '', at: Date.now() };
        jobs.set(made.id, made);
        return { status: 200, body: { id: made.id, status: 'pending' } };
      });
    }
    if (/^GET \/v1\/(extractions|summaries)\/jobs\/\{id\}$/.test(shown) && job) {
      const of = documents.get(job.documentId)!;
      const fault = faultFor(job.kind === 'summary' ? 'summary' : 'job', of.name);
      return respond(response, fault, settings.slow_ms, () => ({
        status: 200,
        body: jobOf(job, of, stateOf(job.at, fault), settings.shape),
      }));
    }
    if (/^POST (\/v1)?\/documents\/\{id\}\/summaries$/.test(shown) && document) {
      return respond(response, faultFor('summary', document.name), settings.slow_ms, () => ({
        status: 201,
        body: { summary: summaryOf(document) },
      }));
    }
    json(response, 404, { message: `nothing at ${shown}` });
  }

  async function upload(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    let fault: Fault | null = null;
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
      if (chunks.length > 1) continue;
      fault = faultFor('upload', /filename="([^"]*)"/.exec((chunk as Buffer).toString('utf8'))?.[1] ?? '');
      if (fault === 'reset') return void request.socket.resetAndDestroy();
    }
    const body = Buffer.concat(chunks).toString('utf8');
    const part = /name="file"; filename="([^"]*)"\r\n[\s\S]*?\r\n\r\n([\s\S]*)\r\n--/.exec(body);
    if (!part) return json(response, 422, { message: 'no file' });
    await respond(response, fault, settings.slow_ms, () => {
      const document: Stored = {
        id: randomUUID(),
        name: part[1] ?? '',
        text: part[2] ?? '',
        created: new Date().toISOString(),
        at: Date.now(),
      };
      documents.set(document.id, document);
      return { status: 201, body: documentOf(document, 'pending') };
    });
  }

  async function control(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method === 'PUT') change(controlSchema.parse(JSON.parse(await readAll(request))));
    json(response, 200, describeState(documents, [...jobs.values()], requests));
  }

  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function describeState(documents: ReadonlyMap<string, Stored>, jobs: StoredJob[], requests: Record<string, number>): StandInState {
  return {
    documents: [...documents.values()].map(({ id, name }) => ({ id, name })),
    jobs: jobs.map(({ id, documentId, kind }) => ({ id, kind, document: documents.get(documentId)?.name ?? '' })),
    requests,
  };
}

function jobOf(job: StoredJob, document: Stored, status: string, shape: Shape): unknown {
  const record = { id: job.id, document_id: document.id, schema_id: job.schemaId, status };
  if (status !== 'completed') return status === 'failed' ? { ...record, error: 'the model gave up' } : record;
  if (job.kind === 'summary') return { ...record, result: { summary: summaryOf(document) } };
  return shapeJob(record, readFields(document.text), shape);
}

/** The state of work that began so many milliseconds ago. */
function stateAfter(ms: number, workMs: number, fault: Fault | null): string {
  if (fault === 'never_settles') return 'processing';
  if (fault === 'odd_state') return 'warming-up';
  if (fault === 'fails') return 'failed';
  return ms > workMs ? 'completed' : ms > workMs / 2 ? 'processing' : 'pending';
}

function documentOf(document: Stored, status: string): unknown {
  return {
    type: 'document',
    id: document.id,
    name: document.name,
    status,
    page_count: status === 'completed' ? 1 : null,
    created_at: document.created,
  };
}

/** Whole sentences of the text: the first two and the last. */
function summaryOf({ text }: Stored): string {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[.!?]$/.test(sentence) && sentence.split(' ').length > 2);
  return [...new Set([...sentences.slice(0, 2), ...sentences.slice(-1)])].join(' ') || 'A short text without sentences.';
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
