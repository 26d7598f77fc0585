import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../../extract.ts';
import { createExtractionContext } from '../../scoring/extraction-context.ts';
import { readingOfLines } from '../../testing/reading-of-lines.ts';
import { answerMeasure } from './answer-measure.ts';

function read(lines: string[], fields: Record<string, string>): Record<string, ExtractedValue> {
  const schema = { fields: Object.entries(fields).map(([name, type]) => fieldSchema.parse({ name, type })) };
  return extract({ schema, reading: readingOfLines([lines]) }).fields as Record<string, ExtractedValue>;
}

const CRATE = ['Quillmoor Hauliers', 'Crate seal 604418820335071', 'It tipped the scales at 418 kg on arrival.', 'Handling EUR 75.50'];

test('of a document with one figure in the unit asked for, this figure is given, though no label stands beside it', () => {
  expect(read(CRATE, { load_kg: 'number' }).load_kg?.value).toBe(418);
});

test('a long number, a sum of money and a figure in another unit are never the measure', () => {
  for (const line of ['Weight: 604418820335071', 'Weight: EUR 75.50', 'Weight: 920 lbs'])
    expect(read(['Quillmoor Hauliers', line], { weight_kg: 'number' }).weight_kg?.value, line).toBe(null);
  expect(read(['Quillmoor Hauliers', 'Weight: 75.50'], { weight_kg: 'number' }).weight_kg?.value).toBe(75.5);
});

test('a figure in the unit goes before one of the same label without it', () => {
  const lines = ['Work: 7 Einsatz Nord', 'Work: 6,5 Stunden'];
  expect(read(lines, { work_hours: 'number' }).work_hours?.value).toBe(6.5);
});

test('of several figures in the unit none is given where no label names the field', () => {
  const lines = ['Bay 1 held 300 kg of straw', 'Bay 2 held 410 kg of oats'];
  const tare = fieldSchema.parse({ name: 'tare_kg', type: 'number' });
  expect(answerMeasure(createExtractionContext(readingOfLines([lines]), [tare]), 0)).toBe(null);
  expect(answerMeasure(createExtractionContext(readingOfLines([lines.slice(1)]), [tare]), 0)?.value).toBe(410);
});

test('the sum that a field of money was given is no measure', () => {
  const lines = ['Quillmoor Hauliers', 'Consignment value 9,310.00'];
  const { consignment_value, consignment_kg } = read(lines, { consignment_value: 'money', consignment_kg: 'number' });
  expect([consignment_value?.value, consignment_kg?.value]).toEqual([9310, null]);
});
