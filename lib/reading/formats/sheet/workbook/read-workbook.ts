import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { passwordRequired } from '../../../model/password-errors.ts';
import { ReadError } from '../../../model/read-error.ts';
import { type ConditionalTexts, createConditionalTexts, type FormatValue } from './conditional-texts.ts';
import type { CellValue } from './evaluate-formula.ts';
import type { ConditionalFormat } from './list-conditional-formats.ts';
import type { Merge, Sheet, SheetCell, SheetRow } from './sheet.ts';

export type Workbook = {
  sheets: Sheet[];
  /** Formulas whose result the file does not hold. */
  uncalculated: number;
  /** Names of sheets that the library could not read. */
  unread: string[];
  /** Some cells may be shown as other texts, by rules that are not worked out here. */
  isUnsure: boolean;
};

const MAX_ROWS = 1_048_576;

/** Loaded with the first workbook: at start it would take two fifths of a reading process's start-up time. */
async function loadLibrary() {
  const [library, codePages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(codePages);
  return library;
}

async function openWorkbook(bytes: Uint8Array): Promise<{ workbook: WorkBook; write: FormatValue }> {
  const { read, SSF } = await loadLibrary();
  try {
    // of a Buffer the library cuts a text that claims to be longer than the file; of other bytes it makes it that long
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const workbook = read(buffer, { type: 'buffer', dense: true, cellHTML: false, cellFormula: true, cellNF: true, dateNF: 'yyyy-mm-dd' });
    const date1904 = workbook.Workbook?.WBProps?.date1904 ?? false;
    return { workbook, write: (format, value) => String(SSF.format(format, value, { date1904 })) };
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

type Shown = { text: string; isHidden: boolean };

function shownText(cell: CellObject): string {
  if (cell.t === 'z' || (cell.v === undefined && cell.w === undefined)) return '';
  const text = cell.w ?? (typeof cell.v === 'boolean' ? String(cell.v).toUpperCase() : String(cell.v ?? ''));
  return text.replace(/\r\n?/g, '\n').trim();
}

/** The value of a cell whose format shows nothing of any value: what it means is shown by icons, bars or colours. */
function hiddenText(cell: CellObject, write: FormatValue, known: Map<unknown, boolean>): string {
  const { v: value, z: format } = cell;
  if (typeof format !== 'string' || !(typeof value === 'number' || typeof value === 'string') || value === '') return '';
  const key = `${typeof value} ${format}`;
  const isSilent = known.get(key) ?? showsNothing(format, typeof value === 'number' ? [1, -1, 0] : ['x'], write);
  known.set(key, isSilent);
  return isSilent ? write('General', value).trim() : '';
}

function showsNothing(format: string, samples: readonly (number | string)[], write: FormatValue): boolean {
  try {
    return samples.every((sample) => write(format, sample).trim() === '');
  } catch {
    return false;
  }
}

/** Empty cells and errors have none. */
function cellValue(cell: CellObject | undefined): CellValue {
  if (!cell || cell.t === 'z' || cell.t === 'e' || cell.v === undefined) return null;
  return cell.v instanceof Date ? null : cell.v;
}

type RowsContext = { write: FormatValue; formats: readonly ConditionalFormat[]; silent: Map<unknown, boolean> };

function rowsOf(sheet: WorkSheet, { write, formats, silent }: RowsContext): { rows: SheetRow[]; uncalculated: number; isUnsure: boolean } {
  const rows: SheetRow[] = [];
  let uncalculated = 0;
  const data = (sheet['!data'] ?? []) as (CellObject[] | undefined)[];
  const conditional: ConditionalTexts | null =
    formats.length > 0 ? createConditionalTexts(formats, (row, column) => cellValue(data[row]?.[column]), write) : null;
  const hiddenColumns = new Set((sheet['!cols'] ?? []).flatMap((column, index) => (column?.hidden ? [index] : [])));
  const shownOf = (cell: CellObject, row: number, column: number): Shown => {
    const own = shownText(cell);
    const other = conditional?.textOf(row, column, cellValue(cell))?.trim();
    if (other) return { text: other, isHidden: false };
    if (own !== '') return { text: own, isHidden: other === '' };
    return { text: hiddenText(cell, write, silent), isHidden: true };
  };
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
      const { text, isHidden } = shownOf(cell, row, column);
      if (text === '') continue;
      const url = /^(https?|mailto):/i.test(cell.l?.Target ?? '') ? cell.l?.Target : undefined;
      const right = cell.t === 'n' || cell.t === 'd';
      const hidden = isHidden || rowHidden || hiddenColumns.has(column);
      cells.push({ column, text, right, hidden, ...(url ? { url } : {}), ...(cell.f ? { formula: cell.f } : {}) });
    }
    if (cells.length > 0) rows.push({ row, cells });
  });
  return { rows, uncalculated, isUnsure: conditional?.isUnsure ?? false };
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
 * @param formats what changes the shown text of cells, by the names of the sheets
 * @throws ReadError `password_required` or `damaged_file`
 */
export async function readWorkbook(
  bytes: Uint8Array,
  formats: ReadonlyMap<string, readonly ConditionalFormat[]> = new Map(),
): Promise<Workbook> {
  const { workbook, write } = await openWorkbook(bytes);
  const silent = new Map<unknown, boolean>();
  let uncalculated = 0;
  let isUnsure = false;
  const unread: string[] = [];
  const sheets = workbook.SheetNames.map((name, index): Sheet => {
    const sheet = workbook.Sheets[name];
    const hidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    if (!sheet) unread.push(name);
    const isCells = sheet && (sheet['!type'] ?? 'sheet') === 'sheet';
    if (!isCells) return { name, hidden, rows: [], merges: [] };
    const found = rowsOf(sheet, { write, formats: formats.get(name) ?? [], silent });
    uncalculated += found.uncalculated;
    isUnsure ||= found.isUnsure;
    return { name, hidden, rows: found.rows, merges: mergesOf(sheet) };
  });
  return { sheets, uncalculated, unread, isUnsure };
}
