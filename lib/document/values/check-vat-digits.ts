import { parseVatId } from './parse-identifier.ts';

/** Whether the characters behind the country code have the right check digits; null when their rule is not known. */
type Check = (body: string) => boolean | null;

const digitsOf = (text: string) => [...text].map(Number);

/** Sum of the digits, each times its weight. */
function weigh(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(text[at] ?? 0), 0);
}

/** Sum of digits of which every second is doubled and its own digits added (Luhn); `odd` = the first one is doubled. */
function luhnSum(text: string, odd: boolean): number {
  return digitsOf(text).reduce((sum, digit, at) => {
    const part = (at % 2 === 0) === odd ? digit * 2 : digit;
    return sum + (part > 9 ? part - 9 : part);
  }, 0);
}

/** ISO 7064 mod 11,10: the last digit checks those before it. */
const mod1110: Check = (body) => {
  let product = 10;
  for (const digit of digitsOf(body.slice(0, -1))) product = (2 * ((digit + product) % 10 || 10)) % 11;
  return (11 - product) % 10 === Number(body.at(-1));
};

/** Weighted sum mod 11, taken from 11; what `turned` says stands for results of 10 and 11. */
const mod11 =
  (weights: readonly number[], turned: { ten: number; eleven: number }): Check =>
  (body) => {
    const check = 11 - (weigh(body, weights) % 11);
    return (check === 10 ? turned.ten : check === 11 ? turned.eleven : check) === Number(body[weights.length]);
  };

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** NIF, NIE and CIF. */
const spanish: Check = (body) => {
  const last = body.at(-1) ?? '';
  const person = /^[XYZKLM]?\d{7,8}[A-Z]$/.test(body) ? body.slice(0, -1).replace(/^[XYZ]/, (sign) => String('XYZ'.indexOf(sign))) : null;
  if (person) return NIF_LETTERS[Number(person.replace(/^[KLM]/, '')) % 23] === last;
  if (!/^[A-W]\d{7}[A-J\d]$/.test(body)) return null;
  const check = (10 - (luhnSum(body.slice(1, 8), true) % 10)) % 10;
  return last === String(check) || last === 'JABCDEFGHI'[check];
};

/** Old numbers mod 11, those given since 2020 ISO 7064 mod 97 over the whole number. */
const dutch: Check = (body) => {
  const old = weigh(body, [9, 8, 7, 6, 5, 4, 3, 2]) % 11 === Number(body[8]);
  let rest = 0;
  for (const sign of `NL${body}`) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return old || rest === 1;
};

const british: Check = (body) => {
  if (!/^\d{9}(?:\d{3})?$/.test(body)) return null;
  const total = weigh(body, [8, 7, 6, 5, 4, 3, 2]) + Number(body.slice(7, 9));
  return total % 97 === 0 || (total + 55) % 97 === 0;
};

const CHECKS: Readonly<Record<string, Check>> = {
  AT: (body) => (10 - ((luhnSum(body.slice(1, 8), false) + 4) % 10)) % 10 === Number(body[8]),
  BE: (body) => 97 - (Number(body.padStart(10, '0').slice(0, 8)) % 97) === Number(body.padStart(10, '0').slice(8)),
  CHE: (body) => mod11([5, 4, 3, 2, 7, 6, 5, 4], { ten: -1, eleven: 0 })(body.slice(0, 9)),
  DE: mod1110,
  DK: (body) => weigh(body, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EL: (body) => (weigh(body, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === Number(body[8]),
  ES: spanish,
  FI: mod11([7, 9, 10, 5, 8, 4, 2], { ten: -1, eleven: 0 }),
  FR: (body) => (/^\d{11}$/.test(body) ? (12 + 3 * (Number(body.slice(2)) % 97)) % 97 === Number(body.slice(0, 2)) : null),
  GB: british,
  HR: mod1110,
  HU: (body) => (10 - (weigh(body, [9, 7, 3, 1, 9, 7, 3]) % 10)) % 10 === Number(body[7]),
  IT: (body) => (10 - (luhnSum(body.slice(0, 10), false) % 10)) % 10 === Number(body[10]),
  LU: (body) => Number(body.slice(0, 6)) % 89 === Number(body.slice(6)),
  NL: dutch,
  NO: (body) => mod11([3, 2, 7, 6, 5, 4, 3, 2], { ten: -1, eleven: 0 })(body.slice(0, 9)),
  PL: (body) => weigh(body, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === Number(body[9]),
  PT: mod11([9, 8, 7, 6, 5, 4, 3, 2], { ten: 0, eleven: 0 }),
  SE: (body) => luhnSum(body.slice(0, 10), true) % 10 === 0,
  SI: mod11([8, 7, 6, 5, 4, 3, 2], { ten: 0, eleven: -1 }),
  XI: british,
};

/**
 * True when the check digits of a VAT number are right, false when they are wrong or its form is; null for countries whose rule
 * is not known here. Sources: the algorithms that the European Commission publishes for VIES, ISO 7064, and the register's own
 * descriptions for CHE and NO.
 */
export function checkVatDigits(vatId: string): boolean | null {
  const plain = parseVatId(vatId);
  if (!plain) return false;
  const country = plain.startsWith('CHE') ? 'CHE' : plain.slice(0, 2);
  return CHECKS[country]?.(plain.slice(country.length)) ?? null;
}
