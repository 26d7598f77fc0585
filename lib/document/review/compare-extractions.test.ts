import { expect, test } from 'vitest';
import type { ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { compareExtractions } from './compare-extractions.ts';
import { extractedFields } from './merge-actions.ts';

const LINES = {
  name: 'lines',
  type: 'rows',
  fields: [
    { name: 'item', type: 'string' },
    { name: 'amount', type: 'money' },
  ],
};
const NUMBER = { name: 'number', type: 'string', label: 'Invoice no.' };
const make = (...fields: object[]) => schemaDraftSchema.parse({ name: 'Invoice', fields });
const schema = make(NUMBER, { name: 'due', type: 'date' }, LINES);

type Plain = Record<string, Value | Record<string, Value>[]>;
const read = (value: Value): ExtractedValue => ({
  value,
  text: null,
  confidence: 0.9,
  evidence: value === null ? [] : [{ page: 2, box: [0.1, 0.2, 0.3, 0.4], text: String(value) }],
  candidates: [],
});
const valuesOf = (of: typeof schema, plain: Plain) => {
  const fields = Object.entries(plain).map(([name, value]) => [
    name,
    Array.isArray(value) && typeof value[0] !== 'string'
      ? (value as Record<string, Value>[]).map((row) =>
          Object.fromEntries(Object.entries(row).map(([column, cell]) => [column, read(cell)])),
        )
      : read(value as Value),
  ]);
  return extractedFields(of, { fields: Object.fromEntries(fields), completeness: {}, engine: 'test' } as ExtractionResult);
};
const ROWS = [
  { item: 'Bolts', amount: 10 },
  { item: 'Nuts', amount: 20 },
];
const APPROVED = { number: 'A-17', due: null, lines: ROWS };

function compare(before: Plain, after: Plain, draft = schema) {
  const approved = valuesOf(schema, APPROVED);
  return compareExtractions({ draft, schema, approved, before: valuesOf(schema, before), after: valuesOf(draft, after) });
}
const told = (...of: Parameters<typeof compare>) =>
  compare(...of).changes.map(({ kind, field, row, before, after }) => [kind, field, row, before.value, after.value]);

test('a value that becomes right is a gain with its place, one that becomes wrong a loss, one wrong both times neither', () => {
  expect(told({ ...APPROVED, number: 'A-1' }, APPROVED)).toEqual([['gain', 'number', null, 'A-1', 'A-17']]);
  expect(compare({ ...APPROVED, number: 'A-1' }, APPROVED).changes[0]?.after.place).toEqual({ page: 2, box: [0.1, 0.2, 0.3, 0.4] });
  expect(told(APPROVED, { ...APPROVED, number: null })).toEqual([['loss', 'number', null, 'A-17', null]]);
  const wrong = compare({ ...APPROVED, number: 'A-1' }, { ...APPROVED, number: 'A-2' });
  expect(wrong.changes).toEqual([]);
  expect(wrong.counts[0]).toMatchObject({ field: 'number', label: 'Invoice no.', values: 1, right_before: 0, right_after: 0 });
});

test('nothing where nothing was approved counts only once something was invented there', () => {
  expect(compare(APPROVED, APPROVED).counts[1]).toMatchObject({ field: 'due', values: 0 });
  expect(told(APPROVED, { ...APPROVED, due: '2026-01-01' })).toEqual([['loss', 'due', null, null, '2026-01-01']]);
});

test('rows are known by what they say: one lost in front moves no other, and one invented is a loss', () => {
  expect(told(APPROVED, { ...APPROVED, lines: ROWS.slice(1) })).toEqual([
    ['loss', 'lines.item', 1, 'Bolts', null],
    ['loss', 'lines.amount', 1, 10, null],
  ]);
  const invented = { item: 'Total', amount: 30 };
  expect(told(APPROVED, { ...APPROVED, lines: [...ROWS, invented] })).toEqual([
    ['loss', 'lines.item', 3, null, 'Total'],
    ['loss', 'lines.amount', 3, null, 30],
  ]);
  expect(told({ ...APPROVED, lines: [invented, ...ROWS] }, { ...APPROVED, lines: [invented, ...ROWS] })).toEqual([]);
});

test('a misread row is no other row: only its wrong cells count, in tables of one column and of three', () => {
  const codes = (of: typeof schema, ...values: string[]) => valuesOf(of, { codes: values.map((code) => ({ code })) });
  const one = make({ name: 'codes', type: 'rows', fields: [{ name: 'code', type: 'string' }] });
  const of = { draft: one, schema: one, approved: codes(one, 'A-1', 'B-2', 'C-3') };
  const wrongBoth = compareExtractions({ ...of, before: codes(one, 'A-1', 'B-8', 'C-3'), after: codes(one, 'A-1', 'B-9', 'C-3') });
  expect(wrongBoth).toMatchObject({ changes: [], counts: [{ values: 3, right_before: 2, right_after: 2 }] });
  const lost = compareExtractions({ ...of, before: codes(one, 'A-1', 'B-2', 'C-3'), after: codes(one, 'A-1', 'B-9', 'C-3') });
  expect(lost.counts).toMatchObject([{ values: 3, right_before: 3, right_after: 2, losses: 1 }]);
  const wide = make({ ...LINES, fields: [...LINES.fields, { name: 'count', type: 'integer' }] });
  const line = (amount: number, count: number) => valuesOf(wide, { lines: [{ item: 'Bolts', amount, count }] });
  const three = compareExtractions({ draft: wide, schema: wide, approved: line(10, 2), before: line(10, 2), after: line(100, 20) });
  expect(three.changes.map(({ kind, field, row }) => [kind, field, row])).toEqual([
    ['loss', 'lines.amount', 1],
    ['loss', 'lines.count', 1],
  ]);
});

test('rows have the numbers that they have in the document, also where nothing can be compared', () => {
  const invented = { item: 'Header', amount: 1 };
  expect(told(APPROVED, { ...APPROVED, lines: [invented, ...ROWS] })[0]).toEqual(['loss', 'lines.item', 1, null, 'Header']);
  const texts = make({ ...LINES, fields: [{ name: 'item', type: 'list' }] });
  const lines = [{ item: ['Bolts'] }, { item: ['Nuts'] }] as unknown as Record<string, Value>[];
  expect(told(APPROVED, { lines }, texts).map(([, , row]) => row)).toEqual([1, 2]);
});

test('approved values that the draft has no field for, or one of another type, are told', () => {
  const draft = make({ ...NUMBER, type: 'date' }, { ...LINES, label: 'Items', fields: [LINES.fields[0]!] });
  expect(compare(APPROVED, { number: null, lines: [] }, draft).uncompared).toEqual([
    { field: 'number', label: 'Invoice no.', values: 1 },
    { field: 'lines.amount', label: 'lines: amount', values: 2 },
  ]);
  expect(compare(APPROVED, APPROVED).uncompared).toEqual([]);
});

test('a new field, a new column and one of another type only tell what was found', () => {
  const columns = [...LINES.fields, { name: 'unit', type: 'string' }];
  const draft = make({ ...NUMBER, type: 'integer' }, { name: 'buyer', type: 'string' }, { ...LINES, fields: columns });
  const lines = [{ ...ROWS[0]!, unit: 'kg' }, ROWS[1]!];
  const { counts, changes } = compare(APPROVED, { number: 17, buyer: 'Ada Ltd', lines }, draft);
  expect(changes.map(({ kind, field, after }) => [kind, field, after.value])).toEqual([
    ['new', 'number', 17],
    ['new', 'buyer', 'Ada Ltd'],
    ['new', 'lines.unit', 'kg'],
  ]);
  expect(counts.map(({ field, values, found }) => [field, values, found])).toEqual([
    ['number', 0, 1],
    ['buyer', 0, 1],
    ['lines.item', 2, 0],
    ['lines.amount', 2, 0],
    ['lines.unit', 0, 1],
  ]);
});
