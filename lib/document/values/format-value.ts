import type { Value } from '#lib/contract/service/extraction.ts';
import type { FieldType } from '#lib/contract/service/extraction-schema.ts';

function grouped(value: number, decimals: number | null): string {
  const text = decimals === null ? String(value) : value.toFixed(decimals);
  if (text.includes('e')) return text;
  const [whole = '', fraction] = text.split('.');
  // A narrow no-break space and a point can be read in one way only, wherever the reader comes from.
  const spaced = whole.replace(/\B(?=(\d{3})+$)/g, '\u202f');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/**
 * A value as a person reads and edits it; `parseValue` reads it back. Null is the empty text, lists are joined by `; `,
 * money has at least two decimals, dates are ISO.
 */
export function formatValue(type: FieldType, value: Value): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.join('; ');
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  if (type === 'money') return grouped(value, Math.abs(value * 100 - Math.round(value * 100)) < 1e-6 ? 2 : null);
  return grouped(value, null);
}
