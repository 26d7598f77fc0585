import { createHash } from 'node:crypto';
import CFB from 'cfb';
import { rc4 } from '../legacy/ciphers/rc4.ts';
import { compound } from './whole-files.ts';

/** How Office 97 to 2003 protect a file by a password. */
export type LegacyKind = 'rc4' | 'cryptoapi-40' | 'cryptoapi-128';

const SALT = Buffer.from('00112233445566778899aabbccddeeff', 'hex');
const VERIFIER = Buffer.from('0f1e2d3c4b5a69788796a5b4c3d2e1f0', 'hex');

const u16 = (...values: number[]) => Buffer.concat(values.map((value) => Buffer.from([value & 0xff, value >> 8])));
const u32 = (...values: number[]) => Buffer.from(new Uint32Array(values).buffer);
const md5 = (...parts: Buffer[]) => createHash('md5').update(Buffer.concat(parts)).digest();
const sha1 = (...parts: Buffer[]) => createHash('sha1').update(Buffer.concat(parts)).digest();

function keyOf(kind: LegacyKind, password: string, block: number): Buffer {
  const secret = Buffer.from(password, 'utf16le');
  if (kind === 'rc4') {
    const half = Buffer.concat([md5(secret).subarray(0, 5), SALT]);
    return md5(md5(Buffer.concat(Array.from({ length: 16 }, () => half))).subarray(0, 5), u32(block));
  }
  const key = sha1(sha1(SALT, secret), u32(block));
  return kind === 'cryptoapi-128' ? key.subarray(0, 16) : Buffer.concat([key.subarray(0, 5), Buffer.alloc(11)]);
}

/** The header that tells how the file is encrypted and lets a password be checked. */
function headerOf(kind: LegacyKind, password: string): Buffer {
  const sealed = (hash: Buffer) => rc4(keyOf(kind, password, 0), Buffer.concat([VERIFIER, hash]));
  if (kind === 'rc4') return Buffer.concat([u16(1, 1), SALT, sealed(md5(VERIFIER))]);
  const about = Buffer.concat([
    u32(4, 0, 0x6801, 0x8004, kind === 'cryptoapi-128' ? 128 : 0, 1, 0, 0),
    Buffer.from('Provider\0', 'utf16le'),
  ]);
  const check = sealed(sha1(VERIFIER));
  return Buffer.concat([u16(2, 2), u32(4, about.length), about, u32(16), SALT, check.subarray(0, 16), u32(20), check.subarray(16)]);
}

function sealBlocks(kind: LegacyKind, password: string, bytes: Buffer, size: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) parts.push(rc4(keyOf(kind, password, at / size), bytes.subarray(at, at + size)));
  return Buffer.concat(parts);
}

/** The stream of a workbook with a record of the password behind the first one; the places of its sheets move along. */
function withFilePass(stream: Buffer, body: Buffer): Buffer {
  const first = 4 + stream.readUInt16LE(2);
  const result = Buffer.concat([stream.subarray(0, first), u16(0x2f, body.length), body, stream.subarray(first)]);
  for (const { type, at } of records(result)) {
    if (type === 0x85) result.writeUInt32LE(result.readUInt32LE(at) + 4 + body.length, at);
  }
  return result;
}

function records(stream: Buffer): { type: number; at: number; length: number }[] {
  const found: { type: number; at: number; length: number }[] = [];
  for (let at = 0; at + 4 <= stream.length; at += 4 + stream.readUInt16LE(at + 2)) {
    found.push({ type: stream.readUInt16LE(at), at: at + 4, length: stream.readUInt16LE(at + 2) });
  }
  return found;
}

/** Encrypts what is not in the clear: the heads of records, the first records, the places of sheets. */
function sealRecords(stream: Buffer, seal: (at: number, length: number) => Buffer): Buffer {
  const result = Buffer.from(stream);
  for (const { type, at, length } of records(stream)) {
    if ([0x809, 0x2f, 0xe1].includes(type)) continue;
    const skip = type === 0x85 ? 4 : 0;
    seal(at, length)
      .subarray(skip)
      .copy(result, at + skip);
  }
  return result;
}

function workbookStream(workbook: Uint8Array): Buffer {
  return Buffer.from(CFB.find(CFB.read(Buffer.from(workbook), { type: 'buffer' }), '/Workbook')!.content as Uint8Array);
}

