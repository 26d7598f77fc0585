import { expect, test } from 'vitest';
import type { RowField } from '#lib/contract/service/extraction-schema.ts';
import { listCompletions } from './list-completions.ts';

const field = (type: RowField['type']) => ({ name: 'field', type, label: '', description: '', required: false }) as RowField;
const on = (value: string | number, text = String(value)) => ({ value, evidence: { page: 1, box: null, text, words: [0] } });

test('a text that is begun is completed by the first, and can be taken as typed by the last', () => {
  const completions = listCompletions(field('string'), 'copp', [on('Copperfield Cafés Group'), on('Copperfield')]);
  expect(completions.map(({ text }) => text)).toEqual(['Copperfield Cafés Group', 'Copperfield', 'copp']);
  expect(completions.at(-1)?.evidence).toBe(null);
});

test('what stands on the page just as typed comes first', () => {
  expect(listCompletions(field('string'), 'Copper', [on('Copperfield'), on('Copper')]).map(({ text }) => text)).toEqual([
    'Copper',
    'Copperfield',
  ]);
  const [first, ...others] = listCompletions(field('money'), '145.5', [on(1455, '1455'), on(145.5, '145.50')]);
  expect(first).toMatchObject({ value: 145.5, evidence: { text: '145.50' } });
  expect(others).toHaveLength(1);
});

test('a figure that is whole as typed is not completed, one that is no value yet is', () => {
  expect(listCompletions(field('money'), '1', [on(12.5, '12.50')]).map(({ value }) => value)).toEqual([1, 12.5]);
  expect(listCompletions(field('date'), '12 Ma', [on('2026-03-12', '12 March 2026')]).map(({ text }) => text)).toEqual(['12 March 2026']);
});

test('a text with other punctuation than the page has is taken as typed, one in other case or spacing from the page', () => {
  const offered = (typed: string, printed: string) => listCompletions(field('string'), typed, [on(printed)])[0];
  expect(offered('QA-10000', 'QA/10000')).toEqual({ value: 'QA-10000', text: 'QA-10000', evidence: null });
  expect(offered('qa/10000', 'QA/10000')?.evidence).not.toBe(null);
  expect(offered('QA 10000', 'QA10000')?.evidence).not.toBe(null);
  expect(offered('QA-1', 'QA/10000')?.evidence).not.toBe(null);
});

test('nothing is offered where the page offers nothing', () => {
  expect(listCompletions(field('money'), '7', [])).toEqual([]);
});
