import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { checkValue } from '../values/check-value.ts';
import { parseBoolean } from '../values/parse-boolean.ts';
import { currencyCodes } from '../values/parse-currency.ts';
import { parseValue } from '../values/parse-value.ts';
import { nameOfLabel } from './name-of-label.ts';

/** Numbers that nobody counts with: they begin with a nought or are very long. */
const IDENTIFIER = /^(?:0\d+|\d{10,})$/;
const LONGEST_LABEL = 200;
const MOST_COLUMNS = 100;

type Shape = Pick<RowField, 'type' | 'format'>;

/**
 * The fields that a table's columns stand for: labels from the first row, types from the values below it. Without values, and where they
 * differ, a column is text. Columns without a heading are left out.
 * @param rows cells as they stand there, see `readDelimited`
 */
export function fieldsOfTable([headings = [], ...rows]: readonly (readonly string[])[]): RowField[] {
  const taken = new Set<string>();
  return headings.slice(0, MOST_COLUMNS).flatMap((heading, at) => {
    const label = heading.replaceAll(/\s+/g, ' ').slice(0, LONGEST_LABEL);
    if (label === '') return [];
    const name = nameOfLabel(label, taken) || nameOfLabel(`column ${at + 1}`, taken);
    taken.add(name);
    const values = rows.flatMap((row) => row[at] || []);
    return [{ name, label, description: '', required: false, ...shapeOf(values) }];
  });
}

function shapeOf(values: readonly string[]): Shape {
  if (values.length === 0) return { type: 'string' };
  return SHAPES.find(({ fits }) => values.every(fits))?.shape ?? { type: 'string' };
}

const isFormat = (format: NonNullable<RowField['format']>) => (text: string) =>
  checkValue({ name: 'x', label: '', description: '', required: false, type: 'string', format }, text) === null;
const isType = (type: RowField['type']) => (text: string) => parseValue(type, text) !== null;

/** The narrowest first. */
const SHAPES: readonly { shape: Shape; fits: (text: string) => boolean }[] = [
  { shape: { type: 'string', format: 'identifier' }, fits: (text) => IDENTIFIER.test(text) },
  { shape: { type: 'boolean' }, fits: (text) => !/^\d+$/.test(text) && parseBoolean(text) !== null },
  { shape: { type: 'string', format: 'currency' }, fits: (text) => currencyCodes.includes(text) },
  { shape: { type: 'string', format: 'email' }, fits: isFormat('email') },
  { shape: { type: 'string', format: 'iban' }, fits: isFormat('iban') },
  { shape: { type: 'string', format: 'vat_id' }, fits: isFormat('vat_id') },
  { shape: { type: 'string', format: 'url' }, fits: (text) => /^(?:https?:\/\/|www\.)/i.test(text) && isFormat('url')(text) },
  { shape: { type: 'percentage' }, fits: (text) => text.includes('%') && isType('percentage')(text) },
  { shape: { type: 'integer' }, fits: (text) => /^[-+]?\d+$/.test(text) },
  { shape: { type: 'date' }, fits: isType('date') },
  // with a currency, or to the cent
  { shape: { type: 'money' }, fits: (text) => /\p{L}|\p{Sc}|[.,]\d{2}$/u.test(text) && isType('money')(text) },
  { shape: { type: 'number' }, fits: isType('number') },
];
