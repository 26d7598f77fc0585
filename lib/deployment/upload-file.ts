import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { toWebStream } from '#lib/platform/blobs/to-web-stream.ts';
import { findOutage } from '#lib/platform/outage-error.ts';
import { findRequestId, REQUEST_ID_HEADER } from '#lib/platform/request-id.ts';
import { type Answer, type Connection, call, headersFor, mayHaveArrived, readAnswer } from './call.ts';
import { DeploymentError, NAMELESS } from './deployment-error.ts';
import { fromAnswer } from './from-answer.ts';
import { fromNetworkError } from './from-network-error.ts';
import { buildMultipartBody } from './multipart-body.ts';
import { NO_PACE } from './pace.ts';
import { createRedactor } from './redact-key.ts';

export type SubmitOptions = {
  name: string;
  metadata?: Record<string, unknown> | undefined;
  /** Opens a protected file; sent only to deployments of ours. */
  password?: string | undefined;
  idempotencyKey?: string | undefined;
  /** Whose file it is, so that a deployment of ours takes the files of all its people in turn; told to no other. */
  submitter?: string | undefined;
  /** Bytes to come; with it the upload has a Content-Length. */
  size?: number | undefined;
  signal?: AbortSignal | undefined;
};

/** What was heard of a deployment so far. `ours`: it announced itself as ours; null = nothing was heard. */
export type Hearing = { ours: boolean | null };

/**
 * Streams a file to a deployment, once.
 * @throws DeploymentError; an outage that `body` fails with is thrown as it is
 */
export async function uploadFile(
  connection: Connection,
  hearing: Hearing,
  body: Readable,
  { name, metadata, password, idempotencyKey, submitter, size, signal }: SubmitOptions,
): Promise<Answer> {
  const { root, apiKey, fetch, limits, name: deploymentName } = connection;
  const multipart = buildMultipartBody(
    { body, name, size },
    { ...(metadata ? { metadata: JSON.stringify(metadata) } : {}), ...(password !== undefined && hearing.ours ? { password } : {}) },
  );
  const late = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let ended = false;
  multipart.stream.once('end', () => {
    ended = true;
    timer = setTimeout(() => late.abort(), limits.uploadAnswerMs);
  });
  let broken: Error | undefined;
  body.once('error', (error) => {
    broken = error;
  });
  try {
    const response = await fetch(`${root}/v1/documents`, {
      method: 'POST',
      headers: {
        ...headersFor(apiKey, idempotencyKey),
        'content-type': multipart.contentType,
        ...ourHeaders(hearing, submitter),
        ...(multipart.contentLength === null ? {} : { 'content-length': String(multipart.contentLength) }),
      },
      body: toWebStream(multipart.stream),
      // fetch keeps a second copy of a streamed body in memory in case it must be sent again, unless there is no window
      // to ask for credentials and no redirect to follow (WHATWG fetch, HTTP-network-or-cache fetch, step 2)
      window: null,
      redirect: 'error',
      duplex: 'half',
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    } as RequestInit);
    return await readAnswer(response, { apiKey, name: deploymentName, maxBytes: limits.maxAnswerBytes });
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // a fault of what the file is read from says nothing about the file
    if (broken && findOutage(broken)) throw broken;
    if (broken)
      throw new DeploymentError('upload_interrupted', 'The file could not be read to its end.', { trouble: 'refused', cause: broken });
    if (metadata && error instanceof DeploymentError && refusesMetadata(error)) throw explainMetadata(error, deploymentName ?? NAMELESS);
    if (((error as Error).cause as Error | undefined)?.message === 'unexpected redirect') throw await findRedirect(connection, signal);
    const failure = fromNetworkError(error, late.signal.aborted, deploymentName);
    // a body cut off before its end makes no document anywhere
    failure.cutOff = ended && failure.trouble === 'unreachable' && mayHaveArrived(failure);
    failure.neverArrived = !ended || !mayHaveArrived(failure);
    failure.unsure = ended && hearing.ours !== true && mayHaveArrived(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

function refusesMetadata({ remoteStatus, code, said }: DeploymentError): boolean {
  return code === 'invalid_metadata' || ((remoteStatus === 400 || remoteStatus === 422) && /metadata/i.test(said));
}

function explainMetadata({ said, remoteStatus }: DeploymentError, name: string): DeploymentError {
  const words = said ? ` It says: ${said.replace(/\.$/, '')}.` : '';
  const detail = `${name} does not accept the metadata.${words} An admin can change it in Settings, Deployments.`;
  return new DeploymentError('invalid_metadata', detail, {
    trouble: 'refused',
    said,
    ...(remoteStatus === null ? {} : { status: remoteStatus }),
  });
}

/**
 * Where an upload was redirected to. `fetch` does not tell: a document that cannot exist is asked for, which the address answers alike.
 * Nothing is followed.
 */
async function findRedirect(connection: Connection, signal: AbortSignal | undefined): Promise<DeploymentError> {
  try {
    await call({ ...connection, pace: NO_PACE, limits: { ...connection.limits, retries: 0 } }, { ...UNKNOWN_DOCUMENT(), signal });
  } catch (error) {
    if (error instanceof DeploymentError && error.trouble === 'redirect') return error;
  }
  const { name, apiKey } = connection;
  return fromAnswer({ status: 302, headers: new Headers(), body: '' }, { name, redact: createRedactor(apiKey) });
}

const UNKNOWN_DOCUMENT = () => ({ method: 'GET', path: `/v1/documents/${randomUUID()}`, timeoutMs: 5_000 }) as const;

/** Whose work it is and which request it comes of, told to a deployment of ours alone. */
export function ourHeaders({ ours }: Hearing, submitter: string | undefined): Record<string, string> {
  if (!ours) return {};
  const request = findRequestId();
  return {
    ...(submitter === undefined ? {} : { 'countersign-submitter': submitter }),
    ...(request === null ? {} : { [REQUEST_ID_HEADER]: request }),
  };
}
