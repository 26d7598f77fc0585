import type { Sheet, SheetRow } from './sheet.ts';

// Record numbers of [MS-XLS] 2.3.
const BOF = 0x0809;
const EOF = 0x000a;
const SHARED_STRINGS = 0x00fc;
const NUMBER = 0x0203;
const LABEL = 0x0204;
const RICH_LABEL = 0x00d6;
const SHARED_LABEL = 0x00fd;
const COMPACT_NUMBER = 0x027e;
const COMPACT_NUMBERS = 0x00bd;
/** Start of a worksheet's records: their number, 16 bytes, version 8, kind worksheet. */
const SHEET_START = Buffer.from([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x10, 0x00]);
const LONGEST_RECORD = 8224;
const MOST_SHEETS = 1000;
const MOST_ROWS = 65_536;
const MOST_COLUMNS = 256;

type Cells = Map<number, Map<number, string>>;

/**
 * Takes the cells out of the `Workbook` stream of an old Excel file whose list of sheets is lost: numbers as they are stored (their
 * formats are lost, too), texts as far as the table of texts is there. Sheets are named by their order. Empty when there is nothing.
 */
export function salvageSheets(stream: Buffer): Sheet[] {
  const texts = readSharedStrings(stream);
  const sheets: Sheet[] = [];
  for (let start = stream.indexOf(SHEET_START); start >= 0 && sheets.length < MOST_SHEETS; ) {
    const { cells, end } = readCells(stream, start, texts);
    // each byte is walked over once, however many sheets it claims to begin
    start = stream.indexOf(SHEET_START, Math.max(end, start + SHEET_START.length));
    const rows = toRows(cells);
    if (rows.length > 0) sheets.push({ name: `Sheet${sheets.length + 1}`, hidden: false, rows, merges: [] });
  }
  return sheets;
}

/** `end`: where the next record begins. */
type BiffRecord = { type: number; body: Buffer; end: number };

/** Records from a place on, until the end of the sheet or what cannot be a record. */
function* records(stream: Buffer, start: number): Generator<BiffRecord> {
  for (let at = start; at + 4 <= stream.length; ) {
    const type = stream.readUInt16LE(at);
    const length = stream.readUInt16LE(at + 2);
    if (type === EOF || length > LONGEST_RECORD || (type === BOF && at > start)) return;
    const end = at + 4 + length;
    yield { type, body: stream.subarray(at + 4, end), end };
    at = end;
  }
}

function readCells(stream: Buffer, start: number, texts: readonly string[]): { cells: Cells; end: number } {
  const cells: Cells = new Map();
  let last = start;
  const put = (row: number, column: number, text: string) => {
    if (row >= MOST_ROWS || column >= MOST_COLUMNS || text === '') return;
    cells.set(row, (cells.get(row) ?? new Map<number, string>()).set(column, text));
  };
  for (const { type, body, end } of records(stream, start)) {
    last = end;
    if (body.length < 6) continue;
    const [row, column] = [body.readUInt16LE(0), body.readUInt16LE(2)];
    if (type === NUMBER && body.length >= 14) put(row, column, shown(body.readDoubleLE(6)));
    else if (type === COMPACT_NUMBER && body.length >= 10) put(row, column, shown(compactNumber(body, 6)));
    else if (type === SHARED_LABEL && body.length >= 10) put(row, column, texts[body.readUInt32LE(6)] ?? '');
    else if (type === LABEL || type === RICH_LABEL) put(row, column, readText(body, 6)?.text.trim() ?? '');
    else if (type === COMPACT_NUMBERS) {
      for (let index = 0; 4 + index * 6 + 6 <= body.length - 2; index++)
        put(row, column + index, shown(compactNumber(body, 6 + index * 6)));
    }
  }
  return { cells, end: last };
}

function toRows(cells: Cells): SheetRow[] {
  return [...cells]
    .sort(([a], [b]) => a - b)
    .map(([row, columns]) => ({
      row,
      cells: [...columns]
        .sort(([a], [b]) => a - b)
        .map(([column, text]) => ({ column, text, right: Number.isFinite(Number(text)), hidden: false })),
    }));
}

function shown(value: number): string {
  return Number.isFinite(value) ? String(Number(value.toPrecision(15))) : '';
}

/** An RK number ([MS-XLS] 2.5.217): 30 bits of a whole number or of a double, perhaps a hundredth. */
function compactNumber(body: Buffer, at: number): number {
  const bits = body.readInt32LE(at);
  const double = Buffer.alloc(8);
  double.writeInt32LE(bits & ~3, 4);
  const value = (bits & 2) !== 0 ? bits >> 2 : double.readDoubleLE(0);
  return (bits & 1) !== 0 ? value / 100 : value;
}

/** A text with its 16-bit length in front, and where it ends; null when it does not fit. */
function readText(body: Buffer, at: number): { text: string; end: number } | null {
  if (at + 3 > body.length) return null;
  const length = body.readUInt16LE(at);
  const flags = body[at + 2]!;
  let start = at + 3;
  let after = 0;
  if ((flags & 8) !== 0) {
    if (start + 2 > body.length) return null;
    after += 4 * body.readUInt16LE(start);
    start += 2;
  }
  if ((flags & 4) !== 0) {
    if (start + 4 > body.length) return null;
    after += body.readUInt32LE(start);
    start += 4;
  }
  const end = start + length * ((flags & 1) !== 0 ? 2 : 1);
  return end > body.length ? null : { text: body.toString((flags & 1) !== 0 ? 'utf16le' : 'latin1', start, end), end: end + after };
}

/** The texts of the first record of the table; those of its continuations are left out. */
function readSharedStrings(stream: Buffer): string[] {
  const texts: string[] = [];
  for (const { type, body } of records(stream, 0)) {
    if (type !== SHARED_STRINGS) continue;
    for (let at = 8; at < body.length; ) {
      const read = readText(body, at);
      if (!read) return texts;
      texts.push(read.text.trim());
      at = read.end;
    }
  }
  return texts;
}
