import { decodeAs } from '../../encoding/decode-text.ts';

/** Offsets in the file information block of Word 97 and later ([MS-DOC] 2.5). */
const FLAGS = 0x0a;
const SECOND_TABLE = 0x0200;
const TEXT_START = 0x18;
const TEXT_END = 0x1c;
const TEXT_LENGTH = 0x4c;
const PIECES_OFFSET = 0x01a2;
const PIECES_LENGTH = 0x01a6;
const COMPRESSED = 0x4000_0000;

/** Name of the stream that holds the tables. */
export function tableStreamName(fib: Buffer): string {
  return fib.readUInt16LE(FLAGS) & SECOND_TABLE ? '1Table' : '0Table';
}

/** Field codes are left out, their results stay; cell marks become tabs. */
function withoutMarks(text: string): string {
  let result = '';
  let code = 0;
  for (const part of text.split(/([\p{Cc}])/u)) {
    if (part === '\u0013') code += 1;
    else if (part === '\u0014') code = Math.max(0, code - 1);
    else if (part === '\u0015') continue;
    else if (code === 0) result += part === '\u0007' ? '\t' : part === '\u000c' ? '\n' : part;
  }
  return result;
}

/** Text of a file of Word 6 or 95: 8-bit characters between two offsets. */
export function oldWordText(stream: Buffer): string {
  const bytes = stream.subarray(stream.readUInt32LE(TEXT_START), stream.readUInt32LE(TEXT_END));
  return withoutMarks(decodeAs(bytes, 'windows-1252') ?? '');
}

/**
 * The main text of a Word 97 file straight from its piece table ([MS-DOC] 2.8.35 and 2.9.38), for files whose formatting
 * is damaged. Throws `RangeError` when the table leads outside.
 */
export function pieceText(stream: Buffer, table: Buffer): string {
  const clx = table.subarray(stream.readUInt32LE(PIECES_OFFSET), stream.readUInt32LE(PIECES_OFFSET) + stream.readUInt32LE(PIECES_LENGTH));
  let at = 0;
  while (clx[at] === 0x01) at += 3 + clx.readUInt16LE(at + 1);
  if (clx[at] !== 0x02) throw new RangeError('There is no piece table.');
  const pieces = clx.subarray(at + 5, at + 5 + clx.readUInt32LE(at + 1));
  const count = Math.floor((pieces.length - 4) / 12);
  let text = '';
  for (let index = 0; index < count; index += 1) {
    const length = pieces.readUInt32LE(4 * (index + 1)) - pieces.readUInt32LE(4 * index);
    const place = pieces.readUInt32LE(4 * (count + 1) + 8 * index + 2);
    const start = place & COMPRESSED ? (place & ~COMPRESSED) / 2 : place;
    const bytes = stream.subarray(start, start + (place & COMPRESSED ? length : 2 * length));
    text += place & COMPRESSED ? (decodeAs(bytes, 'windows-1252') ?? '') : bytes.toString('utf16le');
  }
  return withoutMarks(text.slice(0, stream.readUInt32LE(TEXT_LENGTH)));
}
