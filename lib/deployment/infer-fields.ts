import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { findFields, isEnvelope } from './find-fields.ts';
import { findCells, findListedRows } from './find-rows.ts';
import { openTexts } from './open-texts.ts';
import { isRecord } from './read-status.ts';

const MOST_FIELDS = 300;
const MOST_COLUMNS = 60;
/** Keys under which a wrapped value stands. */
const WRAPPED = ['value', 'normalized_value', 'normalizedValue', 'answer', 'content', 'text', 'raw'];
const MONEY = /amount|total|price|subtotal|balance|cost|fee|tax(?!_?(id|rate|number))|betrag|summe|preis|montant/i;

/**
 * Infers a schema's fields from the answer of a finished job whose schema only the deployment knows: names as it gives
 * them, types by what the values look like. A field that this document does not have cannot be seen; types can be wrong
 * where one example says little, so a person should look at the result.
 * @returns no fields when none were found
 */
export function inferFields(given: unknown): Field[] {
  const answer = openTexts(given);
  const found = findFields(answer, []);
  // fields may stand in the job's record itself
  const entries = found ? [...found.entries] : isRecord(answer) ? Object.entries(answer) : [];
  const taken = new Set<string>();
  return entries
    .filter(([name]) => !isEnvelope(name))
    .slice(0, MOST_FIELDS)
    .map(([name, given]) => inferField(name, given, taken));
}

function inferField(original: string, given: unknown, taken: Set<string>): Field {
  const base = { name: fieldName(original, taken), label: labelOf(original), description: '', required: false };
  const rows = listRows(given);
  if (!rows) return { ...base, type: typeOf(original, given) };
  const columns = new Map<string, unknown>();
  for (const row of rows)
    for (const [name, value] of Object.entries(row)) {
      const known = columns.get(name);
      if (known === undefined || known === null) columns.set(name, value);
    }
  const names = new Set<string>();
  const fields = [...columns].slice(0, MOST_COLUMNS).map(([name, value]): RowField => {
    return { name: fieldName(name, names), label: labelOf(name), description: '', required: false, type: typeOf(name, value) };
  });
  return { ...base, type: 'rows', fields };
}

/** The rows of a value that is a table; null when it is none. Lists of wrapped values and of candidates are none. */
function listRows(given: unknown): Record<string, unknown>[] | null {
  const listed = findListedRows(given);
  if (!listed || listed.length === 0 || !listed.every(isRecord)) return null;
  const rows = listed.map((row) => findCells(row)!);
  const isWrapped = rows.every((row) => WRAPPED.some((name) => name in row) && Object.keys(row).length <= 6);
  return isWrapped || rows.every((row) => Object.keys(row).length === 0) ? null : rows;
}

function typeOf(name: string, given: unknown): RowField['type'] {
  const value = unwrap(given);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return MONEY.test(name) ? 'money' : 'number';
  if (Array.isArray(value)) return 'list';
  if (typeof value !== 'string') return MONEY.test(name) ? 'money' : /date|datum/i.test(name) ? 'date' : 'string';
  if (/^\d{4}-\d{2}-\d{2}(T.*)?$/.test(value)) return 'date';
  if (MONEY.test(name) && /^-?\d+([.,]\d+)?$/.test(value)) return 'money';
  return 'string';
}

function unwrap(given: unknown, depth = 0): unknown {
  if (depth > 3) return null;
  if (Array.isArray(given) && given.length > 0 && given.every(isRecord)) return unwrap(given[0], depth + 1);
  if (!isRecord(given)) return given;
  if (typeof given.amount === 'number') return given.amount;
  const key = WRAPPED.find((name) => name in given);
  return key === undefined ? null : unwrap(given[key], depth + 1);
}

/** A name that a field may have, as near to the original as can be. */
function fieldName(original: string, taken: Set<string>): string {
  const plain = original
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9_]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, 'field_')
    .slice(0, 60);
  let name = plain || 'field';
  for (let next = 2; taken.has(name); next += 1) name = `${plain || 'field'}_${next}`;
  taken.add(name);
  return name;
}

/** The original name, so that answers are matched by it; its words apart when nothing is lost. */
function labelOf(original: string): string {
  const words = original
    .replace(/[_\s]+/g, ' ')
    .replace(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 200);
}
