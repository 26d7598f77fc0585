import { parseField } from '#lib/contract/http/parse-field.ts';
import type { Failure } from '#lib/contract/problems/problem.ts';
import type { Answer } from './call.ts';
import { DeploymentError } from './deployment-error.ts';
import { openText } from './parse-answer.ts';
import { findFailure, findId, findStatus, isDonePartly, type Phase, phaseOf, unwrapRecord } from './read-status.ts';

const MOST_SENTENCES = 100;
const LONGEST_SENTENCE = 500;
/** With a digit: "OK" and "created" are none. */
const BARE_ID = /^(?=\D*\d)[\w.:~+=/-]{1,200}$/;

/** A document as a deployment tells it. */
export type RemoteDocument = {
  id: string;
  /** Word for word. */
  status: string;
  phase: Phase;
  pageCount: number | null;
  pagesRead: number | null;
  mediaType: string | null;
  failure: Failure | null;
  /** False when it says neither how far the work is nor what came of it. */
  isUnderstood: boolean;
  /** What it says went wrong although the work is done; null = nothing. */
  notice: string | null;
  /** What could not be read of the file, in sentences. */
  warnings: string[];
  /** The answer as it came. */
  raw: unknown;
};

/** A job of any kind as a deployment tells it; `readJobAnswer` finds the fields in `raw`. */
export type RemoteJob = Pick<RemoteDocument, 'id' | 'status' | 'phase' | 'failure' | 'isUnderstood' | 'notice' | 'raw'>;

/**
 * The id that an answer tells beside a record: as the last step of `Location`, or as a bare text or number; undefined when it tells
 * none there.
 */
export function findBareId({ body, text, headers }: Pick<Answer, 'body' | 'text' | 'headers'>): string | undefined {
  const step = headers.get('location')?.split(/[?#]/, 1)[0]?.replace(/\/+$/, '').split('/').at(-1);
  if (step) return decodeStep(step);
  const bare = typeof body === 'string' || typeof body === 'number' ? String(body) : body === null ? text.trim() : '';
  return BARE_ID.test(bare) ? bare : undefined;
}

function decodeStep(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** @param id the id that was asked for; needed when the answer does not repeat it. @throws DeploymentError when there is no id at all */
export function readDocumentAnswer(answer: unknown, id?: string): RemoteDocument {
  const record = unwrapRecord(answer, ['document', 'data', 'result', 'item']);
  const said = findStatus(record);
  const status = said ?? 'unknown';
  const phase = phaseOf(status);
  return {
    id: findId(record, ['document_id', 'documentId']) ?? id ?? refuse('a document'),
    status,
    phase,
    isUnderstood: said !== null,
    notice: findNotice(record, status),
    pageCount: findCount(record, ['page_count', 'pageCount', 'pages', 'num_pages', 'total_pages']),
    pagesRead: findCount(record, ['pages_read', 'pagesRead', 'processed_pages']),
    mediaType: mediaTypeOf([record.media_type, record.mime_type, record.content_type]),
    failure:
      phase === 'failed' || phase === 'cancelled'
        ? (findFailure(record) ?? { code: 'remote', message: `The document service reports: ${status}.` })
        : null,
    warnings: findSentences(record.warnings),
    raw: answer,
  };
}

/** Without parameters, in lower case: it is compared with known ones. */
function mediaTypeOf(said: readonly unknown[]): string | null {
  const text = said.find((each) => typeof each === 'string');
  return text === undefined ? null : parseField(text).value || null;
}

/** As `readDocumentAnswer`. A job without a state but with a result counts as completed. */
export function readJobRecord(answer: unknown, id?: string): RemoteJob {
  const record = unwrapRecord(answer, ['job', 'extraction_job', 'extraction', 'data', 'result', 'item']);
  const hasResult = ['result', 'results', 'fields', 'data', 'output', 'extraction'].some(
    (name) => typeof openText(record[name]) === 'object' && record[name] !== null,
  );
  const said = findStatus(record) ?? (hasResult ? 'completed' : null);
  const status = said ?? 'unknown';
  const phase = phaseOf(status);
  return {
    id: findId(record, ['job_id', 'jobId', 'extraction_id']) ?? id ?? refuse('a job'),
    status,
    phase,
    isUnderstood: said !== null,
    notice: findNotice(record, status),
    failure:
      phase === 'failed' || phase === 'cancelled'
        ? (findFailure(record) ?? { code: 'remote', message: `The document service reports: ${status}.` })
        : null,
    raw: answer,
  };
}

/** What is wrong with work that is done all the same, in the deployment's words. */
function findNotice(record: Record<string, unknown>, status: string): string | null {
  if (!isDonePartly(status)) return null;
  const message = findFailure(record)?.message;
  return message ? `It says “${status}”: ${message.slice(0, LONGEST_SENTENCE)}` : `It says “${status}”.`;
}

function findCount(record: Record<string, unknown>, names: string[]): number | null {
  const value = names.map((name) => record[name]).find((count) => typeof count === 'number' && Number.isInteger(count) && count >= 0);
  return typeof value === 'number' ? value : null;
}

function findSentences(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter((each): each is string => typeof each === 'string')
    .slice(0, MOST_SENTENCES)
    .map((each) => each.slice(0, LONGEST_SENTENCE));
}

function refuse(what: string): never {
  throw new DeploymentError('deployment_refused', `The answer does not look like ${what}. Is this a document service?`, {
    trouble: 'refused',
  });
}
