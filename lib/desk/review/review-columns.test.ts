import { expect, test } from 'vitest';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import { ORDER } from '../testing/insert-reviewable.ts';
import { layOver, reviewColumns } from './review.ts';

const schema = { ...ORDER, id: 'order', version: 1 } as unknown as Schema;
const value = (is: ExtractedValue['value'], more: Partial<ExtractedValue> = {}): ExtractedValue => ({
  value: is,
  text: String(is),
  confidence: 0.9,
  evidence: [],
  candidates: [],
  ...more,
});
const columnsOf = (fields: ExtractionResult['fields']) =>
  reviewColumns(layOver(schema, { fields, completeness: {}, engine: 'test' }, [], null));

test('expected errors are what confidences lack to 1, and each value that does not meet what the schema demands', () => {
  const lines = [{ item: value('Nails'), amount: value(10) }];
  expect(columnsOf({ number: value('A-1'), total: value(10), lines }).expectedErrors).toBeCloseTo(0.4);
  // the number is required and missing
  expect(columnsOf({ total: value(10), lines }).expectedErrors).toBeCloseTo(1 + 0.3);
  // the lines do not add up: one of the values is wrong, which is counted once
  expect(columnsOf({ number: value('A-1'), total: value(11), lines }).expectedErrors).toBeCloseTo(1 + 0.3);
});

test('where no confidence is known, nothing is expected', () => {
  expect(columnsOf({ number: value('', { support: 'agrees' }) })).toMatchObject({ expectedErrors: null });
  expect(columnsOf({ number: value('A-1', { support: 'agrees' }) })).toMatchObject({ expectedErrors: null, lowestConfidence: null });
});
