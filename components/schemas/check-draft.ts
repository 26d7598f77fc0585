import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { checkFormula } from '#lib/document/rules/check-formula.ts';
import { type EditorDraft, type FieldDraft, NUMBER_TYPES, plainDraft } from './schema-draft.ts';

/** Messages by place: `name`, `fields`, `FIELD_KEY.name`, `FIELD_KEY.options`, `RULE_KEY.formula` … */
export type Messages = ReadonlyMap<string, string>;

const PROPERTY: Record<string, string> = { enum: 'options', fields: 'columns' };

const SAME_NAME = 'Another field has this name.';

/** Turns the contract's path, e.g. `fields, 2, fields, 0, name`, into a place in the editor. */
function placeOf(draft: EditorDraft, path: readonly PropertyKey[]): string {
  const [first, index, ...rest] = path;
  if (first === 'rules') return `${draft.rules[Number(index)]?.key}.${String(rest[0] ?? 'formula')}`;
  if (first !== 'fields' || index === undefined) return String(first ?? 'name');
  let field: FieldDraft | undefined = draft.fields[Number(index)];
  let tail = rest;
  if (tail[0] === 'fields' && tail.length > 1) {
    field = field?.columns[Number(tail[1])];
    tail = tail.slice(2);
  }
  const property = String(tail[0] ?? 'name');
  return `${field?.key}.${PROPERTY[property] ?? property}`;
}

function checkNames(fields: readonly FieldDraft[], messages: Map<string, string>): void {
  const seen = new Set<string>();
  for (const field of fields) {
    if (!field.label.trim() && field.isNameAuto) messages.set(`${field.key}.label`, 'Enter a label.');
    if (field.name && seen.has(field.name)) messages.set(`${field.key}.name`, SAME_NAME);
    seen.add(field.name);
    for (const limit of ['minimum', 'maximum'] as const) {
      if (field[limit].trim() && NUMBER_TYPES.has(field.type) && !Number.isFinite(Number(field[limit]))) {
        messages.set(`${field.key}.${limit}`, 'Write a number, with a point for decimals.');
      }
      if (field[limit].trim() && field.type === 'date' && !/^\d{4}-\d\d-\d\d$/.test(field[limit].trim())) {
        messages.set(`${field.key}.${limit}`, 'Write a date as 2026-12-31.');
      }
    }
    if (field.type === 'string' && field.pattern.trim()) {
      try {
        new RegExp(field.pattern.trim(), 'u');
      } catch {
        messages.set(`${field.key}.pattern`, 'This is not a regular expression.');
      }
    }
    if (field.type === 'rows') checkNames(field.columns, messages);
  }
}

function checkRules(draft: EditorDraft, messages: Map<string, string>): void {
  for (const rule of draft.rules) {
    const message = rule.formula.trim() ? checkFormula(draft.fields, rule.formula) : 'Write a formula, or remove the rule.';
    if (message) messages.set(`${rule.key}.formula`, message);
  }
}

/** Everything that keeps the draft from being saved. */
export function checkDraft(draft: EditorDraft): Messages {
  const messages = new Map<string, string>();
  if (!draft.name.trim()) messages.set('name', 'Enter a name for the schema.');
  if (draft.fields.length === 0) messages.set('fields', 'Add at least one field.');
  checkNames(draft.fields, messages);
  checkRules(draft, messages);
  const parsed = schemaDraftSchema.safeParse(plainDraft(draft));
  for (const issue of parsed.error?.issues ?? []) {
    const place = placeOf(draft, issue.path);
    const key = place.split('.')[0];
    // One message is enough: an empty label explains an empty name, and equal names are told beside the name.
    if (place === 'fields' && [...messages.values()].includes(SAME_NAME)) continue;
    if (!messages.has(place) && !(place.endsWith('.name') && messages.has(`${key}.label`))) messages.set(place, issue.message);
  }
  return messages;
}

/** The desk's own messages by the same places. */
export function placeServerErrors(draft: EditorDraft, errors: Record<string, string>): Messages {
  return new Map(Object.entries(errors).map(([pointer, message]) => [placeOf(draft, pointer.split('/').slice(1)), message]));
}

/** True when any message belongs to the field or one of its columns. */
export function hasMessage(messages: Messages, field: FieldDraft): boolean {
  for (const place of messages.keys()) if (place.startsWith(`${field.key}.`)) return true;
  return field.columns.some((column) => hasMessage(messages, column));
}
