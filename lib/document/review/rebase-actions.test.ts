import { expect, test } from 'vitest';
import type { Action, ActionDraft, MergedFields, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { schemaDraftSchema } from '#lib/contract/service/extraction-schema.ts';
import { applyAction, mergeActions } from './merge-actions.ts';
import { type PendingAction, pendingActionOf } from './pending-action.ts';
import { rebaseActions } from './rebase-actions.ts';
import { type Choice, resolveConflicts } from './resolve-conflicts.ts';
import { EXTRACTED_ORDER as result, ORDER as schema } from './testing/order.ts';

const ME = { id: 'me', name: 'Me' };
const GRACE = { id: 'grace', name: 'Grace' };
let count = 0;
const newId = () => `new-${++count}`;
const AT = '2026-01-01T00:00:00.000Z';

const saved = (drafts: ActionDraft[], actor = GRACE): Action[] =>
  drafts.map((draft, index) => ({ id: newId(), sequence: index + 1, actor, at: AT, draft }));
const base = (...drafts: ActionDraft[]) => mergeActions({ schema, result, actions: saved(drafts) });

/** What someone did one after the other on the document as it was extracted. */
function pendingOf(...drafts: ActionDraft[]): PendingAction[] {
  let fields = base();
  return drafts.map((draft) => {
    const action = pendingActionOf(fields, { id: newId(), at: AT, draft });
    fields = applyAction({ schema, fields, action: { ...action, actor: ME, sequence: 1 }, extracted: base() });
    return action;
  });
}
const rebase = (pending: PendingAction[], onto: MergedFields) =>
  rebaseActions({ schema, base: onto, pending, actor: ME, extracted: base() });
/** The desk's answer when the actions, as they are now, are saved on top of what is there. */
const save = (theirs: ActionDraft[], mine: readonly PendingAction[]) =>
  mergeActions({
    schema,
    result,
    actions: [...saved(theirs), ...mine.map(({ id, at, draft }, n) => ({ id, at, draft, actor: ME, sequence: 100 + n }))],
  });
const items = (fields: MergedFields) => (fields.lines as MergedRow[]).map((row) => (row.cells.item as MergedValue).value);
const correct = (pointer: string, value: string | number): ActionDraft => ({ kind: 'correct', pointer, value, evidence: [] });
const addRow = (index: number, item: string): ActionDraft => ({
  kind: 'insert_row',
  pointer: `/lines/${index}`,
  values: { item: { value: item, evidence: [] } },
});
const settle = (theirs: ActionDraft[], mine: PendingAction[], choice: Choice) => {
  const onto = base(...theirs);
  const { pending, conflicts } = rebase(mine, onto);
  const choices = Object.fromEntries(conflicts.map(({ target }) => [target, choice]));
  const again = rebase(resolveConflicts(pending, conflicts, choices, newId), onto);
  expect(again.conflicts).toEqual([]);
  expect(save(theirs, again.pending)).toMatchObject(again.fields);
  return { conflicts, fields: again.fields };
};

test('a cell’s correction goes to its row after someone else put a row above it', () => {
  const { pending, conflicts } = rebase(pendingOf(correct('/lines/1/item', 'Bolts')), base(addRow(0, 'Hooks')));
  expect(conflicts).toEqual([]);
  expect(pending[0]?.draft.pointer).toBe('/lines/2/item');
});

test('a row added below a row stays below it, one moved goes where its neighbour went', () => {
  const theirs = [addRow(0, 'Hooks'), { kind: 'remove_row', pointer: '/lines/1' } as const];
  const mine = pendingOf(addRow(2, 'Bolts'), { kind: 'move_row', pointer: '/lines/0', to: 3 });
  const { pending, conflicts } = rebase(mine, base(...theirs));
  expect(conflicts).toEqual([]);
  expect(items(save(theirs, pending))).toEqual(['Hooks', 'Screws', 'Bolts', 'Glue']);
});

test('the same value from both is no conflict, and neither is a row that both removed', () => {
  const { conflicts, pending } = rebase(
    pendingOf(correct('/number', 'B'), { kind: 'remove_row', pointer: '/lines/0' }),
    base(correct('/number', 'B'), { kind: 'remove_row', pointer: '/lines/0' }),
  );
  expect(conflicts).toEqual([]);
  expect(pending).toHaveLength(1);
});

test('several actions of one’s own on one value are one conflict with the last of them', () => {
  const { conflicts } = rebase(pendingOf(correct('/number', 'B'), correct('/number', 'C')), base(correct('/number', 'T')));
  expect(conflicts).toMatchObject([
    { target: '/number', seen: { value: 'A-1' }, theirs: { value: 'T' }, mine: { value: 'C' }, by: { actor: GRACE, at: AT } },
  ]);
});

test('confirming a value that someone else corrected meanwhile is a conflict; insisting makes it a correction', () => {
  const mine = pendingOf({ kind: 'confirm', pointer: '/number' });
  expect(settle([correct('/number', 'T')], mine, 'theirs').fields.number).toMatchObject({ value: 'T', actor: GRACE });
  const { conflicts, fields } = settle([correct('/number', 'T')], mine, 'mine');
  expect(conflicts).toMatchObject([{ mine: { value: 'A-1' }, theirs: { value: 'T' } }]);
  expect(fields.number).toMatchObject({ value: 'A-1', status: 'corrected', actor: ME });
});

test('of two actions on a value the one that did not see the newer value is the one to insist', () => {
  const seenFirst = pendingActionOf(base(), { id: newId(), at: AT, draft: { kind: 'confirm', pointer: '/number' } });
  const seenLater = pendingActionOf(base(correct('/number', 'T')), { id: newId(), at: AT, draft: { kind: 'confirm', pointer: '/number' } });
  const { conflicts, fields } = settle([], [seenFirst, seenLater], 'mine');
  expect(conflicts).toMatchObject([{ action: seenLater.id, seen: { value: 'T' }, theirs: { value: 'A-1' } }]);
  expect(fields.number).toMatchObject({ value: 'T', status: 'corrected' });
});

test('removing a row in which someone else corrected a cell is a conflict', () => {
  const mine = pendingOf({ kind: 'remove_row', pointer: '/lines/1' });
  const theirs = [correct('/lines/1/amount', 99)];
  expect(settle(theirs, mine, 'mine').fields.lines).toHaveLength(2);
  const { conflicts, fields } = settle(theirs, mine, 'theirs');
  expect(conflicts).toMatchObject([{ target: '/lines/m1', mine: { removed: true }, theirs: { values: { amount: 99 } } }]);
  expect(fields.lines).toHaveLength(3);
});

test('cells of a row that someone else removed: the row comes back with them, or they go with it', () => {
  const mine = pendingOf(correct('/lines/1/item', 'Bolts'), correct('/lines/1/amount', 5), correct('/lines/2/item', 'Tape'));
  const theirs = [{ kind: 'remove_row', pointer: '/lines/1' } as const];
  const gone = settle(theirs, mine, 'theirs');
  expect(gone.conflicts).toMatchObject([
    { target: '/lines/m1', theirs: { removed: true }, mine: { values: { item: 'Bolts', amount: 5 } } },
  ]);
  expect(items(gone.fields)).toEqual(['Nails', 'Tape']);
  expect(items(settle(theirs, mine, 'mine').fields)).toEqual(['Nails', 'Bolts', 'Tape']);
});

test('a row that a person had added and someone else removed comes back under a new key with what was done to it', () => {
  const added = saved([addRow(1, 'Hooks')]);
  const before = mergeActions({ schema, result, actions: added });
  const mine = [pendingActionOf(before, { id: newId(), at: AT, draft: correct('/lines/1/item', 'Big hooks') })];
  const onto = mergeActions({ schema, result, actions: [...added, ...saved([{ kind: 'remove_row', pointer: '/lines/1' }])] });
  const { pending, conflicts } = rebase(mine, onto);
  const again = rebase(resolveConflicts(pending, conflicts, { [conflicts[0]!.target]: 'mine' }, newId), onto);
  expect(again.conflicts).toEqual([]);
  expect(items(again.fields)).toEqual(['Nails', 'Big hooks', 'Screws', 'Glue']);
});

test('a row to add that is there already is not added again', () => {
  const [insertion] = pendingOf(addRow(3, 'Tape'));
  const onto = mergeActions({ schema, result, actions: [{ ...insertion!, actor: ME, sequence: 1 }] });
  expect(rebase([insertion!], onto).pending).toEqual([]);
});

test('work on fields and columns that the schema has no more is named, goes nowhere unseen, and the rest stays', () => {
  const changed = schemaDraftSchema.parse({
    name: 'Order',
    fields: [
      { name: 'number', type: 'rows', fields: [{ name: 'part', type: 'string' }] },
      { name: 'lines', type: 'rows', fields: [{ name: 'item', type: 'string' }] },
    ],
  });
  const mine = pendingOf(correct('/number', 'B-2'), correct('/lines/1/amount', 7), correct('/lines/0/item', 'Bolts'));
  const onto = mergeActions({ schema: changed, result: { ...result, fields: { lines: result.fields.lines } }, actions: [] });
  const after = rebaseActions({ schema: changed, base: onto, pending: mine, actor: ME });
  expect(after.conflicts).toEqual([
    expect.objectContaining({ target: '/number', seen: { value: 'A-1' }, theirs: { no_place: true }, mine: { value: 'B-2' } }),
    expect.objectContaining({ target: '/lines/m1/amount', pointer: '/lines/1/amount', theirs: { no_place: true }, mine: { value: 7 } }),
  ]);
  expect(items(after.fields)).toEqual(['Bolts', 'Screws', 'Glue']);
  const settle = (choice: Choice) =>
    resolveConflicts(after.pending, after.conflicts, { '/number': choice, '/lines/m1/amount': choice }, newId);
  expect(settle('theirs').map(({ draft }) => draft)).toEqual([correct('/lines/0/item', 'Bolts')]);
  const insisting = rebaseActions({ schema: changed, base: onto, pending: settle('mine'), actor: ME });
  expect(insisting.conflicts).toHaveLength(2);
});
