import { currencyPattern, parseCurrency } from './parse-currency.ts';
import { readNumber } from './parse-number.ts';

/** An amount as written; `currency` is ISO 4217 or null when the text does not say. */
export type WrittenMoney = { amount: number; currency: string | null; decimals: number; ambiguous: boolean };

const BEFORE = new RegExp(`^([-−–(]?)\\s*(${currencyPattern})\\s*`, 'iu');
const AFTER = new RegExp(`\\s*(${currencyPattern})\\s*([-−–)]?)$`, 'iu');

/**
 * Reads a text that is an amount of money and nothing else: `€ 1.234,50`, `$1,234.50 CR`, `(12.50)`, `1'234.- CHF`, `-€5`.
 * A trailing `CR`, `-` or brackets make it negative. `1.234` without other sign of the spelling counts as a thousand.
 * @param decimalSign how the document writes decimals, when known
 */
export function parseMoney(text: string, decimalSign: '.' | ',' | null = null): WrittenMoney | null {
  let rest = text.trim();
  let negative = false;
  if (/\d\s*CR\.?$/i.test(rest)) {
    negative = true;
    rest = rest.replace(/\s*CR\.?$/i, '');
  }
  if (/\d\s*DR\.?$/i.test(rest)) rest = rest.replace(/\s*DR\.?$/i, '');
  const bracketed = rest.match(/^\((.*)\)$/s);
  if (bracketed) {
    negative = !negative;
    rest = (bracketed[1] ?? '').trim();
  }
  let currency: string | null = null;
  const before = rest.match(BEFORE);
  if (before) {
    currency = parseCurrency(before[2] ?? '');
    rest = (before[1] ?? '') + rest.slice(before[0].length);
  }
  const after = rest.match(AFTER);
  if (after && /\d/.test(rest.slice(0, after.index))) {
    currency = parseCurrency(after[1] ?? '') ?? currency;
    rest = rest.slice(0, after.index) + (after[2] ?? '');
  }
  rest = rest.replace(/(\d)[.,](?:[-–—]{1,2})$/, '$1');
  const number = readNumber(rest, decimalSign) ?? readNumber(rest.replace(/\s+([.,]\d{2})$/, '$1'), decimalSign);
  if (!number) return null;
  const thousand = number.ambiguous && decimalSign === null && number.decimals === 3;
  const value = thousand ? Math.round(number.value * 1000) : number.value;
  return {
    amount: negative && value !== 0 ? -value : value,
    currency,
    decimals: thousand ? 0 : number.decimals,
    ambiguous: number.ambiguous,
  };
}
