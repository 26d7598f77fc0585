/** What a state means, whatever a deployment calls it. Unknown words count as `running`: they are asked for again. */
export type Phase = 'running' | 'completed' | 'failed' | 'cancelled';

const COMPLETED = new Set([
  'completed',
  'complete',
  'done',
  'success',
  'successful',
  'succeeded',
  'finished',
  'ready',
  'processed',
  'indexed',
  'ok',
]);
/** Done, though not all of it: what there is, is there. */
const COMPLETED_PARTLY =
  /^(?:complete|completed|done|finished|succeeded|success|processed|indexed)_with_|^partial(?:ly)?_(?:complete|completed|done|success|succeeded|processed|indexed)$/;
const CANCELLED = new Set(['cancelled', 'canceled', 'aborted', 'stopped', 'revoked']);
const FAILED = /fail|error|reject|expired|timed_?out|timeout|invalid|dead|unprocessable|unsupported/;

/** The phase a state belongs to. */
export function phaseOf(status: string): Phase {
  const word = wordOf(status);
  if (COMPLETED.has(word) || COMPLETED_PARTLY.test(word)) return 'completed';
  if (CANCELLED.has(word)) return 'cancelled';
  return FAILED.test(word) ? 'failed' : 'running';
}

/** True for a state that means done, though not all of it. */
export function isDonePartly(status: string): boolean {
  return COMPLETED_PARTLY.test(wordOf(status));
}

function wordOf(status: string): string {
  return status
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
}

/** Where a record may carry its state, in the order of trust. */
const PLACES = ['status', 'state', 'job_status', 'jobStatus', 'phase'];

/** The state of a record word for word, or null when it says none. `{"status": {"name": "done"}}` is understood too. */
export function findStatus(record: Record<string, unknown>): string | null {
  for (const place of PLACES) {
    const value = record[place];
    if (typeof value === 'string' && value !== '') return value;
    if (isRecord(value)) {
      for (const inner of ['name', 'value', 'code', 'state', 'status']) if (typeof value[inner] === 'string') return value[inner];
    }
  }
  for (const flag of ['completed', 'done', 'finished'])
    if (typeof record[flag] === 'boolean') return record[flag] ? 'completed' : 'running';
  return null;
}

/**
 * The record itself when the answer wraps it (`{"data": {…}}`, `{"job": {…}}`, `[{…}]`). What stands in `attributes` (JSON:API,
 * https://jsonapi.org/format/#document-resource-objects) counts as the record's own.
 */
export function unwrapRecord(answer: unknown, names: readonly string[]): Record<string, unknown> {
  const outer = Array.isArray(answer) ? answer[0] : answer;
  if (!isRecord(outer)) return {};
  const inner = names.map((name) => outer[name]).find(isRecord);
  const record = findId(outer, []) === null && findStatus(outer) === null && inner ? inner : outer;
  return isRecord(record.attributes) && findStatus(record) === null ? { ...record.attributes, ...record } : record;
}

/** The identifier of a record: `id`, or one of the given names. */
export function findId(record: Record<string, unknown>, names: readonly string[]): string | null {
  for (const name of ['id', ...names, 'uuid', '_id']) {
    const value = record[name];
    if (typeof value === 'string' && value !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return null;
}

/** Why a record failed, when it says so in any usual place. */
export function findFailure(record: Record<string, unknown>): { code: string; message: string } | null {
  const error = record.error ?? record.failure ?? record.errors;
  const first = Array.isArray(error) ? error[0] : error;
  if (typeof first === 'string' && first !== '') return { code: 'remote', message: first };
  if (isRecord(first)) {
    const message = [first.message, first.detail, first.title, first.reason].find((text) => typeof text === 'string');
    return {
      code: typeof first.code === 'string' ? first.code : 'remote',
      message: typeof message === 'string' ? message : 'The document service gives no reason.',
    };
  }
  for (const name of ['error_message', 'failure_reason', 'message', 'detail']) {
    const text = record[name];
    if (typeof text === 'string' && text !== '') return { code: 'remote', message: text };
  }
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
