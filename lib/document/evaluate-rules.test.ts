import { describe, expect, it } from 'vitest';
import { evaluateRules } from './evaluate-rules.ts';
import { parseFormula } from './parse-formula.ts';

const rule = (formula: string) => [{ formula, message: '' }];

describe('evaluateRules', () => {
  const invoice = {
    net: 100,
    tax: 19,
    total: 119,
    issued: '2026-03-01',
    due: '2026-03-15',
    lines: [
      { quantity: 2, price: 30, amount: 60 },
      { quantity: 1, price: 40, amount: 40 },
    ],
  };

  it('says nothing when every rule holds', () => {
    const rules = [
      'total = net + tax',
      'net = sum(lines.amount)',
      'lines.amount = lines.quantity * lines.price',
      'due >= issued',
      'count(lines) = 2',
    ];
    expect(evaluateRules(rules.flatMap(rule), invoice)).toEqual([]);
  });

  it('proposes for each field the value that would make a broken sum fit', () => {
    const [broken] = evaluateRules(rule('total = net + tax'), { ...invoice, tax: 16 });
    expect(broken?.proposals).toEqual([
      { pointer: '/total', value: 116 },
      { pointer: '/net', value: 103 },
      { pointer: '/tax', value: 19 },
    ]);
  });

  it('names the row in which a row rule is broken', () => {
    const lines = [invoice.lines[0]!, { quantity: 3, price: 40, amount: 40 }];
    const broken = evaluateRules(rule('lines.amount = lines.quantity * lines.price'), { ...invoice, lines });
    expect(broken).toHaveLength(1);
    expect(broken[0]).toMatchObject({ row: 1, pointers: ['/lines/1/amount', '/lines/1/quantity', '/lines/1/price'] });
    expect(broken[0]?.proposals).toContainEqual({ pointer: '/lines/1/amount', value: 120 });
  });

  it('leaves a rule alone while a value it needs is missing', () => {
    expect(evaluateRules(rule('total = net + tax'), { ...invoice, tax: null })).toEqual([]);
  });

  it('accepts sums that differ by a rounded cent', () => {
    expect(evaluateRules(rule('total = net + tax'), { net: 33.33, tax: 6.33, total: 39.67 })).toEqual([]);
  });

  it('compares dates in order of time', () => {
    expect(evaluateRules(rule('due >= issued'), { ...invoice, due: '2026-02-01' })).toHaveLength(1);
  });
});

describe('parseFormula', () => {
  it.each([
    ['total', 'A rule needs'],
    ['total = sum(', 'ends too early'],
    ['total = median(lines.amount)', 'no function “median”'],
    ['total = net ; drop', 'not understood'],
    ['total = net tax', 'after the end'],
  ])('explains what is wrong with “%s”', (formula, message) => {
    expect(() => parseFormula(formula)).toThrow(message);
  });
});
