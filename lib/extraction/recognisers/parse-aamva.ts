import type { RecognisedValue } from './recognised-value.ts';

/** Elements of the AAMVA DL/ID Card Design Standard (annex D) that say something by themselves, by their codes. */
const TEXTS: Readonly<Record<string, readonly string[]>> = {
  DCS: ['Surname', 'Family name', 'Last name'],
  DAB: ['Surname', 'Family name', 'Last name'],
  DAQ: ['Driver licence number', 'License number', 'Document number', 'Customer identifier'],
  DCF: ['Document discriminator'],
  DCK: ['Inventory control number'],
  DCA: ['Vehicle class', 'Licence class'],
  DCB: ['Restrictions'],
  DCD: ['Endorsements'],
  DAU: ['Height'],
  DAY: ['Eye colour', 'Eyes'],
  DAZ: ['Hair colour', 'Hair'],
  DCG: ['Issuing country', 'Country'],
};
const DATES: Readonly<Record<string, readonly string[]>> = {
  DBB: ['Date of birth', 'Birth date'],
  DBD: ['Date of issue', 'Issue date'],
  DBA: ['Date of expiry', 'Expiration date', 'Expiry date'],
};
const CODES: ReadonlySet<string> = new Set(['DAQ', 'DCF', 'DCK']);
const SEXES: Readonly<Record<string, string>> = { 1: 'M', 2: 'F', 9: 'X', M: 'M', F: 'F', X: 'X' };
/** Line feed, carriage return, record separator. */
const SEPARATOR = new RegExp(`[\\n\\r${String.fromCharCode(30)}${String.fromCharCode(28)}]+`);
const NOTHING = /^(?:NONE|UNAVL|UNK|N\/A)?$/i;

/** ISO date of `MMDDCCYY` (United States) or `CCYYMMDD` (Canada, first versions). */
function dateOf(text: string, isCanadian: boolean): string | null {
  const forms = [/^(?<m>\d{2})(?<d>\d{2})(?<y>\d{4})$/, /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})$/];
  for (const form of isCanadian ? forms.reverse() : forms) {
    const { y, m, d } = form.exec(text)?.groups ?? {};
    const day = new Date(`${y}-${m}-${d}T00:00:00Z`);
    if (!Number.isNaN(day.getTime()) && Number(y) > 1880 && Number(y) < 2200) return `${y}-${m}-${d}`;
  }
  return null;
}

/** Elements of the first subfile of a licence, by code. */
function elementsOf(text: string): Map<string, string> | null {
  const header = /(?:ANSI|AAMVA) ?(\d{6})\d{4,6}(?:DL|ID)/.exec(text);
  if (!header) return null;
  // Behind the header each subfile says its kind again before its first element.
  const body = text.slice(header.index).replace(/^[\s\S]*?(?:DL|ID)(?=D[A-Z]{2})/, '');
  const elements = new Map<string, string>();
  for (const line of body.split(SEPARATOR)) {
    const [, code = '', value = ''] = /^(?:DL|ID)?([DZ][A-Z]{2})(.*)$/.exec(line.trim()) ?? [];
    if (code && !elements.has(code) && !NOTHING.test(value.trim())) elements.set(code, value.trim());
  }
  return elements.size > 2 ? elements : null;
}

/**
 * What the PDF417 barcode of a driver's licence or identity card of North America says (AAMVA DL/ID Card Design Standard 2020, annex
 * D, and the versions since 2000). Null for other text.
 */
export function parseAamva(text: string): RecognisedValue[] | null {
  const elements = elementsOf(text);
  if (!elements) return null;
  const out: RecognisedValue[] = [];
  const add = (labels: readonly string[], value: string, rest: Partial<RecognisedValue> = {}) => {
    if (value) out.push({ labels, kind: 'text', value, text: value, proof: 'checked', ...rest });
  };
  const get = (code: string) => elements.get(code) ?? '';
  for (const [code, labels] of Object.entries(TEXTS)) add(labels, get(code), CODES.has(code) ? { kind: 'code' } : {});
  for (const [code, labels] of Object.entries(DATES)) {
    const date = dateOf(get(code), get('DCG') === 'CAN');
    if (date) add(labels, get(code), { kind: 'date', value: date });
  }
  // The first versions set the whole name into one element: last, first, middle.
  const [last = '', ...first] = get('DAA').split(',');
  if (!get('DCS') && !get('DAB')) add(TEXTS.DCS ?? [], last.trim());
  const given = [get('DAC') || get('DCT').replace(/,/g, ' '), get('DAD')].filter(Boolean).join(' ');
  add(['Given names', 'First name', 'Forenames'], given || first.join(' ').replace(/\s+/g, ' ').trim());
  if (given && get('DCS')) add(['Full name', 'Name of holder', 'Name'], `${given} ${get('DCS')}`);
  add(['Sex', 'Gender'], SEXES[get('DBC')] ?? '');
  // A postal code has nine places, filled up with zeros or spaces.
  const postal = get('DAK')
    .replace(/^(\d{5})(?:0000)?$/, '$1')
    .replace(/^(\d{5})(\d{4})$/, '$1-$2');
  const town = [get('DAI'), [get('DAJ'), postal].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  add(['Address', 'Residence address'], get('DAG') ? [get('DAG'), get('DAH'), town].filter(Boolean).join(', ') : '');
  add(['City', 'Town'], get('DAI'));
  add(['State', 'Issuing state', 'Jurisdiction'], get('DAJ'), { kind: 'place' });
  add(['Postal code', 'ZIP code'], postal);
  return out;
}
