import type { Value } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { textKey } from './fold-text.ts';
import { type Locale, parseValue } from './parse-value.ts';

const FIGURE = /[-−(]?(?:\d{1,3}(?:[.,’' \u00a0\u202f]\d{3})+|\d+)(?:[.,]\d+)?\)?[-−]?/;
const FIGURES: ReadonlySet<RowField['type']> = new Set(['money', 'number', 'integer', 'percentage']);
/** Letters beside a figure that may be a unit or a currency, not a sentence. */
const MOST_LETTERS = 8;

/** True for columns whose values are numbers. */
export function isFigureColumn(column: Pick<RowField, 'type'>): boolean {
  return FIGURES.has(column.type);
}

/** Reads the text of a table cell as its column's type; figures may have a unit or sign beside them ("3 pcs", "19 % VAT"). */
export function readCellText(column: Pick<RowField, 'type' | 'enum'>, text: string, locale: Locale = {}): Value {
  const direct = parseValue(column.type, text, locale, column.enum ?? []);
  if (direct !== null || !isFigureColumn(column)) return direct;
  if (text.replace(/[^\p{L}]/gu, '').length > MOST_LETTERS) return null;
  const figure = FIGURE.exec(text)?.[0];
  return figure ? parseValue(column.type, figure, locale) : null;
}

/** True when two values of a column mean the same: numbers to half a cent, texts without case, accents and punctuation. */
export function isSameValue(a: Value, b: Value): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) < 0.005;
  if (typeof a === 'string' && typeof b === 'string') return a === b || (textKey(a) !== '' && textKey(a) === textKey(b));
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The decimal sign that most of the texts use; null when none tells. */
export function findDecimalSign(texts: Iterable<string>): '.' | ',' | null {
  let points = 0;
  let commas = 0;
  for (const text of texts) {
    if (/\d\.\d{1,2}(?!\d|[.,]\d)/.test(text)) points++;
    if (/\d,\d{1,2}(?!\d|[.,]\d)/.test(text)) commas++;
  }
  return points === commas ? null : points > commas ? '.' : ',';
}
