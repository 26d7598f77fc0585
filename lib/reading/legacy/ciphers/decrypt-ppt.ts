import { damaged } from '../../model/password-errors.ts';
import { openLegacyCipher } from './legacy-cipher.ts';
import { rc4 } from './rc4.ts';

/** `headerToken` of the stream `Current User` ([MS-PPT] 2.3.2). */
const TOKEN = 12;
const ENCRYPTED = 0xf3d1c4df;
const PLAIN = 0xe391c05f;
const CURRENT_EDIT = 16;
/** Record types ([MS-PPT] 2.13.24). */
const USER_EDIT = 0x0ff5;
const PERSIST_DIRECTORY = 0x1772;
const CRYPT_SESSION = 0x2f14;
const HEAD = 8;
const MOST_EDITS = 1000;
/** Objects of a sound file do not overlap; what asks for far more than the file's length only wants to cost time. */
const MOST_WORK = 2;

/** True for the stream `Current User` of an old presentation that is encrypted. */
export function isProtectedPpt(user: Buffer): boolean {
  return user.length >= CURRENT_EDIT + 4 && user.readUInt32LE(TOKEN) === ENCRYPTED;
}

/**
 * The streams of an old presentation in the clear ([MS-PPT] 2.3.7): each persistent object is encrypted with a key of its own.
 * Pictures stay encrypted. Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`.
 */
export function decryptPpt(streams: { user: Buffer; document: Buffer }, password: string): { user: Buffer; document: Buffer } {
  const { document } = streams;
  const { offsets, session } = persistObjects(document, streams.user.readUInt32LE(CURRENT_EDIT));
  const at = offsets.get(session);
  if (at === undefined || at + HEAD > document.length || document.readUInt16LE(at + 2) !== CRYPT_SESSION) throw damaged();
  const header = document.subarray(at + HEAD, at + HEAD + document.readUInt32LE(at + 4));
  const cipher = openLegacyCipher(header, password);
  const result = Buffer.from(document);
  let left = MOST_WORK * document.length;
  for (const [id, offset] of offsets) {
    if (id === session || offset + HEAD > document.length) continue;
    left -= decryptObject(document, result, offset, left, cipher(id));
  }
  const user = Buffer.from(streams.user);
  user.writeUInt32LE(PLAIN, TOKEN);
  return { user, document: result };
}

/** Gives the number of bytes of the object; throws `ReadError` `damaged_file` when they are more than `most`. */
function decryptObject(source: Buffer, target: Buffer, offset: number, most: number, key: Buffer): number {
  const length = rc4(key, source.subarray(offset, offset + HEAD)).readUInt32LE(4);
  const sealed = source.subarray(offset, Math.min(source.length, offset + HEAD + length));
  if (sealed.length > most) throw damaged();
  return rc4(key, sealed).copy(target, offset);
}

/** Where the objects of all edits begin, the last edit first, and which of them describes the encryption. */
function persistObjects(document: Buffer, lastEdit: number): { offsets: Map<number, number>; session: number } {
  const offsets = new Map<number, number>();
  let session: number | null = null;
  const seen = new Set<number>();
  const directories = new Set<number>();
  let left = MOST_WORK * document.length;
  for (let edit = lastEdit; edit > 0 && !seen.has(edit) && seen.size < MOST_EDITS; ) {
    seen.add(edit);
    if (edit + HEAD + 28 > document.length || document.readUInt16LE(edit + 2) !== USER_EDIT) throw damaged();
    const directory = document.readUInt32LE(edit + HEAD + 12);
    if (document.readUInt32LE(edit + 4) >= 32 && edit + HEAD + 32 <= document.length) session ??= document.readUInt32LE(edit + HEAD + 28);
    if (!directories.has(directory)) left -= addDirectory(document, directory, left, offsets);
    directories.add(directory);
    edit = document.readUInt32LE(edit + HEAD + 8);
  }
  if (session === null) throw damaged();
  return { offsets, session };
}

/** Gives the number of bytes of the directory; throws `ReadError` `damaged_file` when they are more than `most`. */
function addDirectory(document: Buffer, directory: number, most: number, offsets: Map<number, number>): number {
  if (directory + HEAD > document.length || document.readUInt16LE(directory + 2) !== PERSIST_DIRECTORY) throw damaged();
  const end = Math.min(document.length, directory + HEAD + document.readUInt32LE(directory + 4));
  if (end - directory > most) throw damaged();
  for (let at = directory + HEAD; at + 4 <= end; ) {
    const entry = document.readUInt32LE(at);
    const [first, count] = [entry & 0xfffff, entry >>> 20];
    at += 4;
    for (let index = 0; index < count && at + 4 <= end; index++, at += 4) {
      if (!offsets.has(first + index)) offsets.set(first + index, document.readUInt32LE(at));
    }
  }
  return end - directory;
}
