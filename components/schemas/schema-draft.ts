import { newId } from '#lib/client/http/new-id.ts';
import type { Field, FieldType, RowField, SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { nameOfLabel } from '#lib/document/schemas/name-of-label.ts';

/** A field while it is edited; `key` stays while it is renamed and moved. */
export type FieldDraft = {
  key: string;
  name: string;
  /** True while the name follows the label. */
  isNameAuto: boolean;
  label: string;
  description: string;
  type: FieldType;
  required: boolean;
  options: string[];
  format: NonNullable<Field['format']> | null;
  minimum: string;
  maximum: string;
  pattern: string;
  columns: FieldDraft[];
};
export type RuleDraft = { key: string; formula: string; message: string };
export type EditorDraft = { name: string; description: string; fields: FieldDraft[]; rules: RuleDraft[] };

/** An empty field of a type. */
export function newField(type: FieldType = 'string'): FieldDraft {
  return {
    key: newId(),
    name: '',
    isNameAuto: true,
    label: '',
    description: '',
    type,
    required: false,
    options: [],
    format: null,
    minimum: '',
    maximum: '',
    pattern: '',
    columns: [],
  };
}

export function newRule(): RuleDraft {
  return { key: newId(), formula: '', message: '' };
}

function fieldDraft(field: Field | RowField): FieldDraft {
  return {
    key: newId(),
    name: field.name,
    isNameAuto: false,
    label: field.label,
    description: field.description,
    type: field.type,
    required: field.required,
    options: field.enum ?? [],
    format: field.format ?? null,
    minimum: field.minimum === undefined ? '' : String(field.minimum),
    maximum: field.maximum === undefined ? '' : String(field.maximum),
    pattern: field.pattern ?? '',
    columns: 'fields' in field ? (field.fields ?? []).map(fieldDraft) : [],
  };
}

/** A saved schema, or a draft from elsewhere, as the editor holds it. */
export function editorDraft(schema: SchemaDraft): EditorDraft {
  return {
    name: schema.name,
    description: schema.description,
    fields: schema.fields.map(fieldDraft),
    rules: schema.rules.map((rule) => ({ key: newId(), ...rule })),
  };
}

export const NUMBER_TYPES: ReadonlySet<FieldType> = new Set(['money', 'number', 'integer', 'percentage']);

/** A limit as the contract wants it: a number for number types, else text; undefined when empty. */
function limit(text: string, type: FieldType): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const number = Number(trimmed);
  return NUMBER_TYPES.has(type) && Number.isFinite(number) ? number : trimmed;
}

function plainField(field: FieldDraft): Field {
  const { name, label, description, type, required } = field;
  const options = field.options.map((option) => option.trim()).filter(Boolean);
  const hasLimits = NUMBER_TYPES.has(type) || type === 'date';
  const minimum = hasLimits ? limit(field.minimum, type) : undefined;
  const maximum = hasLimits ? limit(field.maximum, type) : undefined;
  return {
    name,
    label: label.trim(),
    description: description.trim(),
    type,
    required,
    ...(type === 'enum' ? { enum: options } : {}),
    ...(type === 'string' && field.format ? { format: field.format } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(type === 'string' && field.pattern.trim() ? { pattern: field.pattern.trim() } : {}),
    ...(type === 'rows' ? { fields: field.columns.map((column) => plainField(column) as RowField) } : {}),
  };
}

/** What would be saved; may still break the contract's rules. */
export function plainDraft(draft: EditorDraft): SchemaDraft {
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    fields: draft.fields.map(plainField),
    rules: draft.rules.map(({ formula, message }) => ({ formula: formula.trim(), message: message.trim() })),
  };
}

/** `fields` with one changed; a name that follows its label is made anew. */
export function changeField(fields: readonly FieldDraft[], key: string, change: Partial<FieldDraft>): FieldDraft[] {
  return fields.map((field) => {
    if (field.key !== key) return field;
    const next = { ...field, ...change };
    if (!next.isNameAuto || !('label' in change || 'isNameAuto' in change)) return next;
    const taken = new Set(fields.filter((other) => other.key !== key).map(({ name }) => name));
    return { ...next, name: nameOfLabel(next.label, taken) };
  });
}

/** `items` with those of `keys` put before or after the one with key `target`. */
export function moveItems<T extends { key: string }>(
  items: readonly T[],
  keys: ReadonlySet<string>,
  target: string,
  where: 'before' | 'after',
): T[] {
  const moved = items.filter(({ key }) => keys.has(key));
  const rest = items.filter(({ key }) => !keys.has(key));
  const at = rest.findIndex(({ key }) => key === target);
  if (at < 0) return [...items];
  return rest.toSpliced(where === 'before' ? at : at + 1, 0, ...moved);
}

/** `items` with one moved by `by` places. */
export function shiftItem<T extends { key: string }>(items: readonly T[], key: string, by: -1 | 1): T[] {
  const from = items.findIndex((item) => item.key === key);
  const to = from + by;
  const item = items[from];
  if (!item || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}
