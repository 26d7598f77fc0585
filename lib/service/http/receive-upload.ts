import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { parseField, writeField } from '#lib/contract/http/parse-field.ts';
import { JsonError, readJson } from '#lib/contract/json/read-json.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Received } from '#lib/platform/blobs/blob-store.ts';
import { withSpan } from '#lib/platform/tracing/tracer.ts';
import type { ServiceContext } from '../context/service-context.ts';

const METADATA_BYTES = 64 * 1024;
/** Deeper metadata would make lists of documents unreadable for some clients. */
const METADATA_LIMITS = { depth: 64, keys: 500 };
const PASSWORD_BYTES = 1024;
/** Names beyond this are cut by the sender's multipart header anyway. */
const HEADER_PAIRS = 100;

/** What a multipart upload brought. The file must be kept or discarded by whoever gets it. */
export type Upload = { received: Received; name: string; metadata: Record<string, unknown> | null; password: string | null };

/**
 * Receives a multipart request with a part `file` and optional parts `metadata` and `password`, in any order, with constant
 * memory. On any error nothing is left behind.
 * @throws ProblemError `malformed_body`, `file_missing`, `empty_file`, `file_too_large`, `invalid_metadata`, `invalid_request`,
 * `upload_interrupted`, `storage_full`
 */
export async function receiveUpload(request: Request, context: Pick<ServiceContext, 'blobs' | 'config'>): Promise<Upload> {
  const { maxUploadBytes, uploadIdleMs } = context.config.service;
  const parser = openParser(request);
  const abort = new AbortController();
  const fields = new Map<string, string>();
  let file: { name: string; received: Promise<Received> } | undefined;
  const refuse = (problem: ProblemError) => {
    if (!abort.signal.aborted) abort.abort(problem);
  };

  parser.on('file', (part, stream, { filename }) => {
    // busboy ends open parts with its own error; the request's outcome is known by then
    stream.on('error', () => undefined);
    if (part !== 'file' || file) {
      stream.resume();
      refuse(
        part === 'file' ? invalid('/file', 'Send one file in each request.') : invalid(`/${part}`, 'Only the part “file” may be a file.'),
      );
      return;
    }
    const received = withSpan('store upload', { kind: 'internal', attributes: {} }, () =>
      context.blobs.receive(stream, {
        maxBytes: maxUploadBytes,
        // of the whole request, which is a little more than the file
        expectedBytes: Math.min(Number(request.headers.get('content-length')) || 0, maxUploadBytes),
        idleMs: uploadIdleMs,
        signal: abort.signal,
      }),
    );
    file = { name: filename ?? '', received };
    received.catch((error) => {
      stream.resume();
      refuse(error);
    });
  });
  parser.on('field', (part, value, { valueTruncated }) => {
    if (fields.has(part)) refuse(invalid(`/${part}`, `The part “${part}” was sent twice.`));
    else if (valueTruncated)
      refuse(part === 'metadata' ? metadataProblem('It is larger than 64 KB.') : invalid(`/${part}`, 'This part is too long.'));
    else fields.set(part, value);
  });
  for (const limit of ['partsLimit', 'fieldsLimit', 'filesLimit'] as const) {
    parser.on(limit, () => refuse(invalid('', 'The request has too many parts.')));
  }

  try {
    const idle = guardIdle(uploadIdleMs, refuse);
    try {
      await pipeline(Readable.fromWeb(request.body as never), idle.watch, parser, { signal: abort.signal });
    } finally {
      idle.stop();
    }
    if (!file) throw new ProblemError('file_missing', 'Send the file as the part “file” of a multipart/form-data request.');
    const metadata = parseMetadata(fields.get('metadata'));
    const password = parsePassword(fields.get('password'));
    const received = await file.received;
    if (received.size === 0) throw new ProblemError('empty_file', 'The file has no content (0 bytes).');
    return { received, name: file.name, metadata, password };
  } catch (error) {
    refuse(error as ProblemError);
    await file?.received.then(
      (received) => received.discard(),
      () => undefined,
    );
    throw toUploadProblem(abort.signal.reason ?? error, request);
  }
}

/** busboy takes the field only in its plainest form: it is understood here and written for it anew. */
function openParser(request: Request): busboy.Busboy {
  const { value, parameters } = parseField(request.headers.get('content-type') ?? '');
  if (value !== 'multipart/form-data' || !request.body) {
    throw new ProblemError('malformed_body', 'Send the file as multipart/form-data with a part named “file”.');
  }
  const boundary = parameters.get('boundary') ?? '';
  try {
    return busboy({
      headers: { 'content-type': writeField({ value, parameters: new Map(boundary === '' ? [] : [['boundary', boundary]]) }) },
      defParamCharset: 'utf8',
      limits: { fieldSize: METADATA_BYTES, fields: 20, parts: 25, headerPairs: HEADER_PAIRS },
    });
  } catch (cause) {
    throw new ProblemError('malformed_body', 'The multipart/form-data request has no boundary.', { cause });
  }
}

/** Gives up when no byte arrives for so long, also between the parts. */
function guardIdle(idleMs: number, refuse: (problem: ProblemError) => void) {
  const timer = setTimeout(
    () => refuse(new ProblemError('upload_interrupted', 'The upload sent nothing for too long and was given up. Try again.')),
    idleMs,
  );
  return {
    watch: async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        timer.refresh();
        yield chunk;
      }
    },
    stop: () => clearTimeout(timer),
  };
}

function parseMetadata(text: string | undefined): Record<string, unknown> | null {
  if (text === undefined || text.trim() === '') return null;
  let value: unknown;
  try {
    value = readJson(text, METADATA_LIMITS);
  } catch (error) {
    throw error instanceof JsonError ? metadataProblem(error.message) : error;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw metadataProblem('It is JSON, but not an object like {"key": "value"}.');
  return value as Record<string, unknown>;
}

function parsePassword(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (Buffer.byteLength(text) > PASSWORD_BYTES || text.includes('\0')) throw invalid('/password', 'This password is too long.');
  return text;
}

function metadataProblem(why: string): ProblemError {
  return new ProblemError('invalid_metadata', `The part “metadata” must be a JSON object as text. ${why}`, {
    errors: [{ pointer: '/metadata', message: why }],
  });
}

function invalid(pointer: string, message: string): ProblemError {
  return new ProblemError('invalid_request', message, { errors: [{ pointer, message }] });
}

/** busboy says "Unexpected end of form" when bytes are missing, other things when they make no sense. */
function toUploadProblem(error: unknown, request: Request): unknown {
  if (error instanceof ProblemError) return error;
  const { message = '', code } = error as NodeJS.ErrnoException;
  if (
    /unexpected end/i.test(message) ||
    request.signal.aborted ||
    /ECONNRESET|ABORT|PREMATURE|EPIPE/.test(code ?? '') ||
    /abort|terminated/i.test(message)
  ) {
    return new ProblemError('upload_interrupted', 'The upload ended before the file was complete. Send it again.', { cause: error });
  }
  if (/malformed|boundary|multipart|part header|form/i.test(message)) {
    return new ProblemError('malformed_body', 'The multipart/form-data request could not be read.', { cause: error });
  }
  return error;
}
