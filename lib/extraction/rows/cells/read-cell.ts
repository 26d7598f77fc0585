import type { Value } from '#lib/contract/service/extraction.ts';
import type { Field, RowField } from '#lib/contract/service/extraction-schema.ts';
import { parseMoney } from '#lib/document/values/parse-money.ts';
import { parseNumber, parsePercentage } from '#lib/document/values/parse-number.ts';
import { parseValue } from '#lib/document/values/parse-value.ts';
import type { Locale } from '../../candidates/find-locale.ts';
import { repairDigits } from '../../candidates/page-stream.ts';

/** Types of columns that hold figures. */
export const FIGURES = new Set(['money', 'number', 'integer', 'percentage']);
const FIGURE = /[-−(]?(?:\d{1,3}(?:[.,’' \u00a0]\d{3})+|\d+)(?:[.,]\d+)?\)?[-−]?/;

/** Reads the text of a cell as the column's type; figures may have units or signs around them ("3 Std", "19 % VAT"). */
export function readCell(column: Field | RowField, text: string, locale: Locale): Value {
  const plain = text.trim();
  if (!plain) return null;
  const repaired = /\d/.test(plain) ? plain.split(' ').map(repairDigits).join(' ') : plain;
  switch (column.type) {
    case 'money':
      return money(repaired, locale);
    case 'number':
    case 'integer':
    case 'percentage': {
      const direct = parsePercentage(repaired, locale.decimalSign) ?? money(repaired, locale);
      if (direct !== null) return direct;
      const figure = onlyFigure(repaired);
      return figure ? (parseNumber(figure, locale.decimalSign) ?? parseNumber(figure.split(' ')[0] ?? '', locale.decimalSign)) : null;
    }
    case 'date':
    case 'boolean':
    case 'enum':
      return parseValue(column.type, plain, locale, column.enum ?? []);
    case 'list':
      return [plain];
    default:
      return plain;
  }
}

/** The figure of a text that holds no second one: none for dates, times and lists. Units may hold digits ("1 H87", "3 m2"). */
function onlyFigure(text: string): string | undefined {
  const match = FIGURE.exec(text);
  if (!match || /\d/.test(text.slice(0, match.index))) return undefined;
  const [glued = '', ...rest] = text.slice(match.index + match[0].length).split(' ');
  const isUnit = (part: string) => !/\d/.test(part) || /^[\p{L}(]/u.test(part) || /^\d\S*\p{L}$/u.test(part);
  return /\d/.test(glued) && !/^\p{L}/u.test(glued) ? undefined : rest.every(isUnit) ? match[0] : undefined;
}

/** Thousands and decimals parted by one and the same sign, as worn text is recognised. */
const SAME_SIGNS = /^(\d{1,3}(?:[.,]\d{3})+)[.,](\d{2})$/;

function money(text: string, locale: Locale): number | null {
  const same = SAME_SIGNS.exec(text);
  if (same) return Number(`${same[1]?.replace(/[.,]/g, '')}.${same[2]}`);
  const direct = parseMoney(text, locale.decimalSign);
  if (direct) return direct.amount;
  const figure = onlyFigure(text);
  const letters = text.replace(/[^\p{L}]/gu, '').length;
  if (!figure || letters > 8) return null;
  return parseMoney(figure, locale.decimalSign)?.amount ?? null;
}
