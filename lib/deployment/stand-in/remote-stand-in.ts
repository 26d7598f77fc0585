import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Control, controlSchema, type Fault, type Phase, type Rule } from './faults.ts';
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

/** The clock of `retry_after_other_clock` runs so far ahead. */
const AHEAD_MS = 26 * 60 * 60_000;
const UUID_IN_PATH = /[0-9a-f]{8}-[0-9a-f-]{27}/g;

/**
 * A deployment of the service as others might run it, over HTTP, holding everything in memory: the shown endpoints only,
 * no idempotency keys, answers of a chosen shape, faults by rules. Driven by `PUT /control`, looked into by `GET /control`.
 */
export async function startRemoteStandIn(options: { port?: number; apiKey: string; control?: Control }): Promise<RemoteStandIn> {
  const documents = new Map<string, Stored>();
  const jobs = new Map<string, StoredJob>();
  const requests: Record<string, number> = {};
  const settings = { shape: 'honest' as NonNullable<Control['shape']>, api_key: options.apiKey, work_ms: 150, slow_ms: 3_000 };
  let rules: (Rule & { done: number })[] = [];
  const take = (control: Control) => {
    const { rules: next, ...rest } = control;
    Object.assign(settings, rest);
    if (next) rules = next.map((rule) => ({ ...rule, done: 0 }));
  };
  take(options.control ?? {});

  /** The fault meant for this request, counted. */
  const faultFor = (phase: Phase, name: string): Fault | null => {
    const rule = rules.find((one) => one.phase === phase && name.includes(one.name) && (one.times === 0 || one.done < one.times));
    if (!rule) return null;
    rule.done += 1;
    return rule.fault;
  };
  /** Answers, unless a fault comes before or after the work. `work` gives status and body. */
  async function answer(response: ServerResponse, fault: Fault | null, work: () => { status: number; body: unknown }): Promise<void> {
    if (fault === 'slow') await sleep(settings.slow_ms);
    if (fault === 'reset') return void response.socket?.resetAndDestroy();
    const refusal = fault && refusalOf(fault);
    if (refusal) return void response.writeHead(refusal.status, refusal.headers).end(refusal.body);
    const { status, body } = work();
    if (fault === 'lost_answer') return void response.socket?.resetAndDestroy();
    if (fault === 'empty_answer') return void response.writeHead(status).end();
    if (fault === 'html_answer') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html><h1>Welcome</h1></html>');
    json(response, status, body);
  }

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
      return answer(response, fault, () => ({ status: 200, body: documentOf(document, stateOf(document.at, fault)) }));
    }
    if (shown === 'POST /v1/extractions/jobs' || shown === 'POST /v1/summaries/jobs') {
      const kind = shown.includes('summaries') ? 'summary' : 'extraction';
      const asked = JSON.parse(body) as { document_id?: string; schema_id?: string };
      const of = documents.get(asked.document_id ?? '');
      if (!of) return json(response, 404, { error: { message: 'no such document' } });
      if (kind === 'extraction' && !asked.schema_id) return json(response, 422, { errors: ['schema_id is missing'] });
      return answer(response, faultFor(kind === 'summary' ? 'summary' : 'create_job', of.name), () => {
        const made: StoredJob = { id: randomUUID(), documentId: of.id, kind, schemaId: asked.schema_id ?? '', at: Date.now() };
        jobs.set(made.id, made);
        return { status: 200, body: { id: made.id, status: 'pending' } };
      });
    }
    if (/^GET \/v1\/(extractions|summaries)\/jobs\/\{id\}$/.test(shown) && job) {
      const of = documents.get(job.documentId)!;
      const fault = faultFor(job.kind === 'summary' ? 'summary' : 'job', of.name);
      return answer(response, fault, () => ({ status: 200, body: jobOf(job, of, stateOf(job.at, fault)) }));
    }
    if (/^POST (\/v1)?\/documents\/\{id\}\/summaries$/.test(shown) && document) {
      return answer(response, faultFor('summary', document.name), () => ({ status: 201, body: { summary: summaryOf(document) } }));
    }
    json(response, 404, { message: `nothing at ${shown}` });
  }

  function jobOf(job: StoredJob, document: Stored, status: string): unknown {
    const record = { id: job.id, document_id: document.id, schema_id: job.schemaId, status };
    if (status !== 'completed') return status === 'failed' ? { ...record, error: 'the model gave up' } : record;
    if (job.kind === 'summary') return { ...record, result: { summary: summaryOf(document) } };
    return shapeJob(record, readFields(document.text), settings.shape);
  }

  function stateOf(at: number, fault: Fault | null): string {
    if (fault === 'never_settles') return 'processing';
    if (fault === 'odd_state') return 'warming-up';
    if (fault === 'fails') return 'failed';
    return Date.now() - at > settings.work_ms ? 'completed' : Date.now() - at > settings.work_ms / 2 ? 'processing' : 'pending';
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
    await answer(response, fault, () => {
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
    if (request.method === 'PUT') take(controlSchema.parse(JSON.parse(await readAll(request))));
    const state: StandInState = {
      documents: [...documents.values()].map(({ id, name }) => ({ id, name })),
      jobs: [...jobs.values()].map(({ id, documentId, kind }) => ({ id, kind, document: documents.get(documentId)?.name ?? '' })),
      requests,
    };
    json(response, 200, state);
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

function refusalOf(fault: Fault): { status: number; headers: Record<string, string>; body: string } | null {
  const plain = { 'content-type': 'application/json' };
  const ahead = Date.now() + AHEAD_MS;
  switch (fault) {
    case 'too_many':
      return { status: 429, headers: plain, body: '{"message":"slow down"}' };
    case 'too_many_retry_after':
      return { status: 429, headers: { ...plain, 'retry-after': '1' }, body: '{"message":"slow down"}' };
    case 'retry_after_other_clock':
      return {
        status: 429,
        headers: { ...plain, date: new Date(ahead).toUTCString(), 'retry-after': new Date(ahead + 1_000).toUTCString() },
        body: '{"message":"slow down"}',
      };
    case 'server_error':
      return { status: 500, headers: plain, body: '{"error":{"detail":"out of luck"}}' };
    case 'server_error_html':
      return { status: 502, headers: { 'content-type': 'text/html' }, body: '<html><title>Bad gateway</title></html>' };
    case 'unavailable_empty':
      return { status: 503, headers: {}, body: '' };
    case 'refused_key':
      return { status: 401, headers: plain, body: '{"message":"key revoked"}' };
    default:
      return null;
  }
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
