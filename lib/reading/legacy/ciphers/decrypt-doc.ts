import { damaged, wrongPassword } from '../../model/password-errors.ts';
import { decryptBlocks, openLegacyCipher } from './legacy-cipher.ts';
import { xorCipher } from './xor-cipher.ts';

/** Offsets and flags of the file information block ([MS-DOC] 2.5.2). */
const VERSION = 0x02;
const FLAGS = 0x0a;
const KEY = 0x0e;
const ENCRYPTED = 0x0100;
const OBSCURED = 0x8000;
const SECOND_TABLE = 0x0200;
const WORD_97 = 0x00c0;
/** Bytes at the start that stand in the clear. */
const CLEAR = 0x44;
const CLEAR_BEFORE_97 = 0x34;
const BLOCK = 512;

/** The streams of an old Word file that are encrypted; `table` and `data` are null where there is none. */
export type DocStreams = { main: Buffer; table: Buffer | null; data: Buffer | null };

/** True for the main stream of an old Word file that is encrypted. */
export function isProtectedDoc(main: Buffer): boolean {
  return main.length >= CLEAR && [0xa5, 0xa6, 0xa7].includes(main.readUInt8(1)) && (main.readUInt16LE(FLAGS) & ENCRYPTED) !== 0;
}

/** Name of the stream that holds the tables of a Word 97 file; null before. */
export function docTableName(main: Buffer): string | null {
  if (main.readUInt16LE(VERSION) < WORD_97) return null;
  return main.readUInt16LE(FLAGS) & SECOND_TABLE ? '1Table' : '0Table';
}

/**
 * The streams of an old Word file in the clear ([MS-DOC] 2.2.6): exclusive-or, RC4, or RC4 by CryptoAPI, whose header stands at
 * the start of the table stream. Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`.
 */
export function decryptDoc({ main, table, data }: DocStreams, password: string): DocStreams {
  const obscured = (main.readUInt16LE(FLAGS) & OBSCURED) !== 0 || main.readUInt16LE(VERSION) < WORD_97;
  const open = obscured ? openXor(main, password) : openRc4(main, table, password);
  const clear = docTableName(main) === null ? CLEAR_BEFORE_97 : CLEAR;
  const plain = Buffer.concat([main.subarray(0, clear), open(main).subarray(clear)]);
  plain.writeUInt16LE(main.readUInt16LE(FLAGS) & ~(ENCRYPTED | OBSCURED) & 0xffff, FLAGS);
  plain.writeUInt32LE(0, KEY);
  return { main: plain, table: table && open(table), data: data && open(data) };
}

function openRc4(main: Buffer, table: Buffer | null, password: string): (stream: Buffer) => Buffer {
  if (!table) throw damaged();
  const cipher = openLegacyCipher(table.subarray(0, main.readUInt32LE(KEY)), password);
  return (stream) => decryptBlocks(cipher, stream, BLOCK);
}

/** Zeros, and what would become one, stay as they are. */
function openXor(main: Buffer, password: string): (stream: Buffer) => Buffer {
  const { key, verifier, array } = xorCipher(password);
  const stored = [main.readUInt16LE(KEY), main.readUInt16LE(KEY + 2)];
  if (!stored.includes(key) || !stored.includes(verifier)) throw wrongPassword();
  return (stream) => Buffer.from(stream.map((byte, at) => byte ^ (byte === 0 || byte === array[at % 16] ? 0 : array[at % 16]!)));
}
