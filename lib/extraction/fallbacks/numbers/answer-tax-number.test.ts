import { describe, expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { buildReading } from '../../testing/build-reading.ts';

/** What one field of text comes to on a page of plain lines. */
function answer(name: string, lines: string[]): ExtractedValue {
  const prints = lines.map((text, index) => ({ text, x: 40, y: 40 + index * 16 }));
  const field = fieldSchema.parse({ name, type: 'string' });
  return extract({ schema: { fields: [field] }, reading: buildReading([prints]) }).fields[name] as ExtractedValue;
}
const plain = (value: unknown) => String(value).replace(/[^A-Z\d]/gi, '');

describe('numbers of taxpayers and companies', () => {
  const employee = ['Employee SSN: 078-05-1120', 'Employer EIN: 12-3456789'];
  const italian = ['Rossi Legnami S.r.l.', 'C.F. RSSMRA85T10A562S', 'P.IVA 01234567897', 'Fattura n. 12'];
  const french = ['Menuiserie Dubois SARL', 'RCS Paris 732 829 320 - SIRET 73282932000074 - APE 4332A'];
  const dutch = ['Houtwerk B.V.', 'KvK 12345678', 'BTW NL004495445B01', 'BSN: 111222333'];
  const brazilian = ['Madeiras Ltda', 'CNPJ: 11.222.333/0001-81', 'CPF: 529.982.247-25'];
  const indian = ['Oak Pvt Ltd', 'GSTIN: 27AAPFU0939F1ZV', 'PAN: AAPFU0939F'];
  const polish = ['Dobre Meble Sp. z o.o.', 'NIP: 526-10-40-828', 'REGON: 012345678', 'Faktura nr 5/2031'];
  const british = ['Oak Ltd', 'Company No. 01234567', 'VAT Reg No. GB 980 7806 84', 'UTR 1234567890'];
  it.each([
    ['ssn', employee, '078-05-1120'],
    ['ein', employee, '12-3456789'],
    ['tax_id', ['Oakline Roofing LLC', 'Federal Tax ID: 12-3456789', 'Invoice # 9981'], '12-3456789'],
    ['vendor_ein', ['Oakline Roofing LLC', 'EIN 12-3456789', 'Phone 555-0142'], '12-3456789'],
    ['codice_fiscale', italian, 'RSSMRA85T10A562S'],
    ['fiscal_code', italian, 'RSSMRA85T10A562S'],
    ['siret', french, '73282932000074'],
    ['siren', french, '732 829 320'],
    ['kvk_number', dutch, '12345678'],
    ['chamber_of_commerce_number', dutch, '12345678'],
    ['bsn', dutch, '111222333'],
    ['cnpj', brazilian, '11.222.333/0001-81'],
    ['cpf', brazilian, '529.982.247-25'],
    ['gstin', indian, '27AAPFU0939F1ZV'],
    ['pan', indian, 'AAPFU0939F'],
    ['nip', polish, '526-10-40-828'],
    ['regon', polish, '012345678'],
    ['company_registration_number', british, '01234567'],
    ['tax_number', ['Talwerk GmbH', 'St.-Nr. 21/815/08150', 'Rechnung 2031-44'], '21/815/08150'],
  ] as const)('are told from each other: %s', (name, lines, number) => {
    expect(plain(answer(name, [...lines]).value)).toBe(plain(number));
  });
  it('are found by their check digits where nothing names them, and are in doubt when of another form', () => {
    expect(plain(answer('seller_nip', ['Dobre Meble', 'Identyfikator 526-10-40-828', 'Konto 526-10-40-829']).value)).toBe('5261040828');
    const misformed = answer('siret', ['Menuiserie Dubois SARL', 'SIRET : 732 829 320 00075']);
    expect(misformed.confidence).toBeLessThanOrEqual(0.5);
    expect(plain(misformed.value)).toBe('73282932000075');
  });
});
