import { expect, test } from 'vitest';
import type { ActionDraft, Flag } from '#lib/contract/desk/review.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { findFlags } from './find-flags.ts';
import { listConfirmations } from './list-confirmations.ts';
import { applyAction, extractedFields } from './merge-actions.ts';

const schema = schemaDraftSchema.parse({
  name: 'List',
  fields: [
    {
      name: 'lines',
      type: 'rows',
      fields: [
        { name: 'item', type: 'string', required: true },
        { name: 'note', type: 'string' },
        { name: 'amount', type: 'money' },
      ],
    },
  ],
});
const columns = schema.fields[0]!.fields!;
const cell = (value: string | number | null, confidence = 0.99) => ({
  value,
  text: value === null ? null : String(value),
  confidence,
  evidence: [],
  candidates: [],
});
const doubted = { ...cell(null, 0.2), candidates: [{ value: 'x', text: 'x', confidence: 0.3, evidence: [] }] };
const fields = extractedFields(schema, {
  engine: 'made',
  completeness: {},
  fields: {
    lines: [
      { item: cell('Beam'), note: cell(null), amount: cell(10) },
      { item: cell('Net'), note: cell('red'), amount: cell(20, 0.5) },
      { item: cell(null), note: doubted, amount: cell(30) },
      { item: cell('Net'), note: cell('blue'), amount: cell(40) },
    ],
  },
});
const flags = findFlags({ schema, fields });
const rowsOf = (of: typeof fields) => (Array.isArray(of.lines) ? of.lines : []);

test('cells with a value are confirmed in the rows without a flag, and the rows with one are kept apart', () => {
  const { plain, flagged, flaggedRows } = listConfirmations('lines', columns, rowsOf(fields), flags);
  expect(plain).toEqual(
    ['/lines/0/item', '/lines/0/amount', '/lines/3/item', '/lines/3/note', '/lines/3/amount'].map((pointer) => ({
      kind: 'confirm',
      pointer,
    })),
  );
  expect(flaggedRows).toBe(2);
  expect(flagged).toEqual([
    ...['/lines/1/item', '/lines/1/note', '/lines/1/amount'].map((pointer): ActionDraft => ({ kind: 'confirm', pointer })),
    { kind: 'clear', pointer: '/lines/2/note' },
    { kind: 'confirm', pointer: '/lines/2/amount' },
  ]);
});

test('a flag of a row as a whole keeps the row apart, one of the table or of another table does not', () => {
  const flag = (pointer: string): Flag => ({ pointer, reason: 'rule_broken', message: 'Twice.' });
  const told = (pointer: string) => listConfirmations('lines', columns, rowsOf(fields), [flag(pointer)]).flaggedRows;
  expect([told('/lines/3'), told('/lines'), told('/others/3')]).toEqual([1, 0, 0]);
});

test('what a person has decided on is not confirmed once more, and a demanded cell that is empty keeps its flag', () => {
  const { plain, flagged } = listConfirmations('lines', columns, rowsOf(fields), flags);
  const actor = { id: 'p', name: 'P' };
  const after = [...plain, ...flagged].reduce(
    (present, draft, at) => applyAction({ schema, fields: present, action: { id: `a${at}`, sequence: at + 1, actor, at: '', draft } }),
    fields,
  );
  const left = findFlags({ schema, fields: after });
  expect(left.map(({ pointer, reason }) => [pointer, reason])).toEqual([['/lines/2/item', 'required_missing']]);
  expect(listConfirmations('lines', columns, rowsOf(after), left)).toEqual({ plain: [], flagged: [], flaggedRows: 0 });
});
