import { newRecord } from '#lib/contract/json/new-record.ts';
import { type ExtractedRow, type ExtractedValue, type ExtractionResult, extractionResultSchema } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { escapeStep, findFields, isEnvelope, nameKey } from './find-fields.ts';
import { findCells, findRows, MOST_CELLS } from './find-rows.ts';
import { openTexts } from './open-texts.ts';
import { isRecord } from './read-status.ts';
import { type ParseText, readValue } from './read-value.ts';

/** A job's fields as the desk knows them. `unfitting`: JSON Pointer into the answer → what no field took. */
export type JobAnswer = { result: ExtractionResult; unfitting: Record<string, unknown> };

const NOTHING: ExtractedValue = {
  value: null,
  text: null,
  confidence: 0,
  support: 'alone',
  absent: true,
  evidence: [],
  candidates: [],
  reason: 'Not in the service’s response.',
};

/**
 * Reads the fields of a finished job, wherever and however they stand in its answer, by a schema. Answers of our own
 * service are taken as they are. Every field gets an entry; what fits no field is listed, nothing is dropped.
 * @param parseText reads values that came as text in other notations than JSON and ISO 8601
 */
export function readJobAnswer(given: unknown, fields: readonly Field[], parseText?: ParseText): JobAnswer {
  const answer = openTexts(given);
  const own = isRecord(answer) ? extractionResultSchema.safeParse(answer.result) : null;
  if (own?.success && fields.every(({ name }) => Object.hasOwn(own.data.fields, name))) return takeOwn(own.data, fields);
  const found = findFields(
    answer,
    fields.map(({ name }) => name),
  );
  const unfitting: Record<string, unknown> = {};
  const left = new Map(found?.entries);
  const result: ExtractionResult = { fields: newRecord(), completeness: {}, engine: 'remote' };
  for (const field of fields) {
    const name = match(field, left.keys());
    const given = name === null ? undefined : left.get(name);
    const pointer = `${found?.pointer ?? ''}/${escapeStep(name ?? field.name)}`;
    if (name !== null) left.delete(name);
    if (field.type === 'rows') result.fields[field.name] = given === undefined ? [] : readRows(field, given, pointer, unfitting, parseText);
    else if (given === undefined) result.fields[field.name] = NOTHING;
    else result.fields[field.name] = take(readValue(field, given, parseText), pointer, unfitting);
  }
  for (const [name, value] of left) unfitting[`${found?.pointer ?? ''}/${escapeStep(name)}`] = value;
  collectRest(answer, '', found?.pointer ?? null, unfitting);
  return { result, unfitting };
}

function takeOwn(result: ExtractionResult, fields: readonly Field[]): JobAnswer {
  const names = new Set(fields.map(({ name }) => name));
  const unfitting = Object.fromEntries(
    Object.entries(result.fields)
      .filter(([name]) => !names.has(name))
      .map(([name, value]) => [`/result/fields/${escapeStep(name)}`, value]),
  );
  const kept = Object.fromEntries(Object.entries(result.fields).filter(([name]) => names.has(name)));
  return { result: { ...result, fields: kept }, unfitting };
}

/** The entry that is meant by a field: by its name, else by its label. */
function match(field: Field | RowField, names: Iterable<string>): string | null {
  const all = [...names];
  const by = (wanted: string) => (wanted ? all.find((name) => nameKey(name) === nameKey(wanted)) : undefined);
  return (all.includes(field.name) ? field.name : undefined) ?? by(field.name) ?? by(field.label) ?? null;
}

function take(
  { value, unfitting: inner }: ReturnType<typeof readValue>,
  pointer: string,
  unfitting: Record<string, unknown>,
): ExtractedValue {
  for (const [below, rest] of Object.entries(inner)) unfitting[pointer + below] = rest;
  return value;
}

function readRows(
  field: Field,
  given: unknown,
  pointer: string,
  unfitting: Record<string, unknown>,
  parseText: ParseText | undefined,
): ExtractedRow[] {
  const list = findRows(given);
  if (!list) {
    if (given !== null) unfitting[pointer] = given;
    return [];
  }
  const columns = field.fields ?? [];
  if (list.length * columns.length > MOST_CELLS) {
    unfitting[pointer] = given;
    return [];
  }
  return list.flatMap((row, index) => {
    const at = `${pointer}/${index}`;
    const cells = findCells(row);
    if (!cells) {
      unfitting[at] = row;
      return [];
    }
    const left = new Map(Object.entries(cells));
    const read: ExtractedRow = newRecord();
    for (const column of columns) {
      const name = match(column, left.keys());
      if (name === null) read[column.name] = NOTHING;
      else read[column.name] = take(readValue(column, left.get(name), parseText), `${at}/${escapeStep(name)}`, unfitting);
      if (name !== null) left.delete(name);
    }
    for (const [name, value] of left) if (value !== null && !isEnvelope(name)) unfitting[`${at}/${escapeStep(name)}`] = value;
    return [read];
  });
}

/** Lists what stands beside the fields and is neither about the job nor on the way to the fields. */
function collectRest(value: unknown, pointer: string, fieldsAt: string | null, unfitting: Record<string, unknown>): void {
  if (pointer === fieldsAt || !isRecord(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const at = `${pointer}/${escapeStep(name)}`;
    if (fieldsAt !== null && (fieldsAt === at || fieldsAt.startsWith(`${at}/`))) collectRest(inner, at, fieldsAt, unfitting);
    else if (!isEnvelope(name) && inner !== null && inner !== undefined) unfitting[at] = inner;
  }
}
