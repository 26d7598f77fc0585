import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { passwordRequired } from '../../../model/password-errors.ts';
import { ReadError } from '../../../model/read-error.ts';
import type { Merge, Sheet, SheetCell, SheetRow } from './sheet.ts';

export type Workbook = {
  sheets: Sheet[];
  /** Formulas whose result the file does not hold. */
  uncalculated: number;
  /** Names of sheets that the library could not read. */
  unread: string[];
};

const MAX_ROWS = 1_048_576;

/** Loaded with the first workbook: at start it would take two fifths of a reading process's start-up time. */
async function loadLibrary() {
  const [library, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(codePages);
  return library;
}

async function openWorkbook(bytes: Uint8Array): Promise<WorkBook> {
  const { read } = await loadLibrary();
  try {
    // of a Buffer the library cuts a text that claims to be longer than the file; of other bytes it makes it that long
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return read(buffer, { type: 'buffer', dense: true, cellHTML: false, cellFormula: true, dateNF: 'yyyy-mm-dd' });
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : '';
    if (/password|encrypt/i.test(message)) {
      throw passwordRequired(cause);
    }
    throw new ReadError('damaged_file', 'The workbook is damaged and cannot be read. Open it in a spreadsheet program and save it again.', {
      cause,
    });
  }
}

function shownText(cell: CellObject): string {
  if (cell.t === 'z' || (cell.v === undefined && cell.w === undefined)) return '';
  const text = cell.w ?? (typeof cell.v === 'boolean' ? String(cell.v).toUpperCase() : String(cell.v ?? ''));
  return text.replace(/\r\n?/g, '\n').trim();
}

function rowsOf(sheet: WorkSheet): { rows: SheetRow[]; uncalculated: number } {
  const rows: SheetRow[] = [];
  let uncalculated = 0;
  const data = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  const hiddenColumns = new Set((sheet['!cols'] ?? []).flatMap((column, index) => (column?.hidden ? [index] : [])));
  data.forEach((source, row) => {
    if (!source || row >= MAX_ROWS) return;
    const rowHidden = sheet['!rows']?.[row]?.hidden ?? false;
    const cells: SheetCell[] = [];
    // a row of one cell far to the right is long and empty: only what is there is looked at
    for (const key of Object.keys(source)) {
      const column = Number(key);
      const cell = source[column];
      if (!cell) continue;
      if (cell.f && (cell.v === undefined || cell.t === 'z')) uncalculated += 1;
      const text = shownText(cell);
      if (text === '') continue;
      const url = /^(https?|mailto):/i.test(cell.l?.Target ?? '') ? cell.l?.Target : undefined;
      const right = cell.t === 'n' || cell.t === 'd';
      const hidden = rowHidden || hiddenColumns.has(column);
      cells.push({ column, text, right, hidden, ...(url ? { url } : {}), ...(cell.f ? { formula: cell.f } : {}) });
    }
    if (cells.length > 0) rows.push({ row, cells });
  });
  return { rows, uncalculated };
}

function mergesOf(sheet: WorkSheet): Merge[] {
  return (sheet['!merges'] ?? []).map(({ s, e }) => ({
    row: s.r,
    column: s.c,
    rowSpan: Math.max(1, e.r - s.r + 1),
    columnSpan: Math.max(1, e.c - s.c + 1),
  }));
}

/**
 * Reads a workbook (xlsx, xlsm, xlsb, xls, ods, flat ods, XML spreadsheet): values as displayed, formulas by their stored
 * results, dates without a format of their own as `yyyy-mm-dd`. Zipped formats must have passed `repackWorkbook`.
 * @throws ReadError `password_required` or `damaged_file`
 */
export async function readWorkbook(bytes: Uint8Array): Promise<Workbook> {
  const workbook = await openWorkbook(bytes);
  let uncalculated = 0;
  const unread: string[] = [];
  const sheets = workbook.SheetNames.map((name, index): Sheet => {
    const sheet = workbook.Sheets[name];
    const hidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    if (!sheet) unread.push(name);
    const isCells = sheet && (sheet['!type'] ?? 'sheet') === 'sheet';
    if (!isCells) return { name, hidden, rows: [], merges: [] };
    const found = rowsOf(sheet);
    uncalculated += found.uncalculated;
    return { name, hidden, rows: found.rows, merges: mergesOf(sheet) };
  });
  return { sheets, uncalculated, unread };
}
