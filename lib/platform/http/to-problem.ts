import { PROBLEMS, type ProblemCode } from '#lib/contract/problems/problem-codes.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import { newId } from '../clock.ts';
import type { Log } from '../log.ts';
import { logTrouble } from '../log-trouble.ts';
import { findOutage, type OutageError } from '../outage-error.ts';
import { findRequestId } from '../request-id.ts';

const RETRY_AFTER_SECONDS = 5;
const SAYS: Record<OutageError['dependency'], Record<'away' | 'refused', string>> = {
  database: {
    away: 'The database does not answer. Nothing that was stored is lost; try again in a moment.',
    refused: 'The database refuses the connection. Whoever runs this server must check its address and password.',
  },
  storage: {
    away: 'The storage for files does not answer. Nothing that was stored is lost; try again in a moment.',
    refused: 'The storage for files refuses the request. Whoever runs this server must check its bucket, keys and rights.',
  },
};
const REMOVING = 'A file with the same content is just being removed. Nothing was stored; send it again in a few minutes.';
const REMOVING_RETRY_SECONDS = 60;
const FULL = {
  storage: 'The disk of the server is full. Nothing was stored; free some space and try again.',
  database: 'The database has no space left. Nothing was stored; free some space and try again.',
};

/**
 * What the caller of any interface is told of an error that ended a request. An outage is 503 with `Retry-After` and the
 * `dependency`, or 507 where space is lacking. What is not meant for the caller is logged under the request's id and told only as that id.
 * @param asked the request, for the log: no query, no ids
 */
export function toProblem(error: unknown, log: Log, asked: { method: string; path: string; isAborted?: boolean }): ProblemError {
  // by name too: modules of one class may be loaded twice in a Next server
  if (error instanceof ProblemError || (error instanceof Error && error.name === 'ProblemError' && 'toProblem' in error))
    return error as ProblemError;
  const outage = findOutage(error);
  if (outage) {
    logTrouble(log, 'a request was refused', outage);
    return fromOutage(outage);
  }
  // `ReadError` of the reading room: a file or page that cannot be read, told in words for the person
  if (error instanceof Error && error.name === 'ReadError' && 'code' in error && isProblemCode(error.code)) {
    return new ProblemError(error.code, error.message, { cause: error });
  }
  if (error instanceof Error && error.name === 'ReadingStoppedError') {
    return new ProblemError('unavailable', error.message, { headers: { 'retry-after': String(RETRY_AFTER_SECONDS) }, cause: error });
  }
  if (asked.isAborted) return new ProblemError('upload_interrupted', undefined, { cause: error });
  const id = findRequestId() ?? newId();
  log.error('a request failed', { id, method: asked.method, path: asked.path.replace(/[0-9a-f-]{36}/g, '…'), error });
  return new ProblemError('internal_error', `Something went wrong on our side. The log has it under ${id}.`);
}

function fromOutage(outage: OutageError): ProblemError {
  const { dependency, kind } = outage;
  if (kind === 'full') return new ProblemError('storage_full', FULL[dependency], { cause: outage });
  const isRemoving = kind === 'removing';
  return new ProblemError('unavailable', isRemoving ? REMOVING : SAYS[dependency][kind], {
    headers: { 'retry-after': String(isRemoving ? REMOVING_RETRY_SECONDS : RETRY_AFTER_SECONDS) },
    extra: { dependency },
    cause: outage,
  });
}

function isProblemCode(code: unknown): code is ProblemCode {
  return typeof code === 'string' && Object.hasOwn(PROBLEMS, code);
}
