import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, ActionDraft, Flag } from '#lib/contract/desk/review.ts';
import type { ExtractedRow, ExtractedValue, ExtractionResult, Value } from '#lib/contract/service/extraction.ts';
import { type SchemaDraft, schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from '../review/find-flags.ts';
import { mergeActions } from '../review/merge-actions.ts';
import { plainFields } from '../schemas/plain-fields.ts';
import { parsePointer } from '../values/pointer.ts';
import { evaluateRules } from './evaluate-rules.ts';
import { findCulprit } from './find-culprit.ts';

const NET = 'The lines do not add up to the net total.';
const money = (name: string) => ({ name, type: 'money' });
const schema: SchemaDraft = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    money('net'),
    money('tax'),
    money('total'),
    {
      name: 'lines',
      type: 'rows',
      fields: [{ name: 'item', type: 'string' }, { name: 'quantity', type: 'number' }, money('price'), money('amount')],
    },
  ],
  rules: [
    { formula: 'total = net + tax', message: 'Net and tax do not add up.' },
    { formula: 'net = sum(lines.amount)', message: NET },
    { formula: 'lines.amount = round(lines.quantity * lines.price, 2)', message: 'Not the product.' },
  ],
});

type Line = { quantity: number; price: number; sure: number };
const round = (value: number) => Math.round(value * 100) / 100;
const amountOf = ({ quantity, price }: Line) => round(quantity * price);
const lines = (least: number) =>
  fc
    .array(
      fc.record({
        quantity: fc.integer({ min: 1, max: 60 }),
        price: fc.integer({ min: 500, max: 90_000 }),
        sure: fc.integer({ min: 50, max: 99 }),
      }),
      {
        minLength: least,
        maxLength: 12,
      },
    )
    .map((list) => list.map(({ price, ...line }): Line => ({ ...line, price: price / 100 })));

const grouped = (value: number) => value.toFixed(2).replace(/\B(?=(\d{3})+(?!\d))/g, ' ');

/** An extraction of an invoice whose page has a line for each of `printed`; `read` are those that became rows. */
function extraction(printed: readonly Line[], read: readonly { line: Line; at: number; amount?: number }[]): ExtractionResult {
  const value = (given: Value, sure: number, at: number | null): ExtractedValue => ({
    value: given,
    text: String(given),
    confidence: sure / 100,
    evidence: at === null ? [] : [{ page: 1, box: [0.1, at / 20, 0.9, (at + 0.5) / 20], text: String(given), words: [10 * at] }],
    candidates: [],
  });
  const net = round(printed.reduce((sum, line) => sum + amountOf(line), 0));
  const rows = read.map(
    ({ line, at, amount = amountOf(line) }): ExtractedRow => ({
      item: value(`Part ${at}`, 99, at),
      quantity: value(line.quantity, line.sure, at),
      price: value(line.price, line.sure, at),
      amount: value(amount, line.sure, at),
    }),
  );
  const taken = new Set(read.map(({ at }) => at));
  return {
    engine: 'made',
    fields: {
      net: value(net, 99, null),
      tax: value(round(net / 5), 99, null),
      total: value(round(net + round(net / 5)), 99, null),
      lines: rows,
    },
    completeness: {
      lines: {
        row_like_lines: printed.length,
        rows: rows.length,
        unclaimed: [],
        lines: printed.map((line, at) => ({
          page: 1,
          box: [0.1, at / 20, 0.9, (at + 0.5) / 20],
          text: `${at + 1} Part ${at} ${line.quantity} ${grouped(line.price)} ${grouped(amountOf(line))}`,
          words: [10 * at],
          taken: taken.has(at),
        })),
      },
    },
  };
}

const actor = { id: 'someone', name: 'Someone' };
const actionsOf = (drafts: ActionDraft[]) =>
  drafts.map((draft, index): Action => ({ id: `a${index}`, sequence: index + 1, actor, at: '2026-01-01T00:00:00.000Z', draft }));

function judge(result: ExtractionResult, drafts: ActionDraft[] = []): { net: Flag[]; wrong: Flag[] } {
  const fields = mergeActions({ schema, result, actions: actionsOf(drafts) });
  const flags = findFlags({ schema, fields, completeness: result.completeness });
  const plain = plainFields(fields);
  const wrong = flags.filter(({ pointer, proposal }) => {
    const [name = '', row, column] = parsePointer(pointer);
    const rows = plain[name];
    const cells = Array.isArray(rows) ? rows[Number(row)] : undefined;
    if (proposal === undefined || typeof cells !== 'object' || column === undefined) return false;
    return Math.abs(Number(cells.quantity) * Number(cells.price) - Number(cells.amount)) < 0.0101;
  });
  return { net: flags.filter(({ message }) => message.startsWith(NET)), wrong };
}

const all = (printed: readonly Line[]) => printed.map((line, at) => ({ line, at }));