/** An old workbook protected by RC4. */
export function protectWorkbook(workbook: Uint8Array, password: string, kind: LegacyKind): Uint8Array {
  const stream = withFilePass(workbookStream(workbook), Buffer.concat([u16(1), headerOf(kind, password)]));
  const sealed = sealBlocks(kind, password, stream, 1024);
  return compound({ Workbook: sealRecords(stream, (at, length) => sealed.subarray(at, at + length)) });
}

/** An old workbook obscured by exclusive-or, given what the password `VelvetSweatshop` makes of itself in every such file. */
export function obscureWorkbook(workbook: Uint8Array): Uint8Array {
  const [key, verifier] = [0xb359, 0x9a0a];
  const array = Buffer.from('VelvetSweatshop\u00bb', 'latin1').map((byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
    return (mixed << 7) | (mixed >> 1);
  });
  const stream = withFilePass(workbookStream(workbook), u16(0, key, verifier));
  const seal = (at: number, length: number) =>
    Buffer.from(stream.subarray(at, at + length)).map((byte, index) => ((byte << 5) | (byte >> 3)) ^ array[(at + length + index) % 16]!);
  return compound({ Workbook: sealRecords(stream, (at, length) => Buffer.from(seal(at, length))) });
}

/** An old Word file of the given streams, protected by RC4. `table` is made room for the header: what points into it moves along. */
export function protectDoc(main: Buffer, table: Buffer, password: string, kind: LegacyKind): Uint8Array {
  const header = headerOf(kind, password);
  const marked = Buffer.from(main);
  marked.writeUInt16LE(main.readUInt16LE(0x0a) | 0x0100, 0x0a);
  marked.writeUInt32LE(header.length, 0x0e);
  marked.writeUInt32LE(main.readUInt32LE(0x01a2) + header.length, 0x01a2);
  const body = Buffer.concat([header, table]);
  return compound({
    WordDocument: Buffer.concat([marked.subarray(0, 0x44), sealBlocks(kind, password, marked, 512).subarray(0x44)]),
    '1Table': Buffer.concat([header, sealBlocks(kind, password, body, 512).subarray(header.length)]),
  });
}

/** An old Word file obscured by exclusive-or with the password `VelvetSweatshop`. */
export function obscureDoc(main: Buffer, table: Buffer): Uint8Array {
  const [key, verifier] = [0xb359, 0x9a0a];
  const array = Buffer.from('VelvetSweatshop\u00bb', 'latin1').map((byte, index) => {
    const mixed = byte ^ (index % 2 === 0 ? key & 0xff : key >> 8);
    return (mixed << 7) | (mixed >> 1);
  });
  const seal = (stream: Buffer) =>
    Buffer.from(stream.map((byte, at) => (byte === 0 || byte === array[at % 16] ? byte : byte ^ array[at % 16]!)));
  const marked = Buffer.from(main);
  marked.writeUInt16LE(main.readUInt16LE(0x0a) | 0x8100, 0x0a);
  marked.writeUInt16LE(key, 0x0e);
  marked.writeUInt16LE(verifier, 0x10);
  return compound({ WordDocument: Buffer.concat([marked.subarray(0, 0x44), seal(marked).subarray(0x44)]), '1Table': seal(table) });
}

/**
 * A presentation protected by RC4, of the objects of its stream by their numbers. Each has a key of its own.
 * @param objects records as they stand in the stream, the document first
 */
export function protectPpt(objects: Buffer[], password: string): Uint8Array {
  const kind = 'cryptoapi-128';
  const record = (type: number, body: Buffer) => Buffer.concat([u16(0, type), u32(body.length), body]);
  const session = record(0x2f14, headerOf(kind, password));
  session.writeUInt16LE(0x0f, 0);
  const sealed = [...objects.map((each, index) => rc4(keyOf(kind, password, index + 1), each)), session];
  const offsets = sealed.map((_, index) => sealed.slice(0, index).reduce((sum, { length }) => sum + length, 0));
  const directoryAt = sealed.reduce((sum, { length }) => sum + length, 0);
  const directory = record(0x1772, u32(1 | (sealed.length << 20), ...offsets));
  const edit = record(0x0ff5, u32(0, 0x0300_0000, 0, directoryAt, 1, sealed.length, 0, sealed.length));
  return compound({
    'Current User': Buffer.concat([u16(0, 0x0ff6), u32(20, 20, 0xf3d1c4df, directoryAt + directory.length, 0, 0)]),
    'PowerPoint Document': Buffer.concat([...sealed, directory, edit]),
  });
}
