import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { checkValue } from '../values/check-value.ts';
import { parseBoolean } from '../values/parse-boolean.ts';
import { currencyCodes } from '../values/parse-currency.ts';
import { parseValue } from '../values/parse-value.ts';
import { nameOfLabel } from './name-of-label.ts';

const LONGEST_LABEL = 200;
const MOST_COLUMNS = 100;

type Shape = Pick<RowField, 'type' | 'format'>;

/**
 * The fields that a table's columns stand for: labels from the first row, types from the values below it. Without values, and where they
 * differ, a column is text. Columns without a
 * heading are left out, and those after the first hundred.
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

/** Type and format that all of the texts fit; text where there are none, and where they differ. */
export function shapeOf(values: readonly string[]): Shape {
  if (values.length === 0) return { type: 'string' };
  return SHAPES.find(({ fits }) => fits(values))?.shape ?? { type: 'string' };
}

type Test = (values: readonly string[]) => boolean;
const all =
  (test: (text: string) => boolean): Test =>
  (values) =>
    values.every(test);
const isFormat = (format: NonNullable<RowField['format']>) => (text: string) =>
  checkValue({ name: 'x', label: '', description: '', required: false, type: 'string', format }, text) === null;
const isType = (type: RowField['type']) => (text: string) => parseValue(type, text) !== null;
const isDigits = (text: string) => /^\d+$/.test(text);

/** Numbers that nobody counts with: some begin with a nought or are very long. */
const areIdentifiers: Test = (values) => values.every(isDigits) && values.some((text) => /^0\d|^\d{10}/.test(text));
/** Some have a currency, or all are written to the cent. */
const areAmounts: Test = (values) =>
  values.every(isType('money')) && (values.some((text) => /[\p{L}\p{Sc}]/u.test(text)) || values.every((text) => /[.,]\d{2}$/.test(text)));

/** The narrowest first. */
const SHAPES: readonly { shape: Shape; fits: Test }[] = [
  { shape: { type: 'string', format: 'identifier' }, fits: areIdentifiers },
  { shape: { type: 'boolean' }, fits: all((text) => !isDigits(text) && parseBoolean(text) !== null) },
  { shape: { type: 'string', format: 'currency' }, fits: all((text) => currencyCodes.includes(text)) },
  { shape: { type: 'string', format: 'email' }, fits: all(isFormat('email')) },
  { shape: { type: 'string', format: 'iban' }, fits: all(isFormat('iban')) },
  { shape: { type: 'string', format: 'vat_id' }, fits: all(isFormat('vat_id')) },
  { shape: { type: 'string', format: 'url' }, fits: all((text) => /^(?:https?:\/\/|www\.)/i.test(text) && isFormat('url')(text)) },
  { shape: { type: 'percentage' }, fits: all((text) => text.includes('%') && isType('percentage')(text)) },
  { shape: { type: 'integer' }, fits: all((text) => /^[-+]?\d+$/.test(text)) },
  { shape: { type: 'date' }, fits: all(isType('date')) },
  { shape: { type: 'money' }, fits: areAmounts },
  { shape: { type: 'number' }, fits: all(isType('number')) },
];
