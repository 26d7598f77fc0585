import { expect, test } from 'vitest';
import type { RowField } from '#lib/contract/extraction-schema.ts';
import type { Flag, MergedValue } from '#lib/contract/review.ts';
import { findOffer } from './list-candidates.ts';

const field: RowField = { name: 'seller_address', type: 'string', label: 'Seller address', description: '', required: false };
const flag: Flag = { pointer: '/seller_address', reason: 'low_confidence', message: 'Probably there, but not sure enough to say.' };
const candidate = { value: '12 High Street', confidence: 0.4, evidence: [] };

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
  expect(findOffer(field, merged({}), [flag])).toEqual(candidate);
});

test('nothing is offered where the machine is sure, has a value, a person decided, or nothing else was considered', () => {
  expect(findOffer(field, merged({}), [])).toBeNull();
  expect(findOffer(field, merged({ value: '1 Low Road' }), [flag])).toBeNull();
  expect(findOffer(field, merged({ status: 'cleared' }), [flag])).toBeNull();
  expect(findOffer(field, merged({ candidates: [] }), [flag])).toBeNull();
});
