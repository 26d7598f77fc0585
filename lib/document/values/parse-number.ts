/** A number as written, with what its spelling tells. */
export type WrittenNumber = {
  value: number;
  /** Digits after the decimal sign. */
  decimals: number;
  /** The decimal sign, when the spelling shows which one it is. */
  decimalSign: '.' | ',' | null;
  /** True for spellings such as `1.234` or `1,234` that could be a thousand or a fraction. */
  ambiguous: boolean;
};

const SPACES = /[\s\u00a0\u202f\u2009'’`´]/g;

/**
 * Reads a number in any usual spelling: `1,234.50`, `1.234,50`, `1 234,50`, `1'234.50`, `(12.50)`, `12,50-`, `−3`.
 * @param decimalSign how the document writes decimals, for spellings that can be read in two ways; without it a comma
 * before exactly three digits groups thousands and a dot is a decimal sign.
 */
export function readNumber(text: string, decimalSign: '.' | ',' | null = null): WrittenNumber | null {
  let rest = text.trim().replace(/[−–—]/g, '-');
  let negative = false;
  const bracketed = rest.match(/^\((.*)\)$/s);
  if (bracketed) {
    negative = true;
    rest = (bracketed[1] ?? '').trim();
  }
  const signed = rest.match(/^([+-])\s*(.*)$/s) ?? rest.match(/^(.*?)\s*([+-])$/s);
  if (signed) {
    const sign = signed[1] === '-' || signed[1] === '+' ? signed[1] : signed[2];
    rest = (sign === signed[1] ? signed[2] : signed[1]) ?? '';
    if (sign === '-') negative = !negative;
  }
  const grouped = /\d[\s\u00a0\u202f\u2009'’`´]\d/.test(rest);
  if (grouped && !/^\d{1,3}(?:[\s\u00a0\u202f\u2009'’`´]\d{3})+(?:[.,]\d+)?$/.test(rest)) return null;
  rest = rest.replace(SPACES, '').replace(/[,.]-{1,2}$/, '');
  if (/^[.,]\d+$/.test(rest)) rest = `0${rest}`;
  if (!/^\d+(?:[.,]\d+)*$/.test(rest)) return null;
  const read = readUnsigned(rest, grouped, decimalSign);
  if (!read || !Number.isFinite(read.value)) return null;
  return { ...read, value: negative && read.value !== 0 ? -read.value : read.value };
}

function readUnsigned(text: string, grouped: boolean, hint: '.' | ',' | null): WrittenNumber | null {
  const dots = text.split('.').length - 1;
  const commas = text.split(',').length - 1;
  if (dots === 0 && commas === 0) return { value: Number(text), decimals: 0, decimalSign: null, ambiguous: false };
  const whole = (): WrittenNumber => ({ value: Number(text.replace(/[.,]/g, '')), decimals: 0, decimalSign: null, ambiguous: false });
  const decimal = (sign: '.' | ',', ambiguous = false): WrittenNumber | null => {
    const other = sign === '.' ? ',' : '.';
    const [head = '', tail = ''] = text.split(sign);
    if (head.includes(other) && !groupsOk(head, other)) return null;
    return {
      value: Number(`${head.replaceAll(other, '')}.${tail}`),
      decimals: tail.length,
      decimalSign: ambiguous ? null : sign,
      ambiguous,
    };
  };
  if (dots > 0 && commas > 0) {
    const sign = text.lastIndexOf('.') > text.lastIndexOf(',') ? '.' : ',';
    if (text.split(sign).length > 2) return null;
    return decimal(sign);
  }
  const sign = dots > 0 ? '.' : ',';
  if (dots + commas > 1) return groupsOk(text, sign) ? whole() : null;
  const tail = text.split(sign)[1] ?? '';
  const head = text.split(sign)[0] ?? '';
  if (tail.length !== 3 || head.length > 3 || /^0/.test(head) || grouped) return decimal(sign);
  const isDecimal = hint ? hint === sign : sign === '.';
  return isDecimal ? decimal(sign, true) : { ...whole(), ambiguous: true };
}

/** Thousands groups of three, or the Indian 2-2-3. */
function groupsOk(text: string, separator: string): boolean {
  const [first = '', ...rest] = text.split(separator);
  const last = rest.at(-1) ?? '';
  return (
    first.length > 0 &&
    first.length <= 3 &&
    last.length === 3 &&
    rest.slice(0, -1).every((group) => group.length === 3 || group.length === 2)
  );
}

/**
 * Reads a text that is a number and nothing else.
 * @returns the number, or null
 */
export function parseNumber(text: string, decimalSign: '.' | ',' | null = null): number | null {
  return readNumber(text, decimalSign)?.value ?? null;
}

/** Source of a regular expression (flags `i`, `u`) for what says "of a hundred" behind a number, in the known languages. */
export const percentPattern: string =
  '(?:%|(?:per ?cent[oi]?|por ?ciento|por ?cento|pour ?cent|pro[zc]ent|pct|proc\\.|v\\.\\s?h\\.)(?![\\p{L}]))';
const PERCENT_END = new RegExp(`\\s*${percentPattern}\\.?\\s*$`, 'iu');

/** Reads `19 %`, `19,5%`, `0.19 percent` or a bare number: the number before the sign, or null. */
export function parsePercentage(text: string, decimalSign: '.' | ',' | null = null): number | null {
  return parseNumber(text.replace(PERCENT_END, '').replace(/^%\s*/, ''), decimalSign);
}
