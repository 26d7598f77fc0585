import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Barcode } from '#lib/contract/service/reading.ts';
import { extract } from '../extract.ts';
import { type Holder, makeCard, makePassport } from '../testing/make-zone.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

const field = (spec: object) => fieldSchema.parse({ type: 'string', ...spec });
const FIELDS = [
  field({ name: 'document_number' }),
  field({ name: 'surname' }),
  field({ name: 'given_names' }),
  field({ name: 'nationality' }),
  field({ name: 'sex', type: 'enum', enum: ['male', 'female'] }),
  field({ name: 'date_of_birth', type: 'date' }),
  field({ name: 'issue_date', type: 'date' }),
  field({ name: 'expiry_date', type: 'date' }),
];
const HOLDER: Holder = {
  surname: 'MUELLER',
  given: 'LEA ZOE',
  number: 'XK3141592',
  state: 'UTO',
  birth: '850412',
  sex: 'F',
  expiry: '310304',
  personal: '',
};

function read(lines: string[], fields = FIELDS, barcodes: Barcode[] = []): Record<string, ExtractedValue> {
  const reading = readingOfLines([lines]);
  const [page] = reading.pages;
  if (page && barcodes.length > 0) page.barcodes = barcodes;
  return extract({ schema: { fields }, reading }).fields as Record<string, ExtractedValue>;
}
const valuesOf = (found: Record<string, ExtractedValue>) =>
  Object.fromEntries(Object.entries(found).map(([name, { value }]) => [name, value]));

describe('a machine-readable zone', () => {
  it('answers every field that it has a part for, whatever the field is called and typed', () => {
    expect(valuesOf(read(['Utopia', ...makePassport(HOLDER)]))).toEqual({
      document_number: 'XK3141592',
      surname: 'MUELLER',
      given_names: 'LEA ZOE',
      nationality: 'UTO',
      sex: 'female',
      date_of_birth: '1985-04-12',
      issue_date: null,
      expiry_date: '2031-03-04',
    });
    const german = [
      field({ name: 'nachname' }),
      field({ name: 'geburtsdatum', type: 'date' }),
      field({ name: 'geschlecht', type: 'enum', enum: ['m', 'w'] }),
    ];
    expect(valuesOf(read(['Utopia', ...makeCard(HOLDER)], german))).toEqual({
      nachname: 'MUELLER',
      geburtsdatum: '1985-04-12',
      geschlecht: 'w',
    });
  });

  it('is evidence with its line, and is believed as far as it is proved', () => {
    const found = read(['Utopia', ...makePassport(HOLDER)]);
    expect(found.date_of_birth).toMatchObject({ confidence: 0.99, evidence: [{ page: 1 }] });
    expect(found.date_of_birth?.evidence[0]?.text).toContain('8504124F');
    expect(found.date_of_birth?.reason).toContain('machine-readable');
    expect(found.given_names?.confidence).toBeLessThan(0.85);
  });

  it('gives a name as the page spells it', () => {
    const found = read(['Surname', 'Müller', ...makePassport(HOLDER)]);
    expect(found.surname).toMatchObject({ value: 'Müller', evidence: [{ text: 'Müller' }] });
    expect(found.surname?.confidence).toBeGreaterThan(0.9);
  });

  it('goes before print that says otherwise, which stays a candidate, with a flag', () => {
    const found = read(['Date of birth: 17 April 1985', ...makePassport(HOLDER)]);
    expect(found.date_of_birth).toMatchObject({ value: '1985-04-12', flags: ['engines_differ'] });
    expect(found.date_of_birth?.candidates.map(({ value }) => value)).toContain('1985-04-17');
  });

  it('needs no flag where print says the same', () => {
    const found = read(['Date of birth: 12 April 1985', ...makePassport(HOLDER)]);
    expect(found.date_of_birth?.value).toBe('1985-04-12');
    expect(found.date_of_birth?.flags).toBeUndefined();
  });

  it('lets the printed name of a state stand', () => {
    const found = read(['Nationality: Utopia', ...makePassport(HOLDER)]);
    expect(found.nationality).toMatchObject({ value: 'Utopia', confidence: 0.99 });
    expect(found.nationality?.flags).toBeUndefined();
  });

  it('keeps its days from fields that mean others', () => {
    const found = read(['12 April 1985', '4 March 2021', '4 March 2031', ...makePassport(HOLDER)]);
    expect(['1985-04-12', '2031-03-04']).not.toContain(found.issue_date?.value);
  });

  it('does not decide between the numbers of a passport and a card', () => {
    const found = read([...makePassport(HOLDER), 'Utopia', ...makeCard({ ...HOLDER, number: 'XK2718281' })]);
    expect(found.document_number?.confidence ?? 0).toBeLessThan(0.99);
    expect(found.date_of_birth?.value).toBe('1985-04-12');
  });

  it('does not decide where two zones are about two people', () => {
    const other = { ...HOLDER, surname: 'BERG', number: 'XK2718281', birth: '700101' };
    const found = read([...makePassport(HOLDER), 'Utopia', ...makePassport(other)]);
    expect(found.document_number?.confidence ?? 0).toBeLessThan(0.99);
    expect(found.expiry_date?.value).toBe('2031-03-04');
  });
});

describe('barcodes', () => {
  const box: Barcode['box'] = [0.1, 0.5, 0.3, 0.6];
  const payment = 'BCD\n002\n1\nSCT\nBFSWDE33BER\nUtopia Rescue\nDE89370400440532013000\nEUR12.30\n\nRF18539007547034\n';

  it('give what they say by their standard, with their own place', () => {
    const fields = [
      field({ name: 'iban', format: 'iban' }),
      field({ name: 'amount_due', type: 'money' }),
      field({ name: 'payment_reference' }),
    ];
    const found = read(['Thank you'], fields, [{ format: 'qr_code', text: payment, box }]);
    expect(valuesOf(found)).toEqual({ iban: 'DE89370400440532013000', amount_due: 12.3, payment_reference: 'RF18539007547034' });
    expect(found.amount_due).toMatchObject({ currency: 'EUR', evidence: [{ page: 1, box, text: 'EUR12.30' }] });
  });
});

describe('codes with check digits in running text', () => {
  const fields = [field({ name: 'isin' }), field({ name: 'vin' }), field({ name: 'container_number' }), field({ name: 'lei' })];

  it('are found without a label beside them', () => {
    const lines = [
      'We moved the car 1M8GDM9AXKP042788 in CSQU3054383 for the owner',
      'Utopia plc, 529900T8BM49AURSDO55, shares US0378331005.',
    ];
    expect(valuesOf(read(lines, fields))).toEqual({
      isin: 'US0378331005',
      vin: '1M8GDM9AXKP042788',
      container_number: 'CSQU3054383',
      lei: '529900T8BM49AURSDO55',
    });
  });

  it('are left to their labels where there are several of a kind', () => {
    const found = read(['Bought: US0378331005', 'ISIN: DE000BASF111', 'Sold: US5949181045'], fields);
    expect(found.isin?.value).toBe('DE000BASF111');
  });
});
