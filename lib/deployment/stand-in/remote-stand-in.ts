import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createFaults, type Faults } from './create-faults.ts';
import { type Control, controlSchema, type Fault } from './faults.ts';
import { documentOf, jobOf, type Stored, type StoredJob, stateAfter, summaryOf } from './records.ts';
import { createRequestLog, type LoggedRequest } from './request-log.ts';
import { json, type Outcome, refuseMore, respond } from './respond.ts';

export type StandInState = {
  documents: { id: string; name: string }[];
  jobs: { id: string; document: string; kind: string }[];
  /** Method, path with ids taken out, how often. */
  requests: Record<string, number>;
  log: LoggedRequest[];
  /** The most requests that came within ten seconds. */
  peak: number;
};
export type RemoteStandIn = { url: string; close: () => Promise<void> };

type StandIn = Faults & {
  documents: Map<string, Stored>;
  jobs: Map<string, StoredJob>;
  requests: ReturnType<typeof createRequestLog>;
  makeId: () => string;
};
/** A request whose key is right. `shown`: method and path with `{id}` for the id. */
type Asked = { request: IncomingMessage; response: ServerResponse; shown: string; id: string; logged: LoggedRequest };

const ID_IN_PATH = /^((?:\/v1)?\/(?:documents|extractions\/jobs|summaries\/jobs)\/)([^/]+)/;

/**
 * A deployment of the service as others might run it, over HTTP, holding everything in memory: the shown endpoints only,
 * no idempotency keys, behaviour as `controlSchema` has it, faults by rules. Driven by `PUT /control`, looked into by `GET /control`.
 */