describe('who is to blame for a sum that does not fit', () => {
  it('names the line that no row stands on, lost by the engine or removed by a person, and changes no cell', () => {
    fc.assert(
      fc.property(lines(2), fc.nat(), fc.boolean(), (printed, which, byPerson) => {
        const lost = which % printed.length;
        const { net, wrong } = byPerson
          ? judge(extraction(printed, all(printed)), [{ kind: 'remove_row', pointer: `/lines/${lost}` }])
          : judge(extraction(printed, all(printed).toSpliced(lost, 1)));
        expect(wrong).toEqual([]);
        expect(net).toHaveLength(1);
        expect(net[0]).toMatchObject({ pointer: '/lines', reason: 'rule_broken' });
        expect(net[0]).not.toHaveProperty('proposal');
        expect(net[0]!.message).toContain(`“${lost + 1} Part ${lost}`);
        expect(net[0]!.message).toContain(grouped(amountOf(printed[lost]!)));
      }),
    );
  });

  it('names several lost lines together', () => {
    fc.assert(
      fc.property(lines(6), fc.integer({ min: 2, max: 5 }), (printed, count) => {
        const { net, wrong } = judge(extraction(printed, all(printed).slice(0, printed.length - count)));
        expect(wrong).toEqual([]);
        expect(net.map(({ pointer, proposal }) => [pointer, proposal])).toEqual([['/lines', undefined]]);
        expect(net[0]!.message).toMatch(/in no row ha/);
      }),
    );
  });

  it('names a row that stands there twice', () => {
    fc.assert(
      fc.property(lines(2), fc.nat(), (printed, which) => {
        const twice = all(printed)[which % printed.length]!;
        const { net, wrong } = judge(extraction(printed, [...all(printed), twice]));
        expect(wrong).toEqual([]);
        expect(net).toHaveLength(1);
        const [name, row, column] = parsePointer(net[0]!.pointer);
        expect([name, column, net[0]!.proposal]).toEqual(['lines', undefined, undefined]);
        // Amounts that differ by less than is rounded off in a sum cannot be told apart by it.
        const apart = amountOf([...printed, twice.line][Number(row)]!) - amountOf(twice.line);
        expect(Math.abs(apart)).toBeLessThan(0.1);
      }),
    );
  });

  it('proposes the right value for the one amount that was misread, however sure the engine was', () => {
    fc.assert(
      fc.property(lines(2), fc.nat(), fc.integer({ min: 2, max: 5_000 }), (printed, which, off) => {
        const at = which % printed.length;
        const read = all(printed).map((row) => (row.at === at ? { ...row, amount: round(amountOf(row.line) + off / 7) } : row));
        const { net, wrong } = judge(extraction(printed, read));
        expect(wrong).toEqual([]);
        expect(net).toEqual([{ pointer: `/lines/${at}/amount`, reason: 'rule_broken', message: NET, proposal: amountOf(printed[at]!) }]);
      }),
    );
  });

  it('blames the total where rows bear themselves out and nothing bears out the total', () => {
    const printed: Line[] = [
      { quantity: 2, price: 30, sure: 60 },
      { quantity: 3, price: 15, sure: 60 },
    ];
    const result = extraction(printed, all(printed));
    const { net, wrong } = judge({
      ...result,
      fields: { ...result.fields, net: { ...(result.fields.net as ExtractedValue), value: 150 } },
    });
    expect(wrong).toEqual([]);
    expect(net).toMatchObject([{ pointer: '/net', proposal: 105 }]);
  });

  it('proposes nothing where each value is borne out by another: a row may be missing that the page does not show', () => {
    const printed: Line[] = [
      { quantity: 2, price: 30, sure: 60 },
      { quantity: 3, price: 15, sure: 60 },
      { quantity: 7, price: 11.3, sure: 60 },
    ];
    const result = extraction(printed, all(printed).slice(0, 2));
    const { net, wrong } = judge({ ...result, completeness: {} });
    expect(wrong).toEqual([]);
    expect(net).toMatchObject([{ pointer: '/lines' }]);
    expect(net[0]).not.toHaveProperty('proposal');
  });

  it('tries no more sums of lines for all rules together than its budget allows', () => {
    const result = extraction([], all([{ quantity: 1, price: 1000, sure: 60 }]));
    const text = (line: number) => Array.from({ length: 40 }, (_, at) => 100 + 40 * line + at).join(' ');
    const unclaimed = Array.from({ length: 8 }, (_, line) => ({ page: 1, box: null, text: text(line) }));
    const given = { ...result, completeness: { lines: { row_like_lines: 9, rows: 1, unclaimed } } };
    const fields = mergeActions({
      schema,
      result: { ...given, fields: { ...given.fields, net: { ...(result.fields.net as ExtractedValue), value: 7_000_000.5 } } },
      actions: [],
    });
    const values = plainFields(fields);
    const outcomes = evaluateRules(schema.rules, values);
    const broken = outcomes.find(({ rule }) => rule.message === NET)!;
    expect(broken.holds).toBe(false);
    let spent = 0;
    const budget = {
      get left() {
        return 200_000 - spent;
      },
      set left(left: number) {
        steps += 1;
        spent = 200_000 - left;
      },
    };
    let steps = 0;
    const blames = outcomes.map(() => findCulprit(broken, { schema, fields, values, outcomes, completeness: given.completeness, budget }));
    for (const { message } of blames) expect(message).toContain(NET);
    expect(spent).toBeGreaterThan(200_000);
    expect(steps).toBeLessThan(201_000);
  });
});
