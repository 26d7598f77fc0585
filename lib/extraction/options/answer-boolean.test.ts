import { expect, test } from 'vitest';
import type { ExtractedValue } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import { extract } from '../extract.ts';
import { readingOfLines } from '../testing/reading-of-lines.ts';

function read(lines: string[], label: string): ExtractedValue {
  const field = fieldSchema.parse({ name: label.toLowerCase().replace(/\W+/g, '_'), type: 'boolean', label });
  return extract({ schema: { fields: [field] }, reading: readingOfLines([['Order 12', ...lines]]) }).fields[field.name] as ExtractedValue;
}

test('a word for yes or no behind the label of a field is read in eight languages', () => {
  for (const [line, label, value] of [
    ['Paid? no', 'Paid', false],
    ['Insured: Yes', 'Insured', true],
    ['Reverse charge applies: true', 'Reverse charge', true],
    ['Teillieferung erlaubt: ja', 'Teillieferung erlaubt', true],
    ['Livraison partielle : non', 'Livraison partielle', false],
    ['Urgente: sí', 'Urgente', true],
    ['Assicurato: sì', 'Assicurato', true],
    ['Verzekerd: nee', 'Verzekerd', false],
    ['Pago: não', 'Pago', false],
    ['Pilne: tak', 'Pilne', true],
  ] as const) {
    const found = read([line], label);
    expect([line, found.value]).toEqual([line, value]);
    expect(found.evidence[0]?.text, line).not.toContain(':');
    expect(found.confidence, line).toBeGreaterThan(0.85);
  }
});

test('a remark behind the word does not hide it', () => {
  expect(read(['Insured: no, at the risk of the buyer'], 'Insured').value).toBe(false);
});

test('a choice of words without a mark, another value, and a label that says the opposite are no answer', () => {
  expect(read(['Insured: Yes No'], 'Insured').value).toBeNull();
  expect(read(['Insured: 12.00'], 'Insured').value).toBeNull();
  expect(read(['Not insured: yes'], 'Insured').value).toBeNull();
  expect(read(['The goods are insured unless we say no'], 'Insured').value).toBeNull();
});

test('two different answers are in doubt, with the other one as a candidate', () => {
  const found = read(['Insured: yes', 'Insured: no'], 'Insured');
  expect(found.confidence).toBeLessThanOrEqual(0.5);
  expect(found.candidates.map(({ value }) => value)).toEqual([!found.value]);
});
