import { describe, expect, it } from 'vitest';
import type { Action, ActionDraft, MergedRow, MergedValue } from '#lib/contract/desk/review.ts';
import { mergeActions } from '#lib/document/review/merge-actions.ts';
import { EXTRACTED_ORDER as result, ORDER as schema } from '#lib/document/review/testing/order.ts';
import { createUndoHistory } from './undo-history.ts';

/** A document with its actions, a tab's storage, and histories over it. */
function open() {
  const actions: Action[] = [];
  const kept = new Map<string, string>();
  const put = (who: string, ...drafts: ActionDraft[]) =>
    drafts.map((draft) => {
      const id = `${who}-${actions.length}`;
      actions.push({ id, sequence: actions.length + 1, actor: { id: who, name: who }, at: '2026-01-01T00:00:00Z', draft });
      return id;
    });
  const present = () => mergeActions({ schema, result, actions });
  const load = () =>
    createUndoHistory({
      schema,
      present,
      add: (...drafts) => put('me', ...drafts),
      keptUnder: 'me.d',
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
  const shown = () => {
    const fields = present();
    const rows = (fields.lines as MergedRow[]).map(({ cells }) => Object.values(cells).map((cell) => cell.value));
    return { number: (fields.number as MergedValue).value, rows };
  };
  return { put, load, shown, history: load() };
}

const correct = (pointer: string, value: string | number): ActionDraft => ({ kind: 'correct', pointer, value, evidence: [] });
const addRow = (index: number, item: string): ActionDraft => ({
  kind: 'insert_row',
  pointer: `/lines/${index}`,
  values: { item: { value: item, evidence: [] } },
});
const removeRow = (index: number): ActionDraft => ({ kind: 'remove_row', pointer: `/lines/${index}` });

const STEPS: [string, ActionDraft[]][] = [
  ['a correction', [correct('/number', 'B')]],
  ['a confirmation', [{ kind: 'confirm', pointer: '/number' }]],
  ['a cell cleared', [{ kind: 'clear', pointer: '/lines/1/item' }]],
  ['a row added', [addRow(1, 'Hooks')]],
  ['a row removed', [removeRow(1)]],
  ['a row moved', [{ kind: 'move_row', pointer: '/lines/0', to: 2 }]],
  ['a whole row cleared', [{ kind: 'clear', pointer: '/lines/2' }]],
  ['many things in one go', [addRow(0, 'Hooks'), correct('/lines/0/amount', 7), removeRow(2), correct('/lines/1/item', 'Pins')]],
];

describe('createUndoHistory', () => {
  it.each(STEPS)('undoes and redoes %s, also after a reload', (_, drafts) => {
    const { load, shown, history } = open();
    const before = shown();
    history.act(...drafts);
    const after = shown();
    expect(load().undo().blocked).toEqual([]);
    expect(shown()).toEqual(before);
    expect(load().redo().blocked).toEqual([]);
    expect(shown()).toEqual(after);
    load().undo();
    expect(shown()).toEqual(before);
    expect([load().canUndo(), load().canRedo()]).toEqual([false, true]);
  });

  it('goes all the way back and forth through steps on rows that come, go and come back', () => {
    const { load, shown, history } = open();
    const states = [shown()];
    const steps: ActionDraft[][] = [
      [addRow(1, 'Hooks')],
      [correct('/lines/1/amount', 4)],
      [{ kind: 'move_row', pointer: '/lines/1', to: 3 }],
      [removeRow(3)],
      [removeRow(0)],
      [correct('/lines/0/item', 'Bolts')],
    ];
    for (const step of steps) {
      history.act(...step);
      states.push(shown());
    }
    for (const round of [1, 2]) {
      for (let at = states.length - 2; at >= 0; at -= 1) {
        expect(load().undo().blocked, `round ${round}, step ${at}`).toEqual([]);
        expect(shown()).toEqual(states[at]);
      }
      for (let at = 1; at < states.length; at += 1) {
        expect(load().redo().blocked, `round ${round}, step ${at}`).toEqual([]);
        expect(shown()).toEqual(states[at]);
      }
    }
  });

  it('finds its row after someone else put one above it', () => {
    const { put, shown, history } = open();
    history.act(correct('/lines/1/item', 'Bolts'));
    put('grace', addRow(0, 'Hooks'));
    expect(history.undo().pointer).toBe('/lines/2/item');
    expect(shown().rows.map(([item]) => item)).toEqual(['Hooks', 'Nails', 'Screws', 'Glue']);
  });

  it('takes back nothing that someone else changed since, and says so', () => {
    const { put, shown, history } = open();
    history.act(correct('/number', 'B'));
    history.act(correct('/lines/1/item', 'Bolts'));
    put('grace', removeRow(1));
    expect(history.undo().blocked).toEqual(['/lines/1']);
    put('grace', correct('/number', 'G'));
    const before = shown();
    history.undo();
    expect(shown()).toEqual(before);
    expect(history.canUndo()).toBe(true);
  });
});
