import { isRecord } from './read-status.ts';

/** Letters and digits of a name, lower case: `Invoice No.`, `invoice_no` and `invoiceNo` are one. */
export function nameKey(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** What stands around the fields in a job's record and is not one of them. */
const ENVELOPE = new Set(
  [
    'type',
    'object',
    'id',
    'uuid',
    'job_id',
    'document_id',
    'schema_id',
    'schema_version',
    'schema',
    'status',
    'state',
    'phase',
    'created_at',
    'updated_at',
    'started_at',
    'completed_at',
    'finished_at',
    'error',
    'errors',
    'message',
    'progress',
    'links',
    'url',
    'version',
    'engine',
    'duration_ms',
  ].map(nameKey),
);
/** Where fields usually stand, the likeliest first; decides between places that fit the schema equally well. */
const USUAL = [
  'fields',
  'result',
  'results',
  'data',
  'extraction',
  'extractions',
  'extracted_fields',
  'extracted_data',
  'output',
  'outputs',
  'values',
  'entities',
  'answer',
  'payload',
  'response',
].map(nameKey);
const NAMES_OF_ENTRIES = ['name', 'key', 'field', 'field_name', 'fieldName', 'label', 'id', 'type', 'mentionText'];
const DEEPEST = 5;
const MOST_PLACES = 2_000;

/** The fields of an answer, by the names the deployment gives them, and the JSON Pointer of where they stand. */
export type FoundFields = { pointer: string; entries: Map<string, unknown> };

/**
 * Finds the fields of a job wherever they stand: an object by name, or a list of entries that name themselves. The place
 * with most of the schema's names wins; without a schema, or when no name fits, the usual places count.
 * @param names the schema's field names
 */
export function findFields(answer: unknown, names: readonly string[]): FoundFields | null {
  const wanted = new Set(names.map(nameKey));
  let best: { found: FoundFields; rank: number[] } | null = null;
  for (const place of places(answer)) {
    const entries = entriesOf(place.value, place.depth === 0 || place.isRecordOfJob);
    if (!entries || entries.size === 0) continue;
    const fits = [...entries.keys()].filter((name) => wanted.has(nameKey(name))).length;
    const usual = USUAL.indexOf(nameKey(place.name));
    if (fits === 0 && usual < 0) continue;
    // without a fitting name, the deepest of the usual places: `result.fields` rather than `result`
    const rank = [fits, fits > 0 ? -place.depth : place.depth, usual < 0 ? -USUAL.length : -usual];
    if (!best || compare(rank, best.rank) > 0) best = { found: { pointer: place.pointer, entries }, rank };
  }
  return best?.found ?? null;
}

type Place = { value: unknown; pointer: string; name: string; depth: number; isRecordOfJob: boolean };

/** All objects and lists, level by level. */
function* places(answer: unknown): Generator<Place> {
  const queue: Place[] = [{ value: answer, pointer: '', name: '', depth: 0, isRecordOfJob: true }];
  for (let index = 0; index < queue.length && index < MOST_PLACES; index++) {
    const place = queue[index]!;
    yield place;
    if (place.depth >= DEEPEST) continue;
    const inner = isRecord(place.value)
      ? Object.entries(place.value)
      : Array.isArray(place.value) && place.value.length === 1
        ? [['0', place.value[0]] as const]
        : [];
    for (const [name, value] of inner) {
      if (typeof value !== 'object' || value === null) continue;
      const isRecordOfJob = isRecord(value) && ('status' in value || 'state' in value) && ('id' in value || 'job_id' in value);
      queue.push({
        value,
        pointer: `${place.pointer}/${escapeStep(name)}`,
        name: name === '0' ? place.name : name,
        depth: place.depth + 1,
        isRecordOfJob,
      });
    }
  }
}

/** The named entries of a place; null when it has none. */
function entriesOf(value: unknown, isEnvelope: boolean): Map<string, unknown> | null {
  if (Array.isArray(value)) return entriesOfList(value);
  if (!isRecord(value)) return null;
  const entries = Object.entries(value).filter(([name]) => !isEnvelope || !ENVELOPE.has(nameKey(name)));
  return new Map(entries);
}

/** `[{"name": "total", "value": 5}, …]`; entries of one name are gathered into a list. */
function entriesOfList(list: unknown[]): Map<string, unknown> | null {
  if (list.length === 0 || !list.every(isRecord)) return null;
  const key = NAMES_OF_ENTRIES.find((name) => list.every((entry) => typeof entry[name] === 'string'));
  if (!key) return null;
  const entries = new Map<string, unknown>();
  for (const entry of list) {
    const name = entry[key] as string;
    const { [key]: _name, ...rest } = entry;
    if (!entries.has(name)) entries.set(name, rest);
    else entries.set(name, [...[entries.get(name)].flat(), rest]);
  }
  return entries;
}

/** True for the name of a place where fields usually stand. */
export function isUsualPlace(name: string): boolean {
  return USUAL.includes(nameKey(name));
}

/** True for what a record carries besides fields. */
export function isEnvelope(name: string): boolean {
  return ENVELOPE.has(nameKey(name));
}

/** A step of a JSON Pointer (RFC 6901). */
export function escapeStep(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function compare(a: number[], b: number[]): number {
  for (const [index, value] of a.entries()) if (value !== b[index]) return value - b[index]!;
  return 0;
}
