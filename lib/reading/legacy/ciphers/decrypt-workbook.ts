import { damaged, unsupportedProtection, wrongPassword } from '../../model/password-errors.ts';
import { decryptBlocks, openLegacyCipher } from './legacy-cipher.ts';
import { xorCipher } from './xor-cipher.ts';

/** Record types ([MS-XLS] 2.3). */
const FILE_PASS = 0x2f;
const BOUND_SHEET = 0x85;
const BOF_8 = 0x0809;
/** Records that stand in the clear ([MS-XLS] 2.2.10). */
const CLEAR = new Set([0x0009, 0x0209, 0x0409, BOF_8, FILE_PASS, 0x0194, 0x0195, 0x00e1, 0x0196, 0x0138]);
/** Of a sheet's entry the place of the sheet stands in the clear. */
const CLEAR_PLACE = 4;
/** `InterfaceEnd`, which says nothing: readers pass over what told of the password. */
const NOTHING = 0x00e2;
const BLOCK = 1024;
const BIFF8 = 0x0600;
/** The password stands among the first records. */
const MOST_RECORDS_BEFORE = 50;

type BiffRecord = { type: number; at: number; length: number };

function* biffRecords(stream: Buffer): Generator<BiffRecord> {
  for (let at = 0; at + 4 <= stream.length; ) {
    const length = Math.min(stream.readUInt16LE(at + 2), stream.length - at - 4);
    yield { type: stream.readUInt16LE(at), at: at + 4, length };
    at += 4 + length;
  }
}

/** The record by which a stream of a workbook tells that the rest is encrypted, or null. */
function findFilePass(stream: Buffer): (BiffRecord & { biff8: boolean }) | null {
  let count = 0;
  let biff8 = false;
  for (const record of biffRecords(stream)) {
    if (count === 0 && record.type === BOF_8 && record.length >= 2) biff8 = stream.readUInt16LE(record.at) >= BIFF8;
    if (record.type === FILE_PASS) return { ...record, biff8 };
    if (++count > MOST_RECORDS_BEFORE) return null;
  }
  return null;
}

/** True for the stream of an old workbook whose records are encrypted. */
export function isProtectedWorkbook(stream: Buffer): boolean {
  return findFilePass(stream) !== null;
}

/**
 * The stream of an old workbook in the clear: exclusive-or, RC4, or RC4 by CryptoAPI ([MS-XLS] 2.2.10, 2.4.117).
 * Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`.
 */
export function decryptWorkbook(stream: Buffer, password: string): Buffer {
  const pass = findFilePass(stream);
  if (!pass) throw damaged();
  const header = stream.subarray(pass.at, pass.at + pass.length);
  if (header.length < (pass.biff8 ? 6 : 4)) throw damaged();
  const kind = pass.biff8 ? header.readUInt16LE(0) : 0;
  if (kind > 1) throw unsupportedProtection();
  const body = pass.biff8 ? header.subarray(2) : header;
  const open = kind === 0 ? openXor(stream, body, password) : openRc4(stream, body, password);
  const result = Buffer.from(stream);
  for (const { type, at, length } of biffRecords(stream)) {
    if (CLEAR.has(type)) continue;
    const skip = type === BOUND_SHEET ? Math.min(CLEAR_PLACE, length) : 0;
    open(at, length).copy(result, at + skip, skip);
  }
  result.writeUInt16LE(NOTHING, pass.at - 4);
  return result;
}

type OpenRecord = (at: number, length: number) => Buffer;

function openRc4(stream: Buffer, header: Buffer, password: string): OpenRecord {
  const plain = decryptBlocks(openLegacyCipher(header, password), stream, BLOCK);
  return (at, length) => plain.subarray(at, at + length);
}

/** Each record begins in the array where it ends in the stream ([MS-OFFCRYPTO] 2.3.7.3, 2.3.7.5). */
function openXor(stream: Buffer, header: Buffer, password: string): OpenRecord {
  const { key, verifier, array } = xorCipher(password);
  if (header.readUInt16LE(0) !== key || header.readUInt16LE(2) !== verifier) throw wrongPassword();
  return (at, length) => {
    const plain = Buffer.alloc(length);
    for (let index = 0; index < length; index++) {
      const mixed = stream[at + index]! ^ array[(at + length + index) % 16]!;
      plain[index] = ((mixed << 3) | (mixed >> 5)) & 0xff;
    }
    return plain;
  };
}
