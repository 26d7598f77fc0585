import { stateOfCode } from './issuing-states.ts';
import { birthDate, expiryDate, sexOf } from './mrz-dates.ts';
import { type Mrz, type MrzPart, readMrz } from './read-mrz.ts';
import { type FrenchCard, type LicenceLine, readFrenchCard, readLicenceLine } from './read-national-zones.ts';
import type { Proof, RecognisedValue } from './recognised-value.ts';

/** A value of a machine-readable zone with the line, counted from 0, that it stands in. */
export type MrzValue = RecognisedValue & { line: number };

/** Signs that recognition makes of the filler. */
const LIKE_FILLER = /[‹≤＜({[«]/g;
/** Signs of the shortest and of the longest line that is looked at. */
const [SHORTEST, LONGEST] = [15, 160];

/** A line of a page as a line of a zone: capitals, digits and fillers, without spaces. */
export function mrzLine(text: string): string {
  const plain = text.replace(LIKE_FILLER, (sign) => (sign === '«' ? '<<' : '<'));
  return plain.toUpperCase().replace(/[^A-Z0-9<]/g, '');
}

/**
 * The values of the machine-readable zones among the lines of a page: passports, cards and visas (ICAO Doc 9303), French identity
 * cards, driving licences. Nothing where check digits are wrong.
 * @param printed ISO dates printed on the page, which tell centuries
 */
export function findMrz(texts: readonly string[], printed: ReadonlySet<string>): MrzValue[] {
  const lines = texts.map(mrzLine);
  return lines.flatMap((line, at) => {
    if (line.length < SHORTEST || line.length > LONGEST) return [];
    const mrz = readMrz(lines, at);
    if (mrz) return valuesOfMrz(mrz, printed);
    const french = line.length >= 30 ? readFrenchCard(lines, at) : null;
    if (french) return valuesOfFrenchCard(french, printed);
    const licence = readLicenceLine(line);
    return licence ? valuesOfLicence(licence, at) : [];
  });
}

const NUMBERS: Readonly<Record<Mrz['sort'], readonly string[]>> = {
  passport: ['Passport number', 'Document number'],
  card: ['Document number', 'Identity card number', 'Card number'],
  visa: ['Visa number', 'Document number'],
};
const [SURNAME, GIVEN] = [
  ['Surname', 'Family name', 'Last name'],
  ['Given names', 'First name', 'Forenames'],
];
const [BIRTH, EXPIRY] = [
  ['Date of birth', 'Birth date'],
  ['Date of expiry', 'Expiry date', 'Valid until'],
];
const SEX = ['Sex', 'Gender'];
const FULL_NAME = ['Full name', 'Name of holder', 'Name'];
const PERSONAL = ['Personal number', 'Personal identification number', 'National identity number'];

const proofOf = ({ changes }: MrzPart): Proof => (changes === null ? 'beside' : changes === 0 ? 'checked' : 'repaired');

function stated(part: MrzPart | null, labels: readonly string[], rest: Partial<MrzValue> = {}): MrzValue[] {
  return part ? [{ labels, kind: 'text', value: part.text, text: part.text, proof: proofOf(part), line: part.line, ...rest }] : [];
}

/** Both names in the usual order. */
function fullName(surname: MrzPart | null, given: MrzPart | null): MrzValue[] {
  if (!surname || !given) return [];
  return stated({ ...surname, text: `${given.text} ${surname.text}` }, FULL_NAME, { isPlainName: true });
}

/** A state by its code and by its name. */
function statesOf(part: MrzPart | null, labels: readonly string[], names: readonly string[]): MrzValue[] {
  const name = part && stateOfCode(part.text);
  const kind: Partial<MrzValue> = { kind: 'place', ...(part?.changes === null && { proof: 'listed' }) };
  return name ? [...stated(part, labels, kind), ...stated(part, names, { ...kind, value: name })] : [];
}

function valuesOfMrz(mrz: Mrz, printed: ReadonlySet<string>): MrzValue[] {
  const expiry = expiryDate(mrz.expiry.text);
  const birth = birthDate(mrz.birth.text, expiry, printed);
  return [
    ...stated(mrz.number, NUMBERS[mrz.sort], { kind: 'code' }),
    ...stated(mrz.surname, SURNAME, { isPlainName: true }),
    ...stated(mrz.given, GIVEN, { isPlainName: true }),
    ...fullName(mrz.surname, mrz.given),
    ...statesOf(mrz.nationality, ['Nationality', 'Citizenship', 'Nationality code'], ['Country of nationality', 'Country of citizenship']),
    ...statesOf(mrz.state, ['Issuing state', 'Issuing country code', 'Country code'], ['Issuing country', 'Country of issue']),
    ...(birth ? stated(mrz.birth, BIRTH, { kind: 'date', value: birth }) : []),
    ...stated(mrz.sex, SEX, { value: sexOf(mrz.sex.text), proof: 'listed' }),
    ...(expiry ? stated(mrz.expiry, EXPIRY, { kind: 'date', value: expiry }) : []),
    ...stated(mrz.personal, PERSONAL, { kind: 'code' }),
  ];
}

function valuesOfFrenchCard({ number, surname, given, birth, sex }: FrenchCard, printed: ReadonlySet<string>): MrzValue[] {
  // The number begins with year and month of issue.
  const born = birthDate(birth.text, expiryDate(`${number.text.slice(0, 4)}28`), printed);
  const state: MrzPart = { text: 'FRA', changes: null, line: given.line };
  return [
    ...stated(number, NUMBERS.card, { kind: 'code' }),
    ...stated(surname, SURNAME, { isPlainName: true }),
    ...stated(given, GIVEN, { isPlainName: true }),
    ...fullName(surname, given),
    ...statesOf(state, ['Nationality', 'Issuing state'], ['Country of nationality', 'Issuing country']),
    ...(born ? stated(birth, BIRTH, { kind: 'date', value: born }) : []),
    ...stated(sex, SEX, { proof: 'listed' }),
  ];
}

function valuesOfLicence({ state, number, expiry, surname }: LicenceLine, line: number): MrzValue[] {
  const part = (text: string | null, changes: number | null): MrzPart | null => (text ? { text, changes, line } : null);
  return [
    ...stated(part(number, 0), ['Driving licence number', 'Licence number', 'Document number'], { kind: 'code' }),
    ...stated(part(surname, 0), SURNAME, { isPlainName: true }),
    ...stated(part(expiry, 0), EXPIRY, { kind: 'date', value: expiry }),
    ...statesOf(part(state, 0), ['Issuing state', 'Country code'], ['Issuing country', 'Country of issue']),
  ];
}
