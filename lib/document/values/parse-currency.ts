/** Signs and short words for currencies, to ISO 4217. Longest spelling first when two begin alike. */
const SIGNS: readonly (readonly [string, string])[] = [
  ['us$', 'USD'],
  ['a$', 'AUD'],
  ['au$', 'AUD'],
  ['c$', 'CAD'],
  ['ca$', 'CAD'],
  ['nz$', 'NZD'],
  ['hk$', 'HKD'],
  ['s$', 'SGD'],
  ['r$', 'BRL'],
  ['€', 'EUR'],
  ['$', 'USD'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
  ['₹', 'INR'],
  ['₩', 'KRW'],
  ['₺', 'TRY'],
  ['₽', 'RUB'],
  ['₴', 'UAH'],
  ['₫', 'VND'],
  ['₱', 'PHP'],
  ['฿', 'THB'],
  ['₪', 'ILS'],
  ['zł', 'PLN'],
  ['zl', 'PLN'],
  ['kč', 'CZK'],
  ['kc', 'CZK'],
  ['ft', 'HUF'],
  ['lei', 'RON'],
  ['rm', 'MYR'],
  ['rp', 'IDR'],
  ['rs', 'INR'],
  ['fr', 'CHF'],
  ['sfr', 'CHF'],
  ['kr', 'SEK'],
  ['euro', 'EUR'],
  ['euros', 'EUR'],
  ['dollars', 'USD'],
  ['pounds', 'GBP'],
];
const CODES =
  'EUR USD GBP CHF JPY CNY INR AUD CAD NZD SEK NOK DKK PLN CZK HUF RON BGN TRY RUB UAH ILS AED SAR ZAR BRL MXN ARS CLP COP PEN SGD HKD MYR IDR THB PHP VND KRW TWD EGP NGN KES MAD ISK HRK RSD';
/** ISO 4217 codes that are recognised. */
export const currencyCodes: readonly string[] = CODES.split(' ');
const CODE_SET = new Set(currencyCodes);
const SIGN_MAP = new Map(SIGNS);

/** ISO 4217 code of a currency sign, short word or code (any case, trailing dot allowed), or null. */
export function parseCurrency(text: string): string | null {
  const trimmed = text.trim().replace(/\.$/, '');
  const upper = trimmed.toUpperCase();
  return CODE_SET.has(upper) ? upper : (SIGN_MAP.get(trimmed.toLowerCase()) ?? null);
}

const escapeSign = (text: string) => text.replace(/[$.]/g, '\\$&');

/** Source of a regular expression (flags `i`, `u`) for one currency sign, word or code. Letters must stand alone. */
export const currencyPattern: string = `(?:${SIGNS.filter(([sign]) => !/^\p{L}+$/u.test(sign))
  .map(([sign]) => escapeSign(sign))
  .join(
    '|',
  )}|(?<!\\p{L})(?:${[...CODE_SET, ...SIGNS.map(([sign]) => sign).filter((sign) => /^\p{L}+$/u.test(sign))].join('|')})(?!\\p{L})\\.?)`;
