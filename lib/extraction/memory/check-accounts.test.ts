import { expect, it } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { learnLesson } from '../learn-lesson.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';
import { checkAccounts } from './check-accounts.ts';
import { partyKeys } from './party-keys.ts';

const schema = {
  fields: [
    fieldSchema.parse({ name: 'seller_name', type: 'string', format: 'organisation' }),
    fieldSchema.parse({ name: 'seller_vat_id', type: 'string', format: 'vat_id' }),
    fieldSchema.parse({ name: 'iban', type: 'string', format: 'iban' }),
  ],
};
const OLD = 'DE89370400440532013000';
const NEW = 'GB29NWBK60161331926819';

function invoice(iban: string, vat = 'DE136695976', extra: string[] = []) {
  return readingOfLines([
    ['Seller: Millers of Lindum Ltd', `VAT ID: ${vat}`, 'Invoice 17', ...extra, `IBAN: ${iban}`, 'pay@lindum-mill.example'],
  ]);
}

const approved = { seller_name: { value: 'Millers of Lindum Ltd' }, seller_vat_id: { value: 'DE136695976' }, iban: { value: OLD } };
/** As little alike as a forgery may be: the party alone counts. */
const memory = [{ id: 'first', likeness: 0.02, lesson: learnLesson({ schema, reading: invoice(OLD), approved }) }];
const ibanOf = (reading: ReturnType<typeof invoice>, remembered = memory) =>
  extract({ schema, reading, memory: remembered }).fields.iban as ExtractedValue;

it('flags another bank account of a known party, however sure the engine is of it and whatever the document looks like', () => {
  const found = ibanOf(invoice(NEW, 'DE136695976', ['A new look', 'since this year']));
  expect(found).toMatchObject({ value: NEW, flags: ['new_bank_account'] });
});

it('flags it too where the VAT number is another one: it may be misread, or forged', () => {
  for (const vat of ['DE13669S976', 'DE129273398']) expect(ibanOf(invoice(NEW, vat)).flags).toEqual(['new_bank_account']);
});

it('says nothing of the account that was approved, of a party that is not known, or without approvals', () => {
  expect(ibanOf(invoice(OLD)).flags ?? []).toEqual([]);
  const stranger = readingOfLines([['Seller: Quite Other Trading GmbH', 'VAT ID: DE129273398', 'Contact: Ann Lee', `IBAN: ${NEW}`]]);
  expect(ibanOf(stranger).flags ?? []).toEqual([]);
  expect(ibanOf(invoice(NEW), []).flags ?? []).toEqual([]);
});

it('takes no clerk, bank or place of delivery for the party', () => {
  const others = {
    fields: [
      ...schema.fields,
      ...['contact_person', 'bank_name', 'ship_to_name'].map((name) => fieldSchema.parse({ name, type: 'string' })),
    ],
  };
  const values = (seller: string, iban: string) => ({
    seller_name: seller,
    contact_person: 'Ann Lee',
    bank_name: 'Bank of Lindum',
    ship_to_name: 'Depot Nine',
    iban,
  });
  const as = (of: Record<string, string>) => Object.fromEntries(Object.entries(of).map(([name, value]) => [name, { value }]));
  const lesson = { ...learnLesson({ schema: others, reading: invoice(OLD), approved: as(values('Millers of Lindum Ltd', OLD)) }) };
  const found = Object.fromEntries(
    Object.entries(values('Quite Other Trading GmbH', NEW)).map(([name, value]) => [
      name,
      { value, text: value, confidence: 1, evidence: [], candidates: [] },
    ]),
  );
  expect(checkAccounts(others, found, [{ id: 'first', likeness: 0.5, lesson }])).toEqual(found);
});

it('accepts each account that was approved for the party', () => {
  const second = learnLesson({ schema, reading: invoice(NEW), approved: { ...approved, iban: { value: NEW } } });
  expect(ibanOf(invoice(NEW), [...memory, { id: 'second', likeness: 0.02, lesson: second }]).flags ?? []).toEqual([]);
});

it('knows a party by checked VAT numbers, bank accounts and the domain of its mail', () => {
  expect(partyKeys(invoice('DE89 3704 0044 0532 0130 00'))).toEqual(['vat DE136695976', `iban ${OLD}`, 'mail lindum-mill.example']);
  expect(partyKeys(invoice('DE00 3704 0044 0532 0130 00', 'DE123'))).toEqual(['mail lindum-mill.example']);
});

it('does not accept an account that a second check says is another one', () => {
  const disputed = learnLesson({ schema, reading: invoice(NEW), approved: { ...approved, iban: { value: NEW, checked_as: OLD } } });
  const remembered = [...memory, { id: 'second', likeness: 0.02, lesson: disputed }];
  expect(ibanOf(invoice(NEW), remembered).flags).toEqual(['new_bank_account']);
});

it('knows no party by a name that a second check says is another one', () => {
  const names = { seller_name: { ...approved.seller_name, checked_as: 'Quite Other Trading GmbH' }, seller_vat_id: { value: null } };
  const disputed = learnLesson({ schema, reading: invoice(OLD), approved: { ...approved, ...names } });
  expect(ibanOf(invoice(NEW), [{ id: 'first', likeness: 0.02, lesson: disputed }]).flags ?? []).toEqual([]);
  const agreed = { ...approved, iban: { value: OLD, checked_as: OLD } };
  expect(learnLesson({ schema, reading: invoice(OLD), approved: agreed }).fields.iban).not.toHaveProperty('isDisputed');
});
