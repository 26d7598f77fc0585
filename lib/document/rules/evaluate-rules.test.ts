import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { evaluateRules } from './evaluate-rules.ts';
import { TOO_MUCH_WORK } from './formula-budget.ts';
import { FormulaError, parseFormula } from './parse-formula.ts';

const rule = (formula: string) => ({ formula, message: '' });
const invoice = {
  net: 100,
  tax: 19,
  total: 119,
  issued: '2024-03-01',
  due: '2024-03-31',
  lines: [
    { quantity: 2, price: 30, amount: 60 },
    { quantity: 1, price: 40, amount: 40 },
  ],
};

describe('evaluateRules', () => {
  it('adds up fields and rows', () => {
    const [a, b, c] = evaluateRules(
      [rule('total = net + tax'), rule('net = sum(lines.amount)'), rule('total = sum(lines.amount) + tax')],
      invoice,
    );
    expect([a?.holds, b?.holds, c?.holds]).toEqual([true, true, true]);
  });
  it('proposes for each value what would make the sum fit', () => {
    const [broken] = evaluateRules([rule('total = net + tax')], { ...invoice, total: 191 });
    expect(broken?.holds).toBe(false);
    expect(broken?.proposals).toEqual([
      { pointer: '/total', value: 119 },
      { pointer: '/net', value: 172 },
      { pointer: '/tax', value: 91 },
    ]);
  });
  it('names the cells of rows too', () => {
    const lines = [{ amount: 60 }, { amount: 4 }];
    const [broken] = evaluateRules([rule('net = sum(lines.amount)')], { ...invoice, lines });
    expect(broken?.proposals).toContainEqual({ pointer: '/lines/1/amount', value: 40 });
  });
  it('looks at every row when a rule speaks of single rows', () => {
    const outcomes = evaluateRules([rule('lines.amount = lines.quantity * lines.price')], {
      ...invoice,
      lines: [
        { quantity: 2, price: 30, amount: 60 },
        { quantity: 3, price: 5, amount: 16 },
      ],
    });
    expect(outcomes.map((outcome) => [outcome.row, outcome.holds])).toEqual([
      [0, true],
      [1, false],
    ]);
    expect(outcomes[1]?.proposals).toContainEqual({ pointer: '/lines/1/amount', value: 15 });
  });
  it('compares dates and counts rows', () => {
    const outcomes = evaluateRules([rule('due >= issued'), rule('count(lines) = 2'), rule('due < issued')], invoice);
    expect(outcomes.map((outcome) => outcome.holds)).toEqual([true, true, false]);
  });
  it('moves dates by days and counts the days between them', () => {
    const holds = (formula: string, values = invoice) => evaluateRules([rule(formula)], values)[0]?.holds;
    expect(holds('due <= issued + 30')).toBe(true);
    expect(holds('due <= issued + 29')).toBe(false);
    expect(holds('due = 30 + issued')).toBe(true);
    expect(holds('due - 30 = issued')).toBe(true);
    expect(holds('due - issued <= 14')).toBe(false);
    expect(holds('due > "2024-03-30"')).toBe(true);
    expect(holds('due - issued = 365', { ...invoice, issued: '1970-01-01', due: '1971-01-01' })).toBe(true);
    expect(evaluateRules([rule('due = issued + 14')], invoice)[0]?.proposals).toEqual([{ pointer: '/due', value: '2024-03-15' }]);
  });
  it('does not compare a date with a number, and says so', () => {
    expect(evaluateRules([rule('due > 30')], invoice)[0]).toMatchObject({
      holds: null,
      problem: expect.stringMatching(/cannot be compared/),
    });
  });
  it('says nothing where a value is missing', () => {
    const [outcome] = evaluateRules([rule('total = net + tax')], { ...invoice, tax: null });
    expect(outcome).toMatchObject({ holds: null, proposals: [], problem: null });
  });
  it('tells what is wrong with a formula and never runs it as code', () => {
    for (const formula of [
      'total',
      'total = ',
      'total = nosuch(1)',
      'a = (b',
      'a = b c',
      'a = `x`',
      'constructor.x = process.exit()',
      `a = ${'('.repeat(100)}1${')'.repeat(100)}`,
    ]) {
      expect(() => parseFormula(formula)).toThrow(FormulaError);
      expect(evaluateRules([rule(formula)], invoice)[0]?.problem).toMatch(/\w/);
    }
  });
  it('holds for any amounts that were added up in cents, and breaks when one is off by more', () => {
    const cents = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 12 }), (amounts) => {
        const lines = amounts.map((amount) => ({ amount: amount / 100 }));
        const total = amounts.reduce((sum, amount) => sum + amount, 0) / 100;
        expect(evaluateRules([rule('total = sum(lines.amount)')], { total, lines })[0]?.holds).toBe(true);
        expect(evaluateRules([rule('total = sum(lines.amount)')], { total: total + 1, lines })[0]?.holds).toBe(false);
      }),
    );
  });

  it('judges thousands of broken rows without trying values for each of them', () => {
    const lines = Array.from({ length: 8_000 }, (_, row) => ({ quantity: 2, price: row, amount: 1 }));
    const rule = { formula: 'lines.amount = lines.quantity * lines.price', message: '' };
    const before = process.cpuUsage();
    const outcomes = evaluateRules([rule], { lines });
    const { user, system } = process.cpuUsage(before);
    expect(outcomes.filter(({ holds }) => holds === false)).toHaveLength(8_000);
    expect([outcomes[3]?.proposals.length, outcomes[7_000]?.proposals.length]).toEqual([3, 0]);
    expect((user + system) / 1e6).toBeLessThan(20);
  });

  it.each([
    ['sums of sums of rows', ['total = sum(lines.a + sum(lines.a + sum(lines.a + sum(lines.a))))']],
    ['a sum for each row, in each of many rules', Array.from({ length: 100 }, () => 'lines.a = sum(lines.a)')],
  ])('gives up on %s, says so, and still judges what came before', (_name, formulas) => {
    const lines = Array.from({ length: 2_000 }, () => ({ a: 1 }));
    const outcomes = evaluateRules(['total = 1', ...formulas].map(rule), { total: 1, lines });
    expect(outcomes[0]?.holds).toBe(true);
    expect(outcomes.at(-1)).toMatchObject({ holds: null, problem: TOO_MUCH_WORK });
  });

  it('reads fields whose names every object has, and takes no inherited member for a value', () => {
    const values = JSON.parse('{"constructor": 2, "__proto__": 3, "lines": [{"__proto__": 1}, {"__proto__": 2}]}');
    const outcomes = evaluateRules([rule('__proto__ = constructor + 1'), rule('__proto__ = sum(lines.__proto__)')], values);
    expect(outcomes.map(({ holds }) => holds)).toEqual([true, true]);
    expect(evaluateRules([rule('toString = 1'), rule('lines.valueOf = 1')], values).map(({ left }) => left)).toEqual([null, null, null]);
    const [broken] = evaluateRules([rule('__proto__ = 5')], values);
    expect(broken?.proposals).toEqual([{ pointer: '/__proto__', value: 5 }]);
  });
});
