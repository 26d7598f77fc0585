import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractedRow, ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Page } from '#lib/contract/service/reading.ts';
import { locate } from '#lib/document/grounding/locate.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';

/** What a model's value is worth before anything else agrees with it: seen on the page, or not. */
const SEEN = 0.7;
const UNSEEN = 0.3;

/** A model's answer for a field as a value of its type; null for what is not one. */
function toValue(field: RowField, given: unknown): Value {
  if (given === null || given === undefined || given === '') return null;
  if (field.type === 'list') return Array.isArray(given) ? given.filter((entry) => typeof entry === 'string') : null;
  if (typeof given === 'boolean') return field.type === 'boolean' ? given : null;
  if (typeof given === 'number') {
    if (!Number.isFinite(given)) return null;
    if (field.type === 'integer' && !Number.isInteger(given)) return null;
    return ['money', 'number', 'integer', 'percentage'].includes(field.type) ? given : field.type === 'string' ? String(given) : null;
  }
  return typeof given === 'string' ? parseValue(field.type, given, {}, field.enum ?? []) : null;
}

function ground(field: RowField, given: unknown, pages: readonly Page[]): ExtractedValue {
  const value = toValue(field, given);
  if (value === null) return { value, text: null, confidence: 0.5, evidence: [], candidates: [], reason: 'The model found nothing.' };
  const isStated = field.type === 'boolean' || field.type === 'enum';
  const places = isStated
    ? []
    : locate(value, field.type, pages, { label: field.label || field.name, limit: Array.isArray(value) ? 50 : 1 });
  const isSeen = isStated || places.length > 0;
  return {
    value,
    text: places.map((evidence) => evidence.text).join(' ') || null,
    confidence: isSeen ? SEEN : UNSEEN,
    evidence: places,
    candidates: [],
    reason: 'Read by the language model.',
    ...(isSeen ? {} : { flags: ['not_on_page' as const] }),
  };
}

function groundRow(columns: readonly RowField[], given: Record<string, unknown>, pages: readonly Page[]): ExtractedRow {
  return Object.fromEntries(columns.map((column) => [column.name, ground(column, ownValue(given, column.name), pages)]));
}

/**
 * Turns a model's JSON answer into an extraction result: each value in its field's type, with the place where it stands,
 * or marked `not_on_page`. What does not fit its type becomes null; fields the schema does not have are left out.
 */
export function groundModelAnswer(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  answer: Record<string, unknown>;
  pages: readonly Page[];
  engine: string;
}): ExtractionResult {
  const fields: ExtractionResult['fields'] = newRecord();
  for (const field of input.schema.fields) {
    const given = ownValue(input.answer, field.name);
    if (field.type === 'rows') {
      const rows = Array.isArray(given) ? given.filter((row) => typeof row === 'object' && row !== null) : [];
      fields[field.name] = rows.map((row) => groundRow(field.fields ?? [], row as Record<string, unknown>, input.pages));
    } else {
      fields[field.name] = ground(field as RowField, given, input.pages);
    }
  }
  return { fields, completeness: {}, engine: input.engine };
}
