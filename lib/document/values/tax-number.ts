import { checkVatDigits } from './check-vat-digits.ts';

/** Numbers of taxpayers, companies and persons whose form is known. */
export type TaxNumberKind =
  | 'ssn'
  | 'ein'
  | 'nif'
  | 'nip'
  | 'siret'
  | 'siren'
  | 'kvk'
  | 'bsn'
  | 'cnpj'
  | 'cpf'
  | 'abn'
  | 'gstin'
  | 'fiscal_code';

/** Sum of the digits, each times its weight. */
const weigh = (digits: string, weights: readonly number[]) => weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0);

/** Luhn's check over all digits, the last one being the check digit. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const part = at % 2 ? Number(digit) * 2 : Number(digit);
    return total + (part > 9 ? part - 9 : part);
  }, 0);
  return sum % 10 === 0;
}

/** Two check digits of Brazilian numbers, each mod 11 over what stands before it. */
function brazilian(digits: string, first: readonly number[]): boolean {
  const check = (weights: readonly number[]) => {
    const rest = weigh(digits, weights) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const second = [first[0] === 10 ? 11 : 6, ...first];
  return check(first) === Number(digits[first.length]) && check(second) === Number(digits[first.length + 1]);
}

/** What signs at odd places of a codice fiscale count; at even places they count their place in the alphabet or their digit. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
const PERSON = /^[A-Z]{6}[\dL-NP-V]{2}[A-EHLMPR-T][\dL-NP-V]{2}[A-Z][\dL-NP-V]{3}[A-Z]$/;

/** The check letter of a codice fiscale (16 signs): D.M. 23 December 1976. */
function italianPerson(code: string): boolean {
  const sum = [...code.slice(0, 15)].reduce((total, sign, at) => {
    const place = /\d/.test(sign) ? Number(sign) : sign.charCodeAt(0) - 65;
    return total + (at % 2 === 0 ? (ODD[place] ?? 0) : place);
  }, 0);
  return code.charCodeAt(15) - 65 === sum % 26;
}

type Rule = { form: RegExp; check?: (plain: string) => boolean };
const RULES: Readonly<Record<TaxNumberKind, Rule>> = {
  ssn: { form: /^[\dX*]{5}\d{4}$/ },
  ein: { form: /^\d{9}$/ },
  nif: {
    form: /^(?:[A-Z0-9]\d{7}[A-Z0-9]|\d{9})$/,
    check: (plain) => checkVatDigits(`ES${plain}`) === true || checkVatDigits(`PT${plain}`) === true,
  },
  nip: { form: /^\d{10}$/, check: (plain) => checkVatDigits(`PL${plain}`) === true },
  siret: { form: /^\d{14}$/, check: luhn },
  siren: { form: /^\d{9}$/, check: luhn },
  kvk: { form: /^\d{8}$/ },
  bsn: { form: /^\d{8,9}$/, check: (plain) => weigh(plain.padStart(9, '0'), [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 },
  cnpj: { form: /^\d{14}$/, check: (plain) => brazilian(plain, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]) },
  cpf: { form: /^\d{11}$/, check: (plain) => brazilian(plain, [10, 9, 8, 7, 6, 5, 4, 3, 2]) },
  abn: {
    form: /^\d{11}$/,
    check: (plain) => (weigh(plain, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0,
  },
  gstin: { form: /^\d{2}[A-Z]{5}\d{4}[A-Z][A-Z\d]Z[A-Z\d]$/ },
  fiscal_code: {
    form: /^(?:[A-Z0-9]{16}|\d{11})$/,
    check: (plain) => (plain.length === 11 ? checkVatDigits(`IT${plain}`) === true : PERSON.test(plain) && italianPerson(plain)),
  },
};

/** True for kinds whose check digits tell a right number from most others. */
export function hasCheckDigits(kind: TaxNumberKind): boolean {
  return RULES[kind].check !== undefined;
}

/**
 * True when a text (spaces, points, hyphens and slashes left out, country code of the kind allowed) has the form of such a number
 * and its check digits, where there are any, are right. Sources: the registers' own descriptions; Luhn for SIREN and SIRET.
 */
export function isTaxNumber(kind: TaxNumberKind, text: string): boolean {
  const plain = text.toUpperCase().replace(/[\s.\-–/]/g, '');
  const { form, check } = RULES[kind];
  return [plain, plain.replace(/^(?:ES|PT|PL|IT|NL)(?=[A-Z\d]{8})/, '')].some((number) => form.test(number) && (check?.(number) ?? true));
}
