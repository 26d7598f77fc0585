import { expect, test } from 'vitest';
import type { Flag, MergedValue } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { findKeyed, findOffer, listCandidates } from './list-candidates.ts';

const field: RowField = { name: 'seller_address', type: 'string', label: 'Seller address', description: '', required: false };
const flag: Flag = { pointer: '/seller_address', reason: 'low_confidence', message: 'Probably there, but the confidence is too low.' };
const candidate = { value: '12 High Street', text: null, confidence: 0.4, evidence: [] };

function merged(given: Partial<MergedValue>): MergedValue {
  return {
    pointer: '/seller_address',
    value: null,
    original: null,
    status: 'machine',
    confidence: 0.3,
    evidence: [],
    candidates: [candidate],
    machine_flags: [],
    ...given,
  } as MergedValue;
}

test('an empty field that needs a look is offered the likeliest value', () => {
  expect(findOffer(field, merged({}), [flag], new Set())).toBe(0);
});

test('nothing is offered where the engine is sure, has a value, a person decided, or nothing else was considered', () => {
  expect(findOffer(field, merged({}), [], new Set())).toBeNull();
  expect(findOffer(field, merged({ value: '1 Low Road' }), [flag], new Set())).toBeNull();
  expect(findOffer(field, merged({ status: 'cleared' }), [flag], new Set())).toBeNull();
  expect(findOffer(field, merged({ candidates: [] }), [flag], new Set())).toBeNull();
});

test('what another field holds is not offered again', () => {
  const other = { value: '3 Mill Lane', text: null, confidence: 0.2, evidence: [] };
  expect(findOffer(field, merged({ candidates: [candidate, other] }), [flag], new Set(['12 High Street']))).toBe(1);
  expect(findOffer(field, merged({}), [flag], new Set(['12 High Street']))).toBeNull();
});

test('the very words that the field has are no other candidate, however they are written', () => {
  const at = (...words: number[]) => [{ page: 1, box: null, text: 'words', words }];
  const own = merged({ value: 'Acme Ltd', original: 'Acme Ltd', evidence: at(4, 5) });
  const candidates = [
    { value: 'ACME LTD.', text: null, confidence: 0.72, evidence: at(5, 4) },
    { value: 'Acme Holding', text: null, confidence: 0.6, evidence: at(9) },
  ];
  expect(listCandidates(field, { ...own, candidates }).map(({ value }) => value)).toEqual(['Acme Holding']);
});

const said = (value: string | null, agrees = false, evidence: Evidence[] = []): Partial<MergedValue> => ({
  value: '1 Low Road',
  second_opinion: {
    agrees,
    value,
    text: null,
    evidence,
    remembered: { basis: 'value', document_ids: ['a'], seen: 1, likeness: 1 },
  },
});

test('what approved documents say instead is the first candidate, once, with its place where that is known', () => {
  const [first, second] = listCandidates(field, merged(said('9 Hill Road')));
  expect(first).toMatchObject({ value: '9 Hill Road', confidence: null, evidence: [], reason: 'As in approved documents.' });
  expect(second?.value).toBe('12 High Street');
  const placed = { ...candidate, evidence: [{ page: 1, box: null, text: '12 High Street', words: [1] }] };
  const other = { value: '3 Mill Lane', text: null, confidence: 0.6, evidence: [] };
  const known = listCandidates(field, merged({ ...said('12 High Street'), candidates: [other, placed] as MergedValue['candidates'] }));
  expect(known.map(({ value, evidence }) => [value, evidence.length])).toEqual([
    ['12 High Street', 1],
    ['3 Mill Lane', 0],
  ]);
});

test('what approved documents say has their place where it was not considered, or without a place', () => {
  const evidence = [{ page: 2, box: null, text: '12 High Street', words: [7, 8] }];
  expect(listCandidates(field, merged({ ...said('9 Hill Road', false, evidence), candidates: [] }))).toMatchObject([{ evidence }]);
  expect(listCandidates(field, merged(said('12 High Street', false, evidence)))).toMatchObject([{ confidence: 0.4, evidence }]);
  // also on the words that the extracted value was read from
  expect(listCandidates(field, merged({ ...said('9 Hill Road', false, evidence), evidence, candidates: [] }))).toHaveLength(1);
});

test('an opinion that agrees, or says that there is nothing, is no candidate', () => {
  expect(listCandidates(field, merged(said('1 Low Road', true)))).toEqual([candidate]);
  expect(listCandidates(field, merged(said(null)))).toEqual([candidate]);
});

test('a proposal that is a candidate has that candidate’s key', () => {
  const candidates = listCandidates(field, merged(said('9 Hill Road')));
  expect(findKeyed(candidates, { ...flag, proposal: '12 High Street' })).toBe(1);
  expect(findKeyed(candidates, { ...flag, proposal: 'elsewhere' })).toBeNull();
  expect(findKeyed(candidates, flag)).toBeNull();
});
