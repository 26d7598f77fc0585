import { expect, test } from 'vitest';
import { checkFormula, type FormulaField } from './check-formula.ts';
import { evaluateRules } from './evaluate-rules.ts';

const FIELDS: FormulaField[] = [
  { name: 'vat_id', type: 'string', columns: [] },
  { name: 'issued', type: 'date', columns: [] },
  { name: 'total', type: 'money', columns: [] },
  { name: 'lines', type: 'rows', columns: [{ name: 'code', type: 'string' }] },
];
const VALUES = { vat_id: 'DE123456789', issued: '2026-03-01', total: 12.345, lines: [{ code: 'A-1' }, { code: 'AB2' }, { code: null }] };
const holds = (formula: string) => evaluateRules([{ formula, message: '' }], VALUES).map((outcome) => outcome.holds);

test('texts are measured and taken apart', () => {
  expect(holds('left(vat_id, 2) = "DE"')).toEqual([true]);
  expect(holds('right(vat_id, 3) = "788"')).toEqual([false]);
  expect(holds('length(vat_id) = 11')).toEqual([true]);
  expect(holds('left(vat_id, 0) = ""')).toEqual([true]);
  expect(holds('right(vat_id, 99) = vat_id')).toEqual([true]);
});

test('dates give their year and month', () => {
  expect(holds('year(issued) = 2026')).toEqual([true]);
  expect(holds('month(issued) <= 2')).toEqual([false]);
  expect(holds('year("2024-12-31") < year(issued)')).toEqual([true]);
});

test('functions of one value are judged for each row; where it is missing there is no verdict', () => {
  expect(holds('left(lines.code, 2) = "A-"')).toEqual([true, false, null]);
});

test('numbers are rounded as before', () => {
  expect(holds('round(total, 2) = 12.35')).toEqual([true]);
  expect(holds('round(total) = 12')).toEqual([true]);
  expect(holds('abs(0 - total) = total')).toEqual([true]);
});

test('a broken rule about a text blames it and proposes nothing', () => {
  const [outcome] = evaluateRules([{ formula: 'length(vat_id) = 9', message: '' }], VALUES);
  expect(outcome).toMatchObject({ holds: false, pointers: ['/vat_id'], proposals: [] });
});

test.each([
  ['left(vat_id) = "D"', 'left needs a text and a number in its brackets.'],
  ['length(total) = 2', 'length needs a text, but was given a number.'],
  ['year(vat_id) = 2026', 'year needs a date, but was given a text.'],
  ['abs(total, 2) = 2', 'abs needs a number in its brackets.'],
  ['sum(vat_id) = 2', 'sum needs numbers, but was given a text.'],
  ['left(vat_id, 2) = 5', 'A text cannot be compared with a number.'],
])('%s is refused with words', (formula, message) => {
  expect(checkFormula(FIELDS, formula)).toBe(message);
});

test.each(['left(vat_id, 2) = "DE"', 'month("2026-01-31") = 1', 'round(total) = 12', 'count(lines) > 0'])('%s can be judged', (formula) => {
  expect(checkFormula(FIELDS, formula)).toBeNull();
});
