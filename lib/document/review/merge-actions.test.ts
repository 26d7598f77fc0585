import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, ActionDraft, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import type { ExtractedValue, ExtractionResult } from '#lib/contract/service/extraction.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from './find-flags.ts';
import { keepReviewedFields } from './keep-reviewed-fields.ts';
import { applyAction, extractedFields, mergeActions } from './merge-actions.ts';

const schema = schemaDraftSchema.parse({
  name: 'Invoice',
  fields: [
    { name: 'number', type: 'string', required: true },
    { name: 'net', type: 'money' },
    { name: 'tax', type: 'money' },
    { name: 'total', type: 'money' },
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'item', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
  rules: [{ formula: 'total = net + tax' }],
});

const read = (value: ExtractedValue['value'], confidence = 0.99): ExtractedValue => ({
  value,
  text: value === null ? null : String(value),
  confidence,
  evidence: [],
  candidates: [],
});

const result: ExtractionResult = {
  fields: {
    number: read('A-17'),
    net: read(100),
    tax: read(19),
    total: read(119),
    lines: [
      { item: read('Bolts'), amount: read(60) },
      { item: read('Nuts'), amount: read(40) },
    ],
  },
  completeness: {},
  engine: 'test',
};

let sequence = 0;
function act(draft: ActionDraft): Action {
  sequence += 1;
  return {
    id: `00000000-0000-4000-8000-${String(sequence).padStart(12, '0')}`,
    sequence,
    actor: { id: 'u1', name: 'Ada' },
    at: '2026-01-01T00:00:00.000Z',
    draft,
  };
}
const merge = (...drafts: ActionDraft[]) => mergeActions({ schema, result, actions: drafts.map(act) });
const rowsOf = (fields: ReturnType<typeof merge>) => fields.lines as MergedRow[];

describe('mergeActions', () => {
  it('shows the extracted values where nobody acted', () => {
    expect(merge().number).toMatchObject({ pointer: '/number', value: 'A-17', status: 'machine' });
    expect(rowsOf(merge()).map((row) => row.cells.item?.value)).toEqual(['Bolts', 'Nuts']);
  });

  it('keeps the extracted value beside a correction', () => {
    const value = merge({ kind: 'correct', pointer: '/number', value: 'A-71', evidence: [] }).number as MergedValue;
    expect(value).toMatchObject({ value: 'A-71', original: 'A-17', status: 'corrected', actor: { name: 'Ada' } });
  });

  it('takes the extracted value back on revert', () => {
    const fields = merge({ kind: 'clear', pointer: '/number' }, { kind: 'revert', pointer: '/number' });
    expect(fields.number).toMatchObject({ value: 'A-17', status: 'machine' });
  });

  it('lets a correction of a row follow the row when rows before it are removed or moved', () => {
    const fields = merge(
      { kind: 'correct', pointer: '/lines/1/amount', value: 41, evidence: [] },
      { kind: 'remove_row', pointer: '/lines/0' },
    );
    expect(rowsOf(fields)).toHaveLength(1);
    expect(rowsOf(fields)[0]).toMatchObject({
      key: 'm1',
      pointer: '/lines/0',
      cells: { amount: { value: 41, pointer: '/lines/0/amount' } },
    });
    const moved = merge(
      { kind: 'correct', pointer: '/lines/1/amount', value: 41, evidence: [] },
      { kind: 'move_row', pointer: '/lines/1', to: 0 },
    );
    expect(rowsOf(moved).map((row) => row.cells.amount?.value)).toEqual([41, 60]);
  });

  it('inserts a row of human values at its place', () => {
    const fields = merge({ kind: 'insert_row', pointer: '/lines/1', values: { item: { value: 'Washers', evidence: [] } } });
    expect(rowsOf(fields).map((row) => row.cells.item?.value)).toEqual(['Bolts', 'Washers', 'Nuts']);
    expect(rowsOf(fields)[1]?.origin).toBe('human');
  });

  it('ignores actions on fields the schema no longer has', () => {
    expect(merge({ kind: 'correct', pointer: '/gone', value: 1, evidence: [] })).toEqual(merge());
  });

  it('never loses a person’s value to a later extraction', () => {
    const values = fc.record({ number: fc.string(), net: fc.integer(), rows: fc.integer({ min: 0, max: 5 }) });
    fc.assert(
      fc.property(values, fc.string(), fc.integer({ min: -999, max: 999 }), (machine, text, amount) => {
        const actions = [
          act({ kind: 'correct', pointer: '/number', value: text, evidence: [] }),
          act({ kind: 'confirm', pointer: '/net' }),
          act({ kind: 'correct', pointer: '/lines/1/amount', value: amount, evidence: [] }),
        ];
        const second: ExtractionResult = {
          ...result,
          fields: {
            ...result.fields,
            number: read(machine.number),
            net: read(machine.net),
            lines: Array.from({ length: machine.rows }, () => ({ item: read('?'), amount: read(0) })),
          },
        };
        const before = mergeActions({ schema, result, actions });
        const after = mergeActions({ schema, result: keepReviewedFields(result, second, actions), actions });
        expect(after).toEqual(before);
      }),
    );
  });
});

describe('findFlags', () => {
  const flagsAfter = (changed: Partial<ExtractionResult['fields']>, ...drafts: ActionDraft[]) => {
    const machine = { ...result, fields: { ...result.fields, ...changed } as ExtractionResult['fields'] };
    return findFlags({ schema, fields: mergeActions({ schema, result: machine, actions: drafts.map(act) }) });
  };

  it('finds nothing in a sure and consistent document', () => {
    expect(flagsAfter({})).toEqual([]);
  });

  it('flags an unsure value until a person confirms it', () => {
    expect(flagsAfter({ number: read('A-17', 0.6) })).toMatchObject([{ pointer: '/number', reason: 'low_confidence' }]);
    expect(flagsAfter({ number: read('A-17', 0.6) }, { kind: 'confirm', pointer: '/number' })).toEqual([]);
  });

  it('keeps asking for a required value even when a person cleared it', () => {
    expect(flagsAfter({}, { kind: 'clear', pointer: '/number' })).toMatchObject([{ pointer: '/number', reason: 'required_missing' }]);
  });

  it('blames the least sure value of a broken sum and proposes what would fit', () => {
    expect(flagsAfter({ tax: read(16, 0.9) })).toMatchObject([{ pointer: '/tax', reason: 'rule_broken', proposal: 19 }]);
  });

  it('does not blame a value a person has confirmed when an extracted value can be blamed', () => {
    const flags = flagsAfter({ tax: read(16, 0.9), total: read(119, 0.95) }, { kind: 'confirm', pointer: '/tax' });
    expect(flags).toMatchObject([{ pointer: '/total', proposal: 116 }]);
  });

  it('blames the least sure extracted value even where nothing can be proposed, and proposes only what the field can hold', () => {
    const rules = (formula: string, type: 'money' | 'integer') => ({
      fields: schema.fields.map((field) => (field.name === 'tax' ? { ...field, type } : field)),
      rules: [{ formula, message: '' }],
    });
    const machine = { ...result, fields: { ...result.fields, tax: read(16, 0.9), total: read(119.5, 0.95) } };
    const fields = mergeActions({ schema, result: machine, actions: [] });
    expect(findFlags({ schema: rules('net + tax > total', 'money'), fields })).toMatchObject([{ pointer: '/tax', reason: 'rule_broken' }]);
    expect(findFlags({ schema: rules('total = net + tax', 'money'), fields })).toMatchObject([{ pointer: '/tax', proposal: 19.5 }]);
    expect(findFlags({ schema: rules('total = net + tax', 'integer'), fields })).toMatchObject([{ pointer: '/total', proposal: 116 }]);
  });

  it('says nothing of a rule whose values are not all there', () => {
    expect(flagsAfter({ tax: read(null) })).toEqual([]);
  });
});

describe('extracted rows that a browser has seen only some of', () => {
  const all = extractedFields(schema, result);
  const [bolts, nuts] = all.lines as [MergedRow, MergedRow];
  const step = (lines: MergedRow[], known: MergedRow[], draft: ActionDraft) =>
    applyAction({ schema, fields: { ...all, lines }, action: act(draft), extracted: { lines: known } }).lines as MergedRow[];

  it('come back by their key, in whatever order they were seen', () => {
    const restored = step([nuts], [nuts, bolts], { kind: 'insert_row', pointer: '/lines/0', restores: 'm0', values: {} });
    expect(restored.map(({ key, cells }) => [key, cells.item?.value])).toEqual([
      ['m0', 'Bolts'],
      ['m1', 'Nuts'],
    ]);
  });

  it('give their own values back, also when the first row was never seen', () => {
    const corrected = step([nuts], [nuts], { kind: 'correct', pointer: '/lines/0/amount', value: 7, evidence: [] });
    expect(step(corrected, [nuts], { kind: 'revert', pointer: '/lines/0/amount' })[0]?.cells.amount).toMatchObject({
      value: 40,
      status: 'machine',
    });
  });

  it('are not taken for another row that was not seen', () => {
    const restored = step([nuts], [nuts], { kind: 'insert_row', pointer: '/lines/0', restores: 'm0', values: {} });
    expect(restored.filter(({ key }) => key === 'm1')).toHaveLength(1);
  });
});
