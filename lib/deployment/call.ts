import { Readable } from 'node:stream';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { createConcurrencyLimit } from '#lib/platform/concurrency-limit.ts';
import { PRODUCT } from '#lib/platform/product.ts';
import { decodeAnswer } from './decode-answer.ts';
import { codeOf, DeploymentError } from './deployment-error.ts';
import { fromAnswer } from './from-answer.ts';
import { fromNetworkError } from './from-network-error.ts';
import type { Pace, Purpose } from './pace.ts';
import { parseAnswer } from './parse-answer.ts';
import { createRedactor } from './redact-key.ts';
import { takeTurn } from './take-turn.ts';

export type CallLimits = {
  /** Milliseconds for one attempt of a call with a small body (default 30 000). */
  timeoutMs: number;
  /** Milliseconds from the last byte of an upload to its answer (default 120 000). */
  uploadAnswerMs: number;
  /** Milliseconds that a blocking summary may take (default 180 000). */
  blockingMs: number;
  /** Attempts after the first, for calls that may be repeated (default 2). */
  retries: number;
  /** Milliseconds before the first retry, doubled each time, with jitter (default 300). */
  retryDelayMs: number;
  /** A `Retry-After` beyond this is not waited for here but handed to the caller (default 10 000). */
  longestWaitMs: number;
  /** Bytes an answer may have (default 64 MiB). */
  maxAnswerBytes: number;
};

export const DEFAULT_LIMITS: CallLimits = {
  timeoutMs: 30_000,
  uploadAnswerMs: 120_000,
  blockingMs: 180_000,
  retries: 2,
  retryDelayMs: 300,
  longestWaitMs: 10_000,
  maxAnswerBytes: 64 * 1024 * 1024,
};

export type Connection = {
  root: string;
  apiKey: string;
  fetch: typeof fetch;
  pace: Pace;
  limits: CallLimits;
  /** Of the deployment, in quotes, for what people are told; absent = it has none. */
  name?: string | undefined;
};

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** From `/v1` on. */
  path: string;
  json?: unknown;
  idempotencyKey?: string | undefined;
  /** Besides those that every call carries. */
  headers?: Record<string, string>;
  /** True when doing it twice is harmless: GET, PUT, DELETE, and POSTs whose key the deployment is known to respect. */
  repeatable?: boolean;
  timeoutMs?: number;
  /** What its method and path do not tell. */
  purpose?: Purpose;
  signal?: AbortSignal | undefined;
};

/** A successful answer, without the key. `body` is null when it is empty or not JSON; then `text` has it. */
export type Answer = { status: number; headers: Headers; body: unknown; text: string };

/** Answers of more bytes are read one at a time in a program: each takes several times as much memory. */
const LARGE_BYTES = 8 * 1024 * 1024;
const readLarge = createConcurrencyLimit(1);

/** Errors after which the request certainly did not arrive. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

/**
 * Calls a deployment: one attempt, and a bounded number of others where repeating is safe. Follows no redirect, so the
 * key goes nowhere else.
 * @throws DeploymentError
 */
export async function call(connection: Connection, options: Call): Promise<Answer> {
  const { limits } = connection;
  const repeatable = options.repeatable ?? options.method !== 'POST';
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await takeTurn(connection, { ...options, purpose: purposeOf(options) }, () => tryOnce(connection, options));
    } catch (error) {
      if (!(error instanceof DeploymentError) || options.signal?.aborted) throw error;
      if (!repeatable) error.unsure = mayHaveArrived(error);
      const safe = repeatable || error.trouble === 'rate_limited' || NEVER_SENT.has(codeOf(error.cause));
      const wait = error.retryAfterMs ?? limits.retryDelayMs * 2 ** attempt * (0.5 + Math.random());
      if (!error.temporary || !safe || attempt >= limits.retries || wait > limits.longestWaitMs) throw error;
      await sleep(wait, undefined, options.signal ? { signal: options.signal } : {});
    }
  }
}

