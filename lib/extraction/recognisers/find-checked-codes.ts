import type { RecognisedValue } from './recognised-value.ts';

/** A code found in running text, by offsets. */
export type CheckedCode = RecognisedValue & { start: number; end: number };

/** Luhn's check over digits, the last one being the check digit. */
function luhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, at) => {
    const part = at % 2 ? Number(digit) * 2 : Number(digit);
    return total + (part > 9 ? part - 9 : part);
  }, 0);
  return sum % 10 === 0;
}

/** Countries of securities: ISO 3166-1 alpha-2, and the prefixes of international ones (ISO 6166). */
const ISIN_PREFIXES = new Set(
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI
  CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET EU FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ
  GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT
  LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK
  PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN
  TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XS XA XB XC XD XF YE YT ZA ZM ZW`.split(/\s+/),
);

/** International securities identification number (ISO 6166): letters count 10 to 35, Luhn over all digits. */
export function isIsin(code: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code) || !ISIN_PREFIXES.has(code.slice(0, 2)) || code.replace(/\D/g, '').length < 4) return false;
  return luhn([...code].map((sign) => Number.parseInt(sign, 36)).join(''));
}

const VIN_VALUES: Readonly<Record<string, number>> = Object.fromEntries(
  ['0', '1AJ', '2BKS', '3CLT', '4DMU', '5ENV', '6FW', '7GPX', '8HY', '9RZ'].flatMap((signs, value) =>
    [...signs].map((sign) => [sign, value]),
  ),
);
const VIN_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

/** Vehicle identification number (ISO 3779) with the check digit that North America demands (49 CFR 565.15). */
export function isVin(code: string): boolean {
  if (!/^[A-HJ-NPR-Z0-9]{17}$/.test(code) || !/\d/.test(code) || !/[A-Z]/.test(code)) return false;
  const rest = VIN_WEIGHTS.reduce((sum, weight, at) => sum + weight * (VIN_VALUES[code[at] ?? ''] ?? 0), 0) % 11;
  return code[8] === (rest === 10 ? 'X' : String(rest));
}

/** Freight container number (ISO 6346): letters count 10 to 38 without the multiples of 11, powers of two, mod 11 mod 10. */
export function isContainerNumber(code: string): boolean {
  if (!/^[A-Z]{3}[UJZ]\d{7}$/.test(code)) return false;
  const sum = [...code.slice(0, 10)].reduce((total, sign, at) => {
    const place = Number.parseInt(sign, 36);
    return total + (place < 10 ? place : place + Math.floor((place - 1) / 10)) * 2 ** at;
  }, 0);
  return (sum % 11) % 10 === Number(code[10]);
}

/** Legal entity identifier (ISO 17442): 20 signs, ISO 7064 mod 97-10. */
export function isLei(code: string): boolean {
  if (!/^[A-Z0-9]{18}\d{2}$/.test(code) || !/[A-Z]/.test(code) || code.replace(/\D/g, '').length < 4) return false;
  let rest = 0;
  for (const sign of code) {
    const value = Number.parseInt(sign, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const KINDS: readonly { form: RegExp; isRight: (code: string) => boolean; labels: readonly string[] }[] = [
  { form: /(?<![\w-])[A-Z]{2} ?[A-Z0-9]{9} ?\d(?![\w-])/g, isRight: isIsin, labels: ['ISIN', 'Security identification number'] },
  { form: /(?<![\w-])[A-HJ-NPR-Z0-9]{17}(?![\w-])/g, isRight: isVin, labels: ['Vehicle identification number', 'VIN', 'Chassis number'] },
  { form: /(?<![\w-])[A-Z]{3}[UJZ][ -]?\d{6}[ -/]?\d(?![\w-])/g, isRight: isContainerNumber, labels: ['Container number', 'Container'] },
  { form: /(?<![\w-])[A-Z0-9]{18}\d{2}(?![\w-])/g, isRight: isLei, labels: ['Legal entity identifier', 'LEI'] },
];

/** Codes with right check digits in a text: ISIN, vehicle identification, container and legal entity numbers. */
export function findCheckedCodes(text: string): CheckedCode[] {
  return KINDS.flatMap(({ form, isRight, labels }) =>
    [...text.matchAll(form)].flatMap((match) => {
      const [value] = match;
      const place = { start: match.index, end: match.index + match[0].length };
      const isCode = isRight(value.replace(/[^A-Z0-9]/g, ''));
      return isCode ? [{ ...place, labels, kind: 'code' as const, value, text: value, proof: 'checked' as const }] : [];
    }),
  );
}
