import type { FlagReason } from '#lib/contract/desk/review.ts';
import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { checkVatDigits } from './check-vat-digits.ts';
import { matchesPattern, type PatternBudget } from './match-pattern.ts';
import { parseBic, parseEmail, parseIban, parseVatId } from './parse-identifier.ts';

export type ValueFault = { reason: Extract<FlagReason, 'bad_format' | 'not_an_option' | 'out_of_range'>; message: string };

const FORMATS: Partial<Record<NonNullable<RowField['format']>, { accepts: (text: string) => boolean; name: string }>> = {
  iban: { accepts: (text) => parseIban(text) !== null, name: 'an IBAN with the right check digits' },
  bic: { accepts: (text) => parseBic(text) !== null, name: 'a BIC' },
  vat_id: { accepts: (text) => parseVatId(text) !== null, name: 'a VAT identification number' },
  email: { accepts: (text) => parseEmail(text) !== null, name: 'an e-mail address' },
  url: { accepts: (text) => URL.canParse(text.includes('://') ? text : `https://${text}`), name: 'a web address' },
  phone: { accepts: (text) => text.replace(/\D/g, '').length >= 5 && /^[-+()\d\s./x]+$/i.test(text), name: 'a phone number' },
  currency: { accepts: (text) => /^[A-Z]{3}$/.test(text), name: 'a three-letter currency code' },
  time: { accepts: (text) => /^([01]?\d|2[0-3])[:.h][0-5]\d/.test(text), name: 'a time of day' },
};

function isDate(text: string): boolean {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null;
  // JavaScript takes 31 February for 3 March
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Why a field of this type cannot hold the value at all, whatever its options, format and range; null when it can. */
export function findTypeFault(field: Pick<Field, 'type'>, value: Value): string | null {
  if (value === null) return null;
  switch (field.type) {
    case 'date':
      return typeof value === 'string' && isDate(value) ? null : 'This is not a date.';
    case 'money':
    case 'number':
    case 'percentage':
      return typeof value === 'number' && Number.isFinite(value) ? null : 'This is not a number.';
    case 'integer':
      return typeof value === 'number' && Number.isInteger(value) ? null : 'This is not a whole number.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'This is neither yes nor no.';
    case 'list':
      return Array.isArray(value) ? null : 'This is not a list.';
    default:
      return typeof value === 'string' ? null : 'This is not text.';
  }
}

/**
 * What is wrong with a value by its field's type, options, format, pattern and range; null when nothing is (or it is null).
 * @param budget shared by values that are judged together; a value that it does not reach for is a fault, so that a person looks
 */
export function checkValue(field: RowField, value: Value, budget?: PatternBudget): ValueFault | null {
  if (value === null) return null;
  const fault = findTypeFault(field, value);
  if (fault) return { reason: 'bad_format', message: fault };
  if (field.type === 'enum' && typeof value === 'string' && !field.enum?.includes(value)) {
    return { reason: 'not_an_option', message: `“${value}” is not one of the options.` };
  }
  if (typeof value === 'string' && value !== '') {
    const format = field.format && FORMATS[field.format];
    if (format && !format.accepts(value)) return { reason: 'bad_format', message: `This is not ${format.name}.` };
    if (field.format === 'vat_id' && checkVatDigits(value) === false)
      return { reason: 'bad_format', message: 'The check digits of this VAT number are wrong: a digit may be misread or mistyped.' };
    // a pattern that cannot be used, of a schema saved long ago, asks for nothing
    const fits = field.pattern ? matchesPattern(field.pattern, value, budget) : null;
    if (fits === false) return { reason: 'bad_format', message: 'This does not match the format that the schema requires.' };
    if (fits === 'given_up')
      return { reason: 'bad_format', message: 'The format was not checked because the schema’s patterns take too long. Simplify them.' };
  }
  if (typeof value === 'number' || field.type === 'date') {
    if (field.minimum !== undefined && value < field.minimum) return { reason: 'out_of_range', message: `Less than ${field.minimum}.` };
    if (field.maximum !== undefined && value > field.maximum) return { reason: 'out_of_range', message: `More than ${field.maximum}.` };
  }
  return null;
}
