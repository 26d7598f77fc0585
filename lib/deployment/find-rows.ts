import { isRecord } from './read-status.ts';

/** Cells of a table; more would fill the memory. One long column and many short ones, given side by side, make many. */
export const MOST_CELLS = 1_000_000;
const ROWS = ['rows', 'items', 'value', 'values', 'valueArray', 'data', 'entries', 'records'];
const HEADS = ['columns', 'header', 'headers', 'head', 'fields', 'column_names', 'columnNames'];
const NAMES = ['name', 'key', 'field', 'id', 'label', 'title', 'header'];
const CELLS = ['cells', 'fields', 'values', 'value', 'valueObject', 'columns', 'properties', 'attributes'];

/**
 * The rows of a table that lists them: as they are, wrapped in any usual way (`{"rows": […]}`), or as lists of cells below their
 * names (`{"columns": ["item", …], "rows": [["Rope", …]]}`). Null when it lists none.
 */
export function findListedRows(given: unknown): unknown[] | null {
  if (Array.isArray(given)) return given;
  if (!isRecord(given)) return null;
  const below = findRowsBelowNames(given);
  if (below) return below;
  for (const name of ROWS) {
    const inner = findListedRows(given[name]);
    if (inner) return inner;
  }
  return null;
}

/** As `findListedRows`; columns side by side (`{"item": ["Rope", …], "price": [12, …]}`) are a table too. */
export function findRows(given: unknown): unknown[] | null {
  const listed = findListedRows(given);
  if (listed || !isRecord(given)) return listed;
  for (const name of ROWS) {
    const inner = findRows(given[name]);
    if (inner) return inner;
  }
  const columns = Object.entries(given).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  if (columns.length === 0) return null;
  const count = columns.reduce((most, [, cells]) => Math.max(most, cells.length), 0);
  if (count * columns.length > MOST_CELLS) return null;
  return Array.from({ length: count }, (_row, index) => Object.fromEntries(columns.map(([name, cells]) => [name, cells[index]])));
}

/** The cells of a row by their names, wrapped in any usual way; null when it has none. */
export function findCells(row: unknown): Record<string, unknown> | null {
  if (!isRecord(row)) return null;
  const inner = CELLS.map((name) => row[name]).find(isRecord);
  return inner ?? row;
}

function findRowsBelowNames(given: Record<string, unknown>): Record<string, unknown>[] | null {
  for (const head of HEADS) {
    const names = readNames(given[head]);
    if (!names) continue;
    for (const body of ROWS) {
      const rows = given[body];
      if (body === head || !Array.isArray(rows) || rows.length === 0) continue;
      const lists = rows.map((row) => (isRecord(row) ? CELLS.map((name) => row[name]).find(Array.isArray) : row));
      if (!lists.every((cells): cells is unknown[] => Array.isArray(cells))) continue;
      // A cell too many has no name; its number keeps it in the list of what fits nowhere.
      return lists.map((cells) => Object.fromEntries(cells.map((cell, at) => [names[at] ?? `${at + 1}`, cell])));
    }
  }
  return null;
}

function readNames(head: unknown): string[] | null {
  if (!Array.isArray(head) || head.length === 0) return null;
  const names = head.map((entry) => (isRecord(entry) ? NAMES.map((name) => entry[name]).find((name) => typeof name === 'string') : entry));
  return names.every((name): name is string => typeof name === 'string' && name !== '') && new Set(names).size === names.length
    ? names
    : null;
}
