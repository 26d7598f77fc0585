import { describe, expect, it } from 'vitest';
import { commandOf, rangeOf } from './rows-keys.ts';

const size = { rows: 5, columns: 3 };
const press = (key: string, more: Partial<{ shift: boolean; mod: boolean; alt: boolean }> = {}) => ({
  key,
  shift: false,
  mod: false,
  alt: false,
  ...more,
});

describe('keys of a table', () => {
  it('moves by arrows and stops at the edges', () => {
    expect(commandOf(press('ArrowDown'), { row: 4, column: 1 }, size)).toEqual({ kind: 'go', to: { row: 4, column: 1 }, extend: false });
    expect(commandOf(press('ArrowRight', { mod: true }), { row: 2, column: 0 }, size)).toMatchObject({ to: { row: 2, column: 2 } });
    expect(commandOf(press('ArrowLeft'), { row: 2, column: 0 }, size)).toMatchObject({ to: { row: 2, column: -1 } });
    expect(commandOf(press('End', { mod: true, shift: true }), { row: 0, column: 0 }, size)).toEqual({
      kind: 'go',
      to: { row: 4, column: 2 },
      extend: true,
    });
  });

  it('walks through all cells by Tab and leaves the table after the last', () => {
    expect(commandOf(press('Tab'), { row: 0, column: 2 }, size)).toMatchObject({ to: { row: 1, column: 0 } });
    expect(commandOf(press('Tab', { shift: true }), { row: 1, column: 0 }, size)).toMatchObject({ to: { row: 0, column: 2 } });
    expect(commandOf(press('Tab'), { row: 4, column: 2 }, size)).toBeNull();
    expect(commandOf(press('Tab', { shift: true }), { row: 0, column: 0 }, size)).toBeNull();
  });

  it('leaves letters, and chords that are not its own, alone', () => {
    for (const key of ['a', 'Z', '5', '?']) expect(commandOf(press(key), { row: 0, column: 0 }, size)).toBeNull();
    for (const key of ['z', 'c', 'v', 'x', 'k']) expect(commandOf(press(key, { mod: true }), { row: 0, column: 0 }, size)).toBeNull();
    expect(commandOf(press('ArrowDown', { alt: true }), { row: 0, column: 0 }, size)).toBeNull();
  });

  it('leaves Ctrl+Enter to the screen, where it approves; a new row has a key of its own', () => {
    for (const shift of [false, true]) expect(commandOf(press('Enter', { mod: true, shift }), { row: 0, column: 0 }, size)).toBeNull();
    expect(commandOf(press('Enter', { alt: true, shift: true }), { row: 0, column: 0 }, size)).toEqual({ kind: 'add_row' });
    expect(commandOf(press('Enter', { alt: true }), { row: 0, column: 0 }, size)).toBeNull();
    expect(commandOf(press('Enter'), { row: 0, column: 0 }, size)).toEqual({ kind: 'accept_or_edit' });
  });

  it('takes whole rows when a row number is among the corners', () => {
    expect(rangeOf({ row: 3, column: -1 }, { row: 1, column: 1 }, size)).toEqual({ top: 1, bottom: 3, left: 0, right: 2 });
    expect(rangeOf({ row: 3, column: 2 }, { row: 1, column: 1 }, size)).toEqual({ top: 1, bottom: 3, left: 1, right: 2 });
  });
});