/** Documents and jobs are looked at again and again. */
function purposeOf({ method, path, purpose }: Call): Purpose {
  return purpose ?? (method === 'POST' ? 'submit' : method === 'GET' && /\/(documents|jobs)\/[^/]+$/.test(path) ? 'poll' : 'other');
}

/** False when the request certainly changed nothing: it was not sent, or the answer says so. */
export function mayHaveArrived(error: DeploymentError): boolean {
  if (error.remoteStatus !== null) return error.remoteStatus === 504;
  return error.trouble !== 'tls' && !NEVER_SENT.has(codeOf(error.cause));
}

async function tryOnce({ root, apiKey, fetch, limits, name }: Connection, options: Call): Promise<Answer> {
  const timeout = AbortSignal.timeout(options.timeoutMs ?? limits.timeoutMs);
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
  try {
    const response = await fetch(root + options.path, {
      method: options.method,
      headers: {
        ...headersFor(apiKey, options.idempotencyKey),
        ...(options.json === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      redirect: 'manual',
      signal,
      ...(options.json === undefined ? {} : { body: JSON.stringify(options.json) }),
    });
    return await readAnswer(response, { apiKey, name, maxBytes: limits.maxAnswerBytes });
  } catch (error) {
    if (options.signal?.aborted) throw options.signal.reason;
    throw fromNetworkError(error, timeout.aborted, name);
  }
}

/** The headers every call carries. */
export function headersFor(apiKey: string, idempotencyKey: string | undefined): Record<string, string> {
  return {
    authorization: `Bearer ${apiKey}`,
    accept: 'application/json',
    'user-agent': `${PRODUCT.name}/${PRODUCT.version}`,
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

/**
 * Reads an answer of bounded size. The key that it was asked with is taken out of all that is given back.
 * @throws DeploymentError for any status outside 200 to 299
 */
export async function readAnswer(
  response: Response,
  { apiKey, name, maxBytes }: Pick<Connection, 'apiKey' | 'name'> & { maxBytes: number },
): Promise<Answer> {
  const chunks = (response.body ?? Readable.from([])) as AsyncIterable<Uint8Array>;
  const body: Body = { read: [], size: 0, rest: chunks[Symbol.asyncIterator](), isWhole: false };
  await readBody(body, Math.min(LARGE_BYTES, maxBytes));
  if (body.isWhole) return understandAnswer(response, body, { apiKey, name });
  return readLarge(async () => {
    await readBody(body, maxBytes);
    if (body.isWhole) return understandAnswer(response, body, { apiKey, name });
    throw new DeploymentError('deployment_refused', 'The answer of the document service is too large.', {
      trouble: 'refused',
      status: response.status,
    });
  }).finally(() => body.rest.return?.());
}

/** The bytes of an answer that were read, and those to come. */
type Body = { read: Uint8Array[]; size: number; rest: AsyncIterator<Uint8Array>; isWhole: boolean };

/** Reads to the end, or until there are more bytes than `most`. */
async function readBody(body: Body, most: number): Promise<void> {
  while (body.size <= most) {
    const { done, value } = await body.rest.next();
    if (done) {
      body.isWhole = true;
      return;
    }
    body.read.push(value);
    body.size += value.byteLength;
  }
}

/** Lets other work have its turn between the parts of what takes long for a large answer. */
async function understandAnswer(
  { status, headers }: Response,
  body: Body,
  { apiKey, name }: Pick<Connection, 'apiKey' | 'name'>,
): Promise<Answer> {
  const rest = body.size > LARGE_BYTES ? () => setImmediate() : () => undefined;
  const redact = createRedactor(apiKey);
  const given = decodeAnswer(Buffer.concat(body.read.splice(0)), headers.get('content-type') ?? '');
  await rest();
  const text = redact.text(given);
  if (status < 200 || status > 299) throw fromAnswer({ status, headers, body: text }, { name, redact });
  await rest();
  const parsed = parseJson(given);
  await rest();
  // escapes may hide it
  return { status, headers, text, body: text !== given || /\\[u/]/.test(given) ? redact.value(parsed) : parsed };
}

function parseJson(text: string): unknown {
  try {
    return parseAnswer(text);
  } catch {
    return null;
  }
}
