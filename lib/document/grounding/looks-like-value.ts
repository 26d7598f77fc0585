import { shapeOf } from '../schemas/fields-of-table.ts';

/** A text with so many digits, at least as many as it has letters, is a code: "Q1" is still a label. */
const LEAST_DIGITS = 3;
const YEAR = /^(?:19|20)\d{2}$/;

/**
 * True for a text that states something, as a date, an amount, an address of mail or a code does, and so is no label of other values.
 * Words are none: "No" and "EUR" head columns. Nor is a year, which heads the columns of a comparison.
 */
export function looksLikeValue(text: string): boolean {
  const plain = text.trim();
  if (YEAR.test(plain)) return false;
  const { type, format } = shapeOf([plain]);
  if (type === 'string' ? format !== undefined && format !== 'currency' : type !== 'boolean') return true;
  const digits = count(plain, /\d/g);
  return digits >= LEAST_DIGITS && digits >= count(plain, /\p{L}/gu);
}

/** What a value is like: all values of a table's column are like each other. Empty for words, which may stand for any of them. */
export function familyOf(text: string): string {
  if (!looksLikeValue(text)) return '';
  const { type, format } = shapeOf([text.trim()]);
  // numbers of articles have letters in one row and none in the next
  return type === 'date' ? 'date' : format === undefined || format === 'identifier' ? 'number' : format;
}

const count = (text: string, sign: RegExp) => text.match(sign)?.length ?? 0;
