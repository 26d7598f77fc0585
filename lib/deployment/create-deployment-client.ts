import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import type { DocumentClass } from '#lib/contract/service/classification-job.ts';
import type { Schema, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { withTrace } from '#lib/platform/http/trace-call.ts';
import { type Answer, type Call, type CallLimits, type Connection, call, DEFAULT_LIMITS } from './call.ts';
import { checkDeployment, type Verdict } from './check-deployment.ts';
import { DeploymentError } from './deployment-error.ts';
import { createExampleCalls, type ExampleCalls } from './example-calls.ts';
import { NO_PACE, type Pace } from './pace.ts';
import { findBareId, type RemoteDocument, type RemoteJob, readDocumentAnswer, readJobRecord } from './read-record.ts';
import { takeTurn } from './take-turn.ts';
import { type Hearing, ourHeaders, type SubmitOptions, uploadFile } from './upload-file.ts';

type CallOptions = { signal?: AbortSignal | undefined };
/** `submitter`: see `SubmitOptions`. */
type JobOptions = CallOptions & { submitter?: string | undefined };

/**
 * Talks to one deployment of the service, whoever runs it. Every method throws `DeploymentError` (a `ProblemError`).
 * Only calls that the interface shows are made, unless the deployment announces itself as ours.
 */
export type DeploymentClient = ExampleCalls & {
  /**
   * Streams a file, never twice: repeat it yourself with the same key and a new stream. `body` is destroyed on failure.
   * An outage that `body` fails with is thrown as it is.
   */
  submitDocument: (body: Readable, options: SubmitOptions) => Promise<RemoteDocument>;
  getDocument: (id: string, options?: CallOptions) => Promise<RemoteDocument>;
  createExtractionJob: (
    job: { documentId: string; schemaId: string; idempotencyKey?: string | undefined },
    options?: JobOptions,
  ) => Promise<RemoteJob>;
  getExtractionJob: (id: string, options?: CallOptions) => Promise<RemoteJob>;
  /** Has a draft of a schema extracted that is not saved; `getExtractionJob` follows it. @throws DeploymentError `method_not_allowed` unless the deployment is ours and knows drafts */
  createPreviewJob: (job: { documentId: string; schemaId: string; draft: SchemaDraft }, options?: JobOptions) => Promise<RemoteJob>;
  /** Cancels an extraction of a deployment of ours; one that is settled stays as it is. */
  cancelExtractionJob: (id: string, options?: CallOptions) => Promise<void>;
  /** Asks which of the classes a document belongs to. @throws DeploymentError `method_not_allowed` unless the deployment is ours: the interface shows no such job */
  createClassificationJob: (
    job: { documentId: string; classes: readonly DocumentClass[]; idempotencyKey: string },
    options?: JobOptions,
  ) => Promise<RemoteJob>;
  getClassificationJob: (id: string, options?: CallOptions) => Promise<RemoteJob>;
  /** Asks where documents begin in a file, and of which class each is. @throws DeploymentError `method_not_allowed` unless the deployment is ours */
  createSplittingJob: (
    job: { documentId: string; classes: readonly DocumentClass[]; idempotencyKey: string },
    options?: JobOptions,
  ) => Promise<RemoteJob>;
  getSplittingJob: (id: string, options?: CallOptions) => Promise<RemoteJob>;
  createSummaryJob: (job: { documentId: string; idempotencyKey?: string | undefined }, options?: JobOptions) => Promise<RemoteJob>;
  getSummaryJob: (id: string, options?: CallOptions) => Promise<RemoteJob>;
  /** The deprecated endpoint; with `block` it may take minutes and fail with `document_not_processed` (408). */
  createSummary: (documentId: string, options: { block: boolean; signal?: AbortSignal | undefined }) => Promise<RemoteJob>;
  /** True when the deployment announces itself as ours. Asks it once if nothing was heard from it yet. */
  isOurs: () => Promise<boolean>;
  /** Gives a deployment of ours a version of a schema under its own id (a UUID); null when the deployment is not ours. */
  saveSchema: (schema: Schema) => Promise<{ id: string; version: number } | null>;
  /** What a deployment of ours has of a file, newest first. @throws DeploymentError `method_not_allowed` for others */
  listDocumentsOfFile: (sha256: string, options?: CallOptions) => Promise<DocumentOfFile[]>;
  /** Removes a document from a deployment of ours. @throws DeploymentError `method_not_allowed` for others */
  removeDocument: (id: string) => Promise<void>;
  /** Tests address and key. Never throws. */
  check: () => Promise<Verdict>;
};

/**
 * @param options.baseUrl with or without `/v1` and slashes at the end
 * @param options.fetch for tests and special connections; default: the global one
 * @param options.pace when requests are made; default: at once
 */
export function createDeploymentClient(options: {
  baseUrl: string;
  apiKey: string;
  /** What people call it; absent = nothing yet. */
  name?: string;
  /** True when it is known beforehand that the deployment is ours. */
  ours?: boolean;
  /** Told once, when it is known whether the deployment is ours. */
  onHeard?: (isOurs: boolean) => void;
  fetch?: typeof fetch;
  pace?: Pace;
  limits?: Partial<CallLimits>;
}): DeploymentClient {
  const connection: Connection = {
    root: options.baseUrl.replace(/\/+$/, '').replace(/\/v1$/, ''),
    apiKey: options.apiKey,
    name: options.name === undefined ? undefined : `“${options.name}”`,
    fetch: options.fetch ?? fetch,
    pace: options.pace ?? NO_PACE,
    limits: { ...DEFAULT_LIMITS, ...options.limits },
  };
  const hearing: Hearing = { ours: options.ours ? true : null };
  const listening = listen(connection, hearing, options.onHeard);
  const ask = (request: Call): Promise<Answer> => call(listening, request);
  // an answer that is no JSON is told as it is
  const look = async (path: string, signal: AbortSignal | undefined) => {
    const { body, text } = await ask({ method: 'GET', path, signal });
    return body ?? (text === '' ? null : text);
  };
  const encode = encodeURIComponent;
  const isOurs = createIsOurs(hearing, ask);
  const requireOurs = async (what: string) => {
    if (await isOurs()) return;
    throw new DeploymentError('method_not_allowed', `This document service cannot ${what}.`, { trouble: 'refused' });
  };
  const post = (path: string, json: object, idempotencyKey: string | undefined, rest: Partial<Call> = {}) =>
    // others may not know the header: then a repeated POST would do the work twice
    ask({ method: 'POST', path, json, idempotencyKey, repeatable: idempotencyKey !== undefined && hearing.ours === true, ...rest });
  const postJob = (path: string, json: object, idempotencyKey: string | undefined, { signal, submitter }: JobOptions) =>
    post(path, json, idempotencyKey, { signal, headers: ourHeaders(hearing, submitter) });

  return {
    async submitDocument(body, submit) {
      const request = { method: 'POST', path: '/v1/documents', purpose: 'submit', signal: submit.signal } as const;
      const sending = takeTurn(listening, request, () => uploadFile(listening, hearing, body, submit));
      const answer = await sending.catch((error) => {
        body.destroy();
        throw error;
      });
      return understood(hearing, () => readDocumentAnswer(answer.body, findBareId(answer)));
    },
    getDocument: async (id, { signal } = {}) => readDocumentAnswer(await look(`/v1/documents/${encode(id)}`, signal), id),
    createExtractionJob: async ({ documentId, schemaId, idempotencyKey }, options = {}) => {
      const answer = await postJob('/v1/extractions/jobs', { document_id: documentId, schema_id: schemaId }, idempotencyKey, options);
      return understood(hearing, () => readJobRecord(answer.body, findBareId(answer)));
    },
    createPreviewJob: async ({ documentId, schemaId, draft }, options = {}) => {
      await requireOurs('extract with a draft');
      const json = { document_id: documentId, schema_id: schemaId, draft };
      const { body } = await postJob('/v1/extractions/jobs', json, undefined, options).catch(explainOldService);
      return readPreview(body);
    },
    async cancelExtractionJob(id, { signal } = {}) {
      await post(`/v1/extractions/jobs/${encode(id)}/cancel`, {}, undefined, { signal });
    },
    getExtractionJob: async (id, { signal } = {}) => readJobRecord(await look(`/v1/extractions/jobs/${encode(id)}`, signal), id),
    createClassificationJob: async ({ documentId, classes, idempotencyKey }, options = {}) => {
      await requireOurs('classify documents');
      const { body } = await postJob('/v1/classifications/jobs', { document_id: documentId, classes }, idempotencyKey, options);
      return understood(hearing, () => readJobRecord(body));
    },
    getClassificationJob: async (id, { signal } = {}) => readJobRecord(await look(`/v1/classifications/jobs/${encode(id)}`, signal), id),
    createSplittingJob: async ({ documentId, classes, idempotencyKey }, options = {}) => {
      await requireOurs('detect where documents begin');
      const { body } = await postJob('/v1/splittings/jobs', { document_id: documentId, classes }, idempotencyKey, options);
      return understood(hearing, () => readJobRecord(body));
    },
    getSplittingJob: async (id, { signal } = {}) => readJobRecord(await look(`/v1/splittings/jobs/${encode(id)}`, signal), id),
    createSummaryJob: async ({ documentId, idempotencyKey }, options = {}) => {
      const answer = await postJob('/v1/summaries/jobs', { document_id: documentId }, idempotencyKey, options);
      return understood(hearing, () => readJobRecord(answer.body, findBareId(answer)));
    },
    getSummaryJob: async (id, { signal } = {}) => readJobRecord(await look(`/v1/summaries/jobs/${encode(id)}`, signal), id),
    createSummary: async (documentId, { block, signal }) => {
      const path = `/v1/documents/${encode(documentId)}/summaries?block_until_completed=${block}`;
      const timeoutMs = block ? connection.limits.blockingMs : connection.limits.timeoutMs;
      const { body, text } = await post(path, { block_until_completed: block }, undefined, { signal, timeoutMs });
      // the answer may be the summary alone, without an id, or a plain text
      return readJobRecord(body ?? { summary: text }, documentId);
    },
    isOurs,
    ...createExampleCalls(ask, isOurs),
    async saveSchema(schema) {
      if (!(await isOurs())) return null;
      const { type: _type, id, version: _version, created_at: _created, updated_at: _updated, ...draft } = schema;
      const { body } = await ask({ method: 'PUT', path: `/v1/schemas/${encode(id)}`, json: draft });
      const saved = body as { id?: unknown; version?: unknown } | null;
      return { id: typeof saved?.id === 'string' ? saved.id : id, version: typeof saved?.version === 'number' ? saved.version : 1 };
    },
    listDocumentsOfFile: (sha256, { signal } = {}) => requireOurs('list documents').then(() => listDocumentsOfFile(ask, sha256, signal)),
    async removeDocument(id) {
      await requireOurs('remove documents');
      await ask({ method: 'DELETE', path: `/v1/documents/${encode(id)}` });
    },
    async check() {
      const verdict = await checkDeployment(listening);
      return { ...verdict, ours: hearing.ours ?? false };
    },
  };
}

const OLD_SERVICE = 'This document service is an earlier version, which cannot extract with a draft. Update it.';

/** An earlier version looks for the schema, which need not exist. */
function explainOldService(error: unknown): never {
  const isOld = error instanceof DeploymentError && error.code === 'not_found' && /schema/i.test(error.said);
  throw isOld ? new DeploymentError('method_not_allowed', OLD_SERVICE, { trouble: 'refused', cause: error }) : error;
}

/** @throws DeploymentError `method_not_allowed` for the job of an earlier version, which overlooks drafts */
function readPreview(body: unknown): RemoteJob {
  if ((body as { preview?: unknown } | null)?.preview) return readJobRecord(body);
  throw new DeploymentError('method_not_allowed', OLD_SERVICE, { trouble: 'refused' });
}

/** Asks once, however many want to know at once. */
function createIsOurs(hearing: Hearing, ask: (request: Call) => Promise<Answer>): () => Promise<boolean> {
  let asking: Promise<unknown> | null = null;
  return async () => {
    if (hearing.ours !== null) return hearing.ours;
    asking ??= ask({ method: 'GET', path: `/v1/documents/${randomUUID()}`, purpose: 'other' })
      .catch(ignoreRefusal)
      .finally(() => {
        asking = null;
      });
    await asking;
    return hearing.ours ?? false;
  };
}

/** The connection, with an ear for whether the deployment is one of ours. */
function listen(connection: Connection, hearing: Hearing, onHeard?: (isOurs: boolean) => void): Connection {
  const hear: typeof fetch = async (address, init) => {
    const response = await connection.fetch(address, hearing.ours ? withTrace(init) : init);
    // an error page of a proxy in between says nothing about the deployment
    const before = hearing.ours;
    if (response.headers.has('countersign-service')) hearing.ours = true;
    else if (response.status < 500) hearing.ours ??= false;
    if (hearing.ours !== null && hearing.ours !== before) onHeard?.(hearing.ours);
    return response;
  };
  return { ...connection, fetch: hear };
}

/** Reads the answer to something done. When it cannot be understood, it was done all the same. */
function understood<T>(hearing: Hearing, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof DeploymentError) error.unsure = hearing.ours !== true;
    throw error;
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof DeploymentError) || error.remoteStatus === null) throw error;
}

