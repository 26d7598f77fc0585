import type { Action, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { newRecord } from '#lib/contract/json/new-record.ts';
import { ownValue } from '#lib/contract/json/own-value.ts';
import type { ExtractedRow, ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { isEmptyValue } from '../values/is-empty-value.ts';
import { formatPointer, parsePointer } from '../values/pointer.ts';
import { type OpinionFields, withOpinion } from './opinion-fields.ts';

function toMergedValue(pointer: string, extracted: ExtractedValue | undefined): MergedValue {
  return {
    pointer,
    value: extracted?.value ?? null,
    text: extracted?.text ?? null,
    confidence: extracted?.support ? null : (extracted?.confidence ?? 0),
    ...(extracted?.support ? { support: extracted.support } : {}),
    evidence: extracted?.evidence ?? [],
    candidates: (extracted?.candidates ?? []).map(({ support, ...rest }) => (support ? { ...rest, confidence: null } : rest)),
    ...(extracted?.reason ? { reason: extracted.reason } : {}),
    ...(extracted?.currency ? { currency: extracted.currency } : {}),
    machine_flags: extracted?.flags ?? [],
    ...(extracted?.remembered ? { remembered: extracted.remembered } : {}),
    ...(extracted?.record ? { record: extracted.record } : {}),
    status: 'machine',
    original: extracted?.value ?? null,
  };
}

function toMergedRow(name: string, index: number, columns: readonly RowField[], row: ExtractedRow | undefined, key: string): MergedRow {
  const cells = columns.map((column) => [
    column.name,
    toMergedValue(formatPointer(name, index, column.name), row && ownValue(row, column.name)),
  ]);
  return { key, pointer: formatPointer(name, index), origin: row ? 'machine' : 'human', cells: Object.fromEntries(cells) };
}

function by(action: Action) {
  return { actor: action.actor, at: action.at };
}

function applyToValue(value: MergedValue, action: Action, extracted: MergedValue): MergedValue {
  const { draft } = action;
  switch (draft.kind) {
    case 'confirm': {
      // Where there is nothing, nothing is confirmed: a person says that it is empty.
      const confirmed = isEmptyValue(value.value) ? 'cleared' : 'confirmed';
      return { ...value, status: value.status === 'machine' ? confirmed : value.status, ...by(action) };
    }
    case 'correct':
      return {
        ...value,
        value: draft.value,
        text: draft.evidence.map((evidence) => evidence.text).join(' ') || null,
        evidence: draft.evidence,
        status: 'corrected',
        ...by(action),
      };
    case 'clear':
      return { ...value, value: null, text: null, evidence: [], status: 'cleared', ...by(action) };
    case 'revert':
      return { ...extracted, pointer: value.pointer };
    default:
      return value;
  }
}

/** Rows with the pointers of their places; those that stay in place are the same objects. */
function repoint(name: string, rows: MergedRow[]): MergedRow[] {
  return rows.map((row, index) => {
    const pointer = formatPointer(name, index);
    if (row.pointer === pointer) return row;
    const cells = Object.entries(row.cells).map(([column, cell]) => [column, { ...cell, pointer: formatPointer(name, index, column) }]);
    return { ...row, pointer, cells: Object.fromEntries(cells) };
  });
}

function applyToRows(
  name: string,
  rows: MergedRow[],
  action: Action,
  columns: readonly RowField[],
  findExtractedRow: (key: string) => MergedRow | undefined,
): MergedRow[] {
  const { draft } = action;
  const [, indexText = '', column] = parsePointer(draft.pointer);
  const index = Number(indexText);
  if (!Number.isInteger(index) || index < 0) return rows;
  const row = rows[index];
  if (draft.kind === 'insert_row') {
    const isGone = !rows.some((candidate) => candidate.key === draft.restores);
    const restored = isGone && draft.restores !== undefined ? findExtractedRow(draft.restores) : undefined;
    const inserted = restored ? { ...restored, cells: { ...restored.cells } } : toMergedRow(name, index, columns, undefined, action.id);
    for (const { name: cellName } of columns) {
      const given = ownValue(draft.values, cellName);
      const cell = ownValue(inserted.cells, cellName);
      if (!cell || (restored && !given)) continue;
      const text = given?.evidence.map((evidence) => evidence.text).join(' ') || null;
      inserted.cells[cellName] = given
        ? { ...cell, value: given.value, evidence: given.evidence, text, status: 'corrected', ...by(action) }
        : { ...cell, status: 'cleared', ...by(action) };
    }
    return repoint(name, rows.toSpliced(Math.min(index, rows.length), 0, inserted));
  }
  if (!row) return rows;
  if (draft.kind === 'remove_row') return repoint(name, rows.toSpliced(index, 1));
  if (draft.kind === 'move_row') return repoint(name, rows.toSpliced(index, 1).toSpliced(Math.min(draft.to, rows.length - 1), 0, row));
  const untouched = findExtractedRow(row.key);
  const blank = toMergedRow(name, index, columns, undefined, row.key);
  const apply = (cellName: string, cell: MergedValue) =>
    applyToValue(cell, action, (untouched && ownValue(untouched.cells, cellName)) ?? ownValue(blank.cells, cellName) ?? cell);
  if (column === undefined) {
    const cells = Object.entries(row.cells).map(([cellName, cell]) => [cellName, apply(cellName, cell)]);
    return rows.with(index, { ...row, cells: Object.fromEntries(cells) });
  }
  const cell = ownValue(row.cells, column);
  return cell ? rows.with(index, { ...row, cells: { ...row.cells, [column]: apply(column, cell) } }) : rows;
}

/** The extracted values alone, in the form the review shows, with what a second opinion says of them: no action applied yet. */
export function extractedFields(
  schema: Pick<SchemaDraft, 'fields'>,
  result: ExtractionResult | null,
  opinion: OpinionFields | null = null,
): MergedFields {
  const fields: MergedFields = newRecord();
  for (const field of schema.fields) {
    const extracted = result ? ownValue(result.fields, field.name) : undefined;
    if (field.type === 'rows') {
      const columns = field.fields ?? [];
      const rows = Array.isArray(extracted) ? extracted : [];
      fields[field.name] = rows.map((row, index) => toMergedRow(field.name, index, columns, row, `m${index}`));
    } else {
      const value = toMergedValue(formatPointer(field.name), Array.isArray(extracted) ? undefined : extracted);
      fields[field.name] = withOpinion(value, opinion ? ownValue(opinion, field.name) : undefined);
    }
  }
  return fields;
}

/** A merged value as it was extracted, for a browser that was not given all extracted values. */
function withoutPeople(value: MergedValue): MergedValue {
  const { actor: _actor, at: _at, ...rest } = value;
  return { ...rest, value: value.original, status: 'machine' };
}

/** The extracted row with a key: mostly in its own place, but a browser may have seen only some of the rows, in any order. */
function extractedRowOf(rows: readonly MergedRow[], key: string): MergedRow | undefined {
  if (!key.startsWith('m')) return undefined;
  const inPlace = rows[Number(key.slice(1))];
  return inPlace?.key === key ? inPlace : rows.find((row) => row.key === key);
}

/** A row as it was extracted. */
export function rowWithoutPeople(row: MergedRow): MergedRow {
  return { ...row, cells: Object.fromEntries(Object.entries(row.cells).map(([name, cell]) => [name, withoutPeople(cell)])) };
}

/**
 * One action over merged fields. `extracted` is where `revert` takes values back from; without it the `original` values
 * the fields carry are used. An action whose pointer is not in the fields has no effect. Nothing is mutated.
 */
export function applyAction(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  fields: MergedFields;
  action: Action;
  extracted?: MergedFields;
}): MergedFields {
  const { schema, fields, action } = input;
  const [name = ''] = parsePointer(action.draft.pointer);
  const current = ownValue(fields, name);
  if (current === undefined) return fields;
  const extracted = input.extracted && ownValue(input.extracted, name);
  if (!Array.isArray(current)) {
    const untouched = extracted !== undefined && !Array.isArray(extracted) ? extracted : withoutPeople(current);
    return { ...fields, [name]: applyToValue(current, action, untouched) };
  }
  const columns = schema.fields.find((field) => field.name === name)?.fields ?? [];
  // Looked up only when needed: a step may change thousands of cells.
  const findExtractedRow = (key: string): MergedRow | undefined => {
    if (Array.isArray(extracted)) return extractedRowOf(extracted, key);
    const row = current.find((candidate) => candidate.key === key);
    return row?.origin === 'machine' ? rowWithoutPeople(row) : undefined;
  };
  return { ...fields, [name]: applyToRows(name, current, action, columns, findExtractedRow) };
}

/**
 * Lays people's actions over the extracted values: what the review shows and what is exported.
 *
 * Actions apply in the given order; row indices in their pointers mean the merged rows at that moment. An action whose
 * pointer is not in the schema (a field since removed) has no effect. `confirm`, `clear` and `revert` on a row's pointer
 * apply to each of its cells. Nothing is mutated.
 */
export function mergeActions(input: {
  schema: Pick<SchemaDraft, 'fields'>;
  result: ExtractionResult | null;
  /** What another deployment says of the values; they stay as they are. */
  opinion?: OpinionFields | null;
  actions: readonly Action[];
}): MergedFields {
  const extracted = extractedFields(input.schema, input.result, input.opinion);
  return input.actions.reduce((fields, action) => applyAction({ schema: input.schema, fields, action, extracted }), extracted);
}
