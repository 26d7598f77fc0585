import type { Settings } from './create-faults.ts';
import type { Fault } from './faults.ts';
import { readFields, shapeJob } from './shape-job.ts';

/** About as long as one is. */
const RECORD = '{"at":100000,"word":"trace","page":1,"box":[0,0,1,1]},';
const NAME = '"trace 100000":';

/** A document that a stand-in holds. `at`: when it came, in milliseconds. */
export type Stored = { id: string; name: string; text: string; created: string; at: number };
export type StoredJob = { id: string; documentId: string; kind: 'extraction' | 'summary'; schemaId: string; at: number };

/** The state of work that began so many milliseconds ago, in this deployment's words. Null = it says none. */
export function stateAfter(ms: number, workMs: number, completed: string, fault: Fault | null): string | null {
  if (fault === 'missing_status') return null;
  if (fault === 'never_settles') return 'processing';
  if (fault === 'odd_state') return 'warming-up';
  if (fault === 'fails') return 'failed';
  if (ms <= workMs) return ms > workMs / 2 ? 'processing' : 'pending';
  return fault === 'with_errors' ? 'completed_with_errors' : completed;
}

/** A document as this deployment tells it. */
export function documentOf(document: Stored, state: string | null, settings: Settings): unknown {
  const { id, name, created } = document;
  const isDone = state === settings.completed.document;
  const status = state === null ? {} : { status: state };
  return wrap(
    'documents',
    id,
    { type: 'document', id, name, ...status, page_count: isDone ? pagesOf(document) : null, created_at: created },
    settings,
  );
}

/** Of a PDF as many as it names, of anything else one. */
function pagesOf({ text }: Stored): number {
  return Math.max(1, text.match(/\/Type\s*\/Page\b/g)?.length ?? 0);
}

/** A job as this deployment tells it, with its result once it is done. */
export function jobOf(job: StoredJob, document: Stored, state: string | null, settings: Settings): unknown {
  const status = state === null ? {} : { status: state };
  const record = { id: job.id, document_id: document.id, schema_id: job.schemaId, ...status };
  return wrap('jobs', job.id, finish(record, job, document, state, settings), settings);
}

function finish(record: { id: string }, job: StoredJob, document: Stored, state: string | null, settings: Settings): object {
  if (state === 'failed') return { ...record, error: 'the model gave up' };
  if (state === null) return { ...record, ...pad(settings) };
  if (state !== settings.completed.job && state !== 'completed_with_errors') return record;
  if (job.kind === 'summary') return { ...record, result: { summary: summaryOf(document) } };
  const shaped = shapeJob(record, settings.fields ?? readFields(document.text), settings.shape);
  return {
    ...shaped,
    ...(state === 'completed_with_errors' ? { error: { message: 'page 3 could not be read' } } : {}),
    ...(settings.echo_key
      ? { request: { headers: { authorization: `Bearer ${settings.api_key}` }, note: `asked with ${settings.api_key}` } }
      : {}),
    ...pad(settings),
  };
}

/** What makes an answer longer by about so many letters. */
function pad({ padding, padding_as }: Settings): object {
  if (padding === 0) return {};
  if (padding_as === 'text') return { trace: 'trace '.repeat(Math.ceil(padding / 6)).slice(0, padding) };
  const length = RECORD.length + (padding_as === 'values' ? NAME.length : 0);
  const records = Array.from({ length: Math.ceil(padding / length) }, (_, at) => ({
    at,
    word: 'trace',
    page: 1,
    box: [0, 0, 1, 1],
  }));
  return padding_as === 'list' ? { trace: records } : Object.fromEntries(records.map((record) => [`trace ${record.at}`, record]));
}

function wrap(type: string, id: string, record: object, { wrapping }: Settings): unknown {
  if (wrapping === 'none') return record;
  const { id: _id, type: _type, ...attributes } = record as Record<string, unknown>;
  return { data: { type, id, attributes } };
}

/** Whole sentences of the text: the first two and the last. */
export function summaryOf({ text }: Stored): string {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[.!?]$/.test(sentence) && sentence.split(' ').length > 2);
  return [...new Set([...sentences.slice(0, 2), ...sentences.slice(-1)])].join(' ') || 'A short text without sentences.';
}