const PAGE = 100;
/** Pages that are read at most. */
const MOST_PAGES = 20;

const listSchema = z.object({
  items: z.array(z.object({ id: z.string(), metadata: z.record(z.string(), z.unknown()).nullish() })),
  next_cursor: z.string().nullable(),
});

/** A document of a deployment, with the metadata that were sent with it. */
export type DocumentOfFile = { id: string; metadata: Record<string, unknown> };

/**
 * The documents of a deployment of ours that have a file, newest first.
 * @param sha256 of the file, 64 hexadecimal digits
 * @throws DeploymentError also where there are more than can be listed
 */
async function listDocumentsOfFile(
  ask: (request: Call) => Promise<Answer>,
  sha256: string,
  signal: AbortSignal | undefined,
): Promise<DocumentOfFile[]> {
  const found: DocumentOfFile[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query = new URLSearchParams({ sha256, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) });
    const { body } = await ask({ method: 'GET', path: `/v1/documents?${query}`, purpose: 'other', signal });
    const list = listSchema.safeParse(body);
    if (!list.success) throw refuse('The answer does not look like a list of documents. Is this a document service?', list.error);
    found.push(...list.data.items.map(({ id, metadata }) => ({ id, metadata: metadata ?? {} })));
    cursor = list.data.next_cursor;
    if (cursor === null) return found;
  }
  throw refuse('The document service has too many documents of this file to list.');
}

const refuse = (message: string, cause?: unknown) => new DeploymentError('deployment_refused', message, { trouble: 'refused', cause });
