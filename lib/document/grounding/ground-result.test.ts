import { expect, test } from 'vitest';
import type { ExtractedRow, ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import { fieldSchema } from '#lib/contract/service/extraction-schema.ts';
import type { Page, Word } from '#lib/contract/service/reading.ts';
import { groundResult } from './ground-result.ts';

/** A page of lines; words stand as far right as they do in the text. */
function pageOf(lines: string[], number = 1): Page {
  const words: Word[] = [];
  const ranges = lines.flatMap((line, index): Page['lines'] => {
    const start = words.length;
    const top = 0.1 + index * 0.02;
    for (const match of line.matchAll(/\S+/g)) {
      const left = 0.05 + match.index * 0.01;
      words.push({ text: match[0], box: [left, top, left + match[0].length * 0.009, top + 0.012] });
    }
    return words.length > start ? [{ words: [start, words.length], box: [0.05, top, 0.95, top + 0.012] }] : [];
  });
  const rest = { blocks: [], tables: [], form_fields: [], tick_boxes: [], links: [] };
  return { number, width: 600, height: 800, name: null, source: 'text', display: 'image', text_rotation: 0, words, lines: ranges, ...rest };
}

const bare = (value: Value): ExtractedValue => ({
  value,
  text: null,
  confidence: 0,
  support: 'alone',
  evidence: [],
  candidates: [],
});
const field = (name: string, type: string, more: object = {}) =>
  fieldSchema.parse({ name, type, label: name.replaceAll('_', ' '), ...more });
const resultOf = (fields: ExtractionResult['fields']): ExtractionResult => ({ fields, completeness: {}, engine: 'remote' });

const PAGE = pageOf([
  'Date of order      2026-03-01',
  'Invoice date       1 March 2026',
  'Net amount         1.250,00',
  'Deposit            1.250,00',
  '',
  'Pos  Article       Qty    Price',
  '1    Rope          2      19,00',
  '2    Anchor        1      37,50',
  '3    Rope          5      19,00',
]);

test('of several places the one beside the field’s label is taken, whatever the notation', () => {
  const fields = [field('invoice_date', 'date'), field('deposit', 'money')];
  const { fields: found } = groundResult({
    fields,
    pages: [PAGE],
    result: resultOf({ invoice_date: bare('2026-03-01'), deposit: bare(1250) }),
  });
  expect((found.invoice_date as ExtractedValue).evidence[0]).toMatchObject({ page: 1, text: '1 March 2026' });
  expect((found.deposit as ExtractedValue).evidence[0]?.box?.[1]).toBeCloseTo(0.16);
  expect(found.deposit).toMatchObject({ confidence: 0, support: 'labelled' });
});

test('what stands nowhere says so; evidence that is there already stays', () => {
  const given = { ...bare('elsewhere'), evidence: [{ page: 1, box: null, text: 'x', stated: 'a/b' }] };
  const fields = [field('buyer', 'string'), field('seller', 'string')];
  const { fields: found } = groundResult({ fields, pages: [PAGE], result: resultOf({ buyer: bare('Nobody at all Ltd'), seller: given }) });
  expect(found.buyer).toMatchObject({ evidence: [], flags: ['not_on_page'], support: 'alone' });
  expect((found.seller as ExtractedValue).evidence).toEqual(given.evidence);
});

test('cells of a row stand together, also when another row has the same values', () => {
  const columns = ['article', 'qty', 'price'].map((name) => ({ name, type: name === 'article' ? 'string' : 'number', label: name }));
  const rows: ExtractedRow[] = [
    { article: bare('Rope'), qty: bare(2), price: bare(19) },
    { article: bare('Anchor'), qty: bare(1), price: bare(37.5) },
    { article: bare('Rope'), qty: bare(5), price: bare(19) },
  ];
  const { fields: found } = groundResult({
    fields: [field('lines', 'rows', { fields: columns })],
    pages: [PAGE],
    result: resultOf({ lines: rows }),
  });
  const tops = (found.lines as ExtractedRow[]).map((row) =>
    ['article', 'qty', 'price'].map((name) => row[name]?.evidence[0]?.box?.[1].toFixed(2)),
  );
  expect(tops).toEqual([
    ['0.22', '0.22', '0.22'],
    ['0.24', '0.24', '0.24'],
    ['0.26', '0.26', '0.26'],
  ]);
});

test('cells in their row and column are labelled, a cell from elsewhere is alone, and a row that both engines found agrees', () => {
  const columns = ['article', 'qty', 'price'].map((name) => ({ name, type: name === 'article' ? 'string' : 'number', label: name }));
  const fields = [field('lines', 'rows', { fields: columns })];
  const rows = (last: number): ExtractedRow[] => [
    { article: bare('Rope'), qty: bare(2), price: bare(19) },
    { article: bare('Anchor'), qty: bare(1), price: bare(37.5) },
    { article: bare('Rope'), qty: bare(5), price: bare(last) },
  ];
  const judge = (last: number, opinion: ExtractionResult | null) => {
    const { fields: found } = groundResult({ fields, pages: [PAGE], opinion, result: resultOf({ lines: rows(last) }) });
    return (found.lines as ExtractedRow[]).map((row) => ['article', 'qty', 'price'].map((name) => row[name]?.support));
  };
  expect(judge(19, null).flat()).toEqual(new Array(9).fill('labelled'));
  expect(judge(37.5, null)[2]).toEqual(['labelled', 'labelled', 'alone']);
  const sure = rows(19).map((row) =>
    Object.fromEntries(Object.entries(row).map(([name, { support: _none, ...cell }]) => [name, { ...cell, confidence: 0.9 }])),
  );
  expect(judge(37.5, resultOf({ lines: sure }))).toEqual([
    ['agrees', 'agrees', 'agrees'],
    ['agrees', 'agrees', 'agrees'],
    ['agrees', 'agrees', 'differs'],
  ]);
});

test('a confidence of 0.5 that was given stays', () => {
  const { support: _none, ...given } = { ...bare(1250), confidence: 0.5 };
  const { fields: found } = groundResult({ fields: [field('deposit', 'money')], pages: [PAGE], result: resultOf({ deposit: given }) });
  expect(found.deposit).toMatchObject({ confidence: 0.5 });
  expect(found.deposit).not.toHaveProperty('support');
});

test('the digits of a number are not looked for inside a code', () => {
  const page = pageOf(['Invoice HL-2026-0418']);
  const given = { ...bare(20260418), text: '20260418' };
  const { fields: found } = groundResult({ fields: [field('sum', 'number')], pages: [page], result: resultOf({ sum: given }) });
  expect(found.sum).toMatchObject({ evidence: [], flags: ['not_on_page'] });
});

test('another engine’s answer vouches for a place, but never for a value', () => {
  const place = { page: 1, box: [0.24, 0.14, 0.3, 0.152] as [number, number, number, number], text: '1.250,00' };
  const opinion = resultOf({ sum: { ...bare(1250), evidence: [place] }, other: { ...bare(9), evidence: [place] } });
  const fields = [field('sum', 'money'), field('other', 'money')];
  const { fields: found } = groundResult({ fields, pages: [PAGE], opinion, result: resultOf({ sum: bare(1250), other: bare(37.5) }) });
  expect((found.sum as ExtractedValue).evidence).toEqual([place]);
  expect(found.other).toMatchObject({ value: 37.5, evidence: [{ text: '37,50' }] });
});
