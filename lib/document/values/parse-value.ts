import type { Value } from '#lib/contract/service/extraction.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from './fold-text.ts';
import { parseBoolean } from './parse-boolean.ts';
import { type DateOrder, parseDate } from './parse-date.ts';
import { parseMoney } from './parse-money.ts';
import { parseNumber, parsePercentage } from './parse-number.ts';

/** How a person or document writes: for spellings that can be read in two ways. */
export type Locale = { dateOrder?: DateOrder; decimalSign?: '.' | ',' | null };

/**
 * Reads a typed or printed text as a value of a field type (not `rows`).
 * @param options the choices of an `enum` field; the answer is the choice as the schema spells it
 * @returns the value, or null when the text is empty or not of that type
 */
export function parseValue(type: FieldType, text: string, locale: Locale = {}, options: readonly string[] = []): Value {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const decimalSign = locale.decimalSign ?? null;
  switch (type) {
    case 'date':
      return parseDate(trimmed, locale.dateOrder ?? 'dmy');
    case 'money':
      return parseMoney(trimmed, decimalSign)?.amount ?? null;
    case 'number':
      return parseNumber(trimmed, decimalSign) ?? parseMoney(trimmed, decimalSign)?.amount ?? null;
    case 'integer': {
      const value = parseNumber(trimmed, decimalSign);
      return value !== null && Number.isInteger(value) ? value : null;
    }
    case 'percentage':
      return parsePercentage(trimmed, decimalSign);
    case 'boolean':
      return parseBoolean(trimmed);
    case 'enum':
      return options.find((option) => textKey(option) === textKey(trimmed)) ?? null;
    case 'list':
      return trimmed
        .split(/\s*[;\n]\s*/)
        .map((entry) => entry.trim())
        .filter(Boolean);
    default:
      return trimmed;
  }
}
