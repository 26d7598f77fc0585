import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, ActionDraft, MergedFields } from '#lib/contract/desk/review.ts';
import { inverseOf } from './inverse-of.ts';
import { applyAction, extractedFields } from './merge-actions.ts';
import { EXTRACTED_ORDER as result, ORDER as schema } from './testing/order.ts';

const extracted = extractedFields(schema, result);

let count = 0;
function apply(fields: MergedFields, drafts: ActionDraft[]): MergedFields {
  return drafts.reduce((merged, draft) => {
    count += 1;
    const action: Action = { id: `a${count}`, sequence: count, actor: { id: 'u', name: 'U' }, at: '2026-01-01T00:00:00Z', draft };
    return applyAction({ schema, fields: merged, action, extracted });
  }, fields);
}

/** Values and states, without who acted when and without the keys of rows people added. */
function seen(fields: MergedFields) {
  const value = ({ value: held, status, original }: { value: unknown; status: string; original: unknown }) => ({ held, status, original });
  return Object.entries(fields).map(([name, entry]) => [
    name,
    Array.isArray(entry) ? entry.map((row) => Object.entries(row.cells).map(([column, cell]) => [column, value(cell)])) : value(entry),
  ]);
}

const cell = fc.constantFrom('/number', '/lines/0/item', '/lines/0/amount', '/lines/1/item', '/lines/2/amount');
const row = fc.constantFrom('/lines/0', '/lines/1', '/lines/2');
const draft: fc.Arbitrary<ActionDraft> = fc.oneof(
  cell.map((pointer): ActionDraft => ({ kind: 'confirm', pointer })),
  fc.tuple(cell, fc.string()).map(([pointer, value]): ActionDraft => ({ kind: 'correct', pointer, value, evidence: [] })),
  cell.map((pointer): ActionDraft => ({ kind: 'clear', pointer })),
  cell.map((pointer): ActionDraft => ({ kind: 'revert', pointer })),
  row.map((pointer): ActionDraft => ({ kind: 'remove_row', pointer })),
  fc.tuple(row, fc.integer({ min: 0, max: 3 })).map(([pointer, to]): ActionDraft => ({ kind: 'move_row', pointer, to })),
);

describe('inverseOf', () => {
  it('brings back what was seen before, whatever was done before and now', () => {
    fc.assert(
      fc.property(fc.array(draft, { maxLength: 6 }), draft, (history, last) => {
        const before = apply(extracted, history);
        const after = apply(before, [last]);
        expect(seen(apply(after, inverseOf(before, last)))).toEqual(seen(before));
      }),
    );
  });

  it('takes an added row away again', () => {
    const insert: ActionDraft = { kind: 'insert_row', pointer: '/lines/1', values: {} };
    expect(seen(apply(apply(extracted, [insert]), inverseOf(extracted, insert)))).toEqual(seen(extracted));
  });

  it('brings a removed extracted row back with its confidence and candidates', () => {
    const remove: ActionDraft = { kind: 'remove_row', pointer: '/lines/1' };
    expect(apply(apply(extracted, [remove]), inverseOf(extracted, remove))).toEqual(extracted);
  });
});
