import { expect, test } from 'vitest';
import { isTaxNumber } from './tax-number.ts';

test.each([
  ['nip', '526-10-40-828'],
  ['nip', 'PL5261040828'],
  ['siren', '732 829 320'],
  ['siret', '732 829 320 00074'],
  ['bsn', '111222333'],
  ['nif', 'B12345674'],
  ['nif', '12345678Z'],
  ['nif', 'ES-B12345674'],
  ['fiscal_code', 'RSSMRA85T10A562S'],
  ['fiscal_code', '01234567897'],
  ['cnpj', '11.222.333/0001-81'],
  ['cpf', '529.982.247-25'],
  ['abn', '51 824 753 556'],
  ['ein', '12-3456789'],
  ['ssn', '078-05-1120'],
  ['ssn', 'XXX-XX-1120'],
  ['gstin', '27AAPFU0939F1ZV'],
] as const)('a right %s is one: %s', (kind, text) => {
  expect(isTaxNumber(kind, text)).toBe(true);
});

test.each([
  ['nip', '526-10-40-829'],
  ['siren', '732 829 321'],
  ['siret', '732 829 320 00075'],
  ['bsn', '111222334'],
  ['nif', 'B12345675'],
  ['nif', '12345678A'],
  ['fiscal_code', 'RSSMRA85T10A562T'],
  ['fiscal_code', '01234567898'],
  ['cnpj', '11.222.333/0001-82'],
  ['cpf', '529.982.247-26'],
  ['abn', '51 824 753 557'],
  ['ein', '078-05-112'],
  ['ssn', '12-34567'],
  ['gstin', 'AAPFU0939F'],
] as const)('a wrong %s is none: %s', (kind, text) => {
  expect(isTaxNumber(kind, text)).toBe(false);
});
