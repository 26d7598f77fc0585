/** A cell by position: row from 0, column from 0; column -1 is the row's number, which stands for the whole row. */
export type CellPlace = { row: number; column: number };
export type Size = { rows: number; columns: number };

/** What a key press means while no cell is being edited. */
export type GridCommand =
  | { kind: 'go'; to: CellPlace; extend: boolean }
  | { kind: 'edit' }
  | { kind: 'accept_or_edit' }
  | {
      kind:
        | 'clear'
        | 'fill_down'
        | 'select_all'
        | 'select_row'
        | 'select_column'
        | 'add_row'
        | 'remove_rows'
        | 'split'
        | 'merge'
        | 'menu'
        | 'release';
    }
  | { kind: 'move_rows'; by: 1 | -1 };

/** Chords that the table answers, as hints and menus show them. No browser or system takes them. */
export const NEW_ROW = 'Alt+Shift+Enter';
export const REMOVE_ROWS = 'Mod+Delete';

export type KeyPress = { key: string; shift: boolean; mod: boolean; alt: boolean };

const PAGE = 12;

/**
 * The command of a key in a table, as spreadsheets have it; null leaves the key to the browser (Tab at an end goes out of
 * the table) and letters to the cell.
 */
export function commandOf({ key, shift, mod, alt }: KeyPress, at: CellPlace, size: Size): GridCommand | null {
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const go = (row: number, column: number): GridCommand => ({
    kind: 'go',
    to: { row: Math.max(0, Math.min(last.row, row)), column: Math.max(-1, Math.min(last.column, column)) },
    extend: shift,
  });
  if (alt) {
    if (!shift || mod) return null;
    if (key === 'Enter') return { kind: 'add_row' };
    if (key === 'ArrowUp' || key === 'ArrowDown') return { kind: 'move_rows', by: key === 'ArrowUp' ? -1 : 1 };
    // With Alt some keyboards write other letters.
    if (/^[sß∑Íś]$/i.test(key)) return { kind: 'split' };
    return /^[mµ˜Â]$/i.test(key) ? { kind: 'merge' } : null;
  }
  switch (key) {
    case 'ArrowUp':
      return go(mod ? 0 : at.row - 1, at.column);
    case 'ArrowDown':
      return go(mod ? last.row : at.row + 1, at.column);
    case 'ArrowLeft':
      return go(at.row, mod ? 0 : at.column - 1);
    case 'ArrowRight':
      return go(at.row, mod ? last.column : at.column + 1);
    case 'Home':
      return go(mod ? 0 : at.row, 0);
    case 'End':
      return go(mod ? last.row : at.row, last.column);
    case 'PageUp':
      return go(at.row - PAGE, at.column);
    case 'PageDown':
      return go(at.row + PAGE, at.column);
    case 'F2':
      return mod || shift ? null : { kind: 'edit' };
    case 'F10':
      return shift ? { kind: 'menu' } : null;
    case 'ContextMenu':
      return { kind: 'menu' };
    case 'Enter':
      return mod || shift ? null : { kind: 'accept_or_edit' };
    case 'Delete':
      return { kind: mod ? 'remove_rows' : 'clear' };
    case 'Backspace':
      return mod ? null : { kind: 'clear' };
    case 'Escape':
      return { kind: 'release' };
    case ' ':
      return shift ? { kind: 'select_row' } : mod ? { kind: 'select_column' } : null;
    case 'Tab':
      return tabTo(shift, mod, at, last);
    default:
      break;
  }
  if (!mod || shift) return null;
  if (key === 'a') return { kind: 'select_all' };
  return key === 'd' ? { kind: 'fill_down' } : null;
}

function tabTo(shift: boolean, mod: boolean, at: CellPlace, last: CellPlace): GridCommand | null {
  if (mod) return null;
  const step = shift ? -1 : 1;
  const column = at.column + step;
  if (column >= 0 && column <= last.column) return { kind: 'go', to: { row: at.row, column }, extend: false };
  const row = at.row + step;
  if (row < 0 || row > last.row) return null;
  return { kind: 'go', to: { row, column: step > 0 ? 0 : last.column }, extend: false };
}

/** A rectangle of cells, ends included; with the row number among them whole rows. */
export type CellRange = { top: number; bottom: number; left: number; right: number };

/** The cells between two corners. */
export function rangeOf(a: CellPlace, b: CellPlace, size: Size): CellRange {
  const isRows = a.column < 0 || b.column < 0;
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: isRows ? 0 : Math.min(a.column, b.column),
    right: isRows ? size.columns - 1 : Math.max(a.column, b.column),
  };
}