export async function startRemoteStandIn(options: { port?: number; apiKey: string; control?: Control }): Promise<RemoteStandIn> {
  const faults = createFaults(options.apiKey, options.control);
  let made = 0;
  const standIn: StandIn = {
    ...faults,
    documents: new Map(),
    jobs: new Map(),
    requests: createRequestLog(),
    makeId() {
      made += 1;
      const { ids } = faults.settings;
      return ids === 'number' ? `${made}` : ids === 'slash' ? `in/${new Date().getFullYear()}/${made}` : randomUUID();
    },
  };
  const server = createServer((request, response) => {
    handle(standIn, request, response).catch(() => response.destroy());
  });
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

async function handle(standIn: StandIn, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { settings, requests } = standIn;
  const path = (request.url ?? '').split('?')[0] ?? '';
  if (path === '/control') {
    if (request.method === 'PUT') standIn.change(controlSchema.parse(JSON.parse(await readAll(request))));
    return json(response, 200, describeState(standIn));
  }
  const id = /\/jobs$/.test(path) ? undefined : ID_IN_PATH.exec(path)?.[2];
  const shown = `${request.method} ${id === undefined ? path : path.replace(ID_IN_PATH, '$1{id}')}`;
  const [method = '', shownPath = ''] = shown.split(' ');
  const logged = requests.add({ method, path: shownPath, status: 0, user_agent: request.headers['user-agent'] ?? '' });
  response.once('close', () => {
    logged.status = response.headersSent ? response.statusCode : 0;
  });
  const waitMs = requests.take(settings.limit_per_minute);
  if (waitMs > 0) {
    request.resume();
    return refuseMore(response, waitMs, settings);
  }
  if (request.headers.authorization !== `Bearer ${settings.api_key}`) {
    request.resume();
    return json(response, 401, { message: 'unknown key' });
  }
  const asked: Asked = { request, response, shown, id: decodeURIComponent(id ?? ''), logged };
  if (shown === 'POST /v1/documents') return upload(standIn, asked);
  if (request.method === 'GET') return look(standIn, asked);
  return createWork(standIn, asked, await readAll(request));
}

/** GET of a document or a job. */
function look({ documents, jobs, settings, faultFor }: StandIn, { response, shown, id }: Asked): Promise<void> | void {
  const reply = (fault: Fault | null, at: number, body: () => unknown) =>
    respond(response, fault, settings, () =>
      Date.now() - at < settings.lag_ms ? { status: 404, body: { message: 'no such thing' } } : { status: 200, body: body() },
    );
  const document = documents.get(id);
  if (shown === 'GET /v1/documents/{id}' && document) {
    const fault = faultFor('document', document.name);
    const state = stateAfter(Date.now() - document.at, settings.index_ms, settings.completed.document, fault);
    return reply(fault, document.at, () => documentOf(document, state, settings));
  }
  const job = jobs.get(id);
  if (/^GET \/v1\/(extractions|summaries)\/jobs\/\{id\}$/.test(shown) && job) {
    const of = documents.get(job.documentId)!;
    const fault = faultFor(job.kind === 'summary' ? 'summary' : 'job', of.name);
    const state = stateAfter(Date.now() - job.at, settings.job_ms, settings.completed.job, fault);
    return reply(fault, job.at, () => jobOf(job, of, state, settings));
  }
  json(response, 404, { message: `nothing at ${shown}` });
}

/** POST of a job, or of a summary at the deprecated endpoint. */
function createWork(standIn: StandIn, { response, shown, id, logged }: Asked, body: string): Promise<void> | void {
  const { documents, jobs, settings, faultFor, makeId } = standIn;
  const document = documents.get(id);
  if (/^POST (\/v1)?\/documents\/\{id\}\/summaries$/.test(shown) && document)
    return respond(response, faultFor('summary', document.name), settings, () => ({ status: 201, body: { summary: summaryOf(document) } }));
  const kind = shown === 'POST /v1/summaries/jobs' ? 'summary' : shown === 'POST /v1/extractions/jobs' ? 'extraction' : null;
  if (!kind) return json(response, 404, { message: `nothing at ${shown}` });
  const asked = JSON.parse(body) as { document_id?: string; schema_id?: string };
  logged.schema_id = asked.schema_id;
  const of = documents.get(asked.document_id ?? '');
  if (!of) return json(response, 404, { error: { message: 'no such document' } });
  return respond(response, faultFor(kind === 'summary' ? 'summary' : 'create_job', of.name), settings, () => {
    const refusal = refuseJob(standIn, of, kind === 'extraction' ? (asked.schema_id ?? '') : null);
    if (refusal) return refusal;
    const made: StoredJob = { id: makeId(), documentId: of.id, kind, schemaId: asked.schema_id ?? '', at: Date.now() };
    jobs.set(made.id, made);
    const path = `${shown.slice('POST '.length)}/${encodeURIComponent(made.id)}`;
    return { status: 200, body: jobOf(made, of, 'pending', settings), made: { id: made.id, path } };
  });
}

/** @param schemaId null = the job needs none */
function refuseJob({ settings }: StandIn, document: Stored, schemaId: string | null): Outcome | null {
  const isIndexing = Date.now() - document.at <= settings.index_ms;
  if (isIndexing && settings.job_while_indexing !== 'taken')
    return { status: Number(settings.job_while_indexing), body: { message: 'the document is not indexed yet' } };
  if (schemaId === '') return { status: 422, body: { errors: ['schema_id is missing'] } };
  if (schemaId !== null && settings.schemas && !settings.schemas.includes(schemaId))
    return { status: Number(settings.unknown_schema), body: { error: { message: `unknown schema ${schemaId}` } } };
  return null;
}

async function upload({ documents, settings, faultFor, makeId }: StandIn, { request, response, logged }: Asked): Promise<void> {
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
  logged.metadata = /name="metadata"\r\n[\s\S]*?\r\n([^\r]*)\r\n--/.exec(body)?.[1];
  await respond(response, fault, settings, () => {
    const document: Stored = {
      id: makeId(),
      name: part[1] ?? '',
      text: part[2] ?? '',
      created: new Date().toISOString(),
      at: Date.now(),
    };
    documents.set(document.id, document);
    const path = `/v1/documents/${encodeURIComponent(document.id)}`;
    return { status: 201, body: documentOf(document, 'pending', settings), made: { id: document.id, path } };
  });
}

function describeState({ documents, jobs, requests }: StandIn): StandInState {
  const counts: Record<string, number> = {};
  for (const { method, path } of requests.log) counts[`${method} ${path}`] = (counts[`${method} ${path}`] ?? 0) + 1;
  return {
    documents: [...documents.values()].map(({ id, name }) => ({ id, name })),
    jobs: [...jobs.values()].map(({ id, documentId, kind }) => ({ id, kind, document: documents.get(documentId)?.name ?? '' })),
    requests: counts,
    log: requests.log,
    peak: requests.peak(),
  };
}

async function readAll(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
