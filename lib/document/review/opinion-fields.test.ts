import { expect, test } from 'vitest';
import type { ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from './find-flags.ts';
import { extractedFields } from './merge-actions.ts';
import { opinionFields } from './opinion-fields.ts';

const remembered: NonNullable<ExtractedValue['remembered']> = { basis: 'value', document_ids: ['a'], seen: 2, likeness: 0.9 };
const said = (value: Value, more: Partial<ExtractedValue> = {}): ExtractedValue => ({
  value,
  text: null,
  confidence: 0.99,
  evidence: [],
  candidates: [],
  ...more,
});
const answer = (fields: ExtractionResult['fields']): ExtractionResult => ({ fields, completeness: {}, engine: 'test' });
const schema = {
  fields: ['name', 'total', 'iban'].map((name) => fieldSchema.parse({ name, type: name === 'total' ? 'money' : 'string' })),
  rules: [],
};
const flagsOf = (stranger: ExtractionResult['fields'], ours: ExtractionResult['fields']) =>
  findFlags({ schema, fields: extractedFields(schema, answer(stranger), opinionFields(answer(ours))) });

test('only values that rest on memory are an opinion', () => {
  expect(
    opinionFields(answer({ name: said('Ann'), total: said(null, { remembered }), rows: [{ name: said('x', { remembered }) }] })),
  ).toEqual({});
  expect(flagsOf({ name: said('Bob') }, { name: said('Ann') })).toEqual([]);
});

test('another value is a flag with a proposal, also where nothing was found; the same one, written differently, agrees', () => {
  expect(flagsOf({ total: said(10) }, { total: said(12.5, { remembered }) })).toEqual([
    { pointer: '/total', reason: 'second_opinion', message: 'Approved documents of this layout say “12.50”.', proposal: 12.5 },
  ]);
  expect(flagsOf({ total: said(null) }, { total: said(12.5, { remembered }) })).toMatchObject([{ reason: 'second_opinion' }]);
  expect(flagsOf({ name: said('ANN LEE') }, { name: said('Ann Lee', { remembered }) })).toEqual([]);
});

test('the flag says what is true: that approved documents say the value, or that it stands where theirs does, of this layout or of another', () => {
  const words = (basis: 'value' | 'place', seen: number) =>
    flagsOf({ name: said('Bob') }, { name: said('Ann', { remembered: { ...remembered, basis, seen } }) })[0]?.message;
  expect(words('value', 2)).toBe('Approved documents of this layout say “Ann”.');
  expect(words('value', 0)).toBe('Approved documents like this one say “Ann”.');
  expect(words('place', 2)).toBe('Where approved documents of this layout have this value, this one says “Ann”.');
  expect(words('place', 0)).toBe('Where approved documents like this one have this value, this one says “Ann”.');
});

test('an account that is new for its party is flagged where the other service gave the same account', () => {
  const ours = { iban: said('GB29', { flags: ['new_bank_account'] }) };
  expect(flagsOf({ iban: said('GB29') }, ours)).toMatchObject([{ pointer: '/iban', reason: 'new_bank_account' }]);
  expect(flagsOf({ iban: said('DE89') }, ours)).toEqual([]);
});
