import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { deriveKey, makeHeader, makePassphraseHeader, type Opener, openHeader } from './age-header.ts';

const CHUNK_BYTES = 64 * 1024;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const LONGEST_HEADER = 1024;
/** Binary logarithm of scrypt's N: what `age` uses, about a second and 256 MB. */
const WORK_FACTOR = 18;

type Bytes = AsyncIterable<Uint8Array>;

/**
 * Bytes in the format of age, version 1 (https://age-encryption.org/v1), by the primitives of Node: X25519, HKDF and
 * ChaCha20-Poly1305 in chunks of 64 KiB, in constant memory. The program `age` opens them with the identity.
 * @param recipient public key of the identity
 */
export async function* encryptStream(source: Bytes, recipient: Buffer): AsyncGenerator<Uint8Array> {
  const fileKey = randomBytes(16);
  yield makeHeader(fileKey, recipient);
  yield* encryptPayload(source, fileKey);
}

/** The reverse. @throws Error when a byte was changed or is missing, or the key is another one */
export async function* decryptStream(source: Bytes, opener: Opener): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]();
  let held = Buffer.alloc(0);
  for (let end = -1; end < 0; end = endOfHeader(held)) {
    const { done, value } = await chunks.next();
    if (done || held.length > LONGEST_HEADER + CHUNK_BYTES) throw new Error('The header of an encrypted file is damaged.');
    held = Buffer.concat([held, value]);
  }
  const end = endOfHeader(held);
  const fileKey = await openHeader(held.subarray(0, end), opener);
  const rest = held.subarray(end);
  yield* decryptPayload(
    (async function* () {
      yield rest;
      for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
    })(),
    fileKey,
  );
}

/** A short text that a passphrase opens. @param workFactor less only for tests */
export async function encryptText(text: string, passphrase: string, workFactor = WORK_FACTOR): Promise<Buffer> {
  const fileKey = randomBytes(16);
  const header = await makePassphraseHeader(fileKey, passphrase, workFactor);
  const body = await buffer(encryptPayload(Readable.from([Buffer.from(text)]), fileKey));
  return Buffer.concat([header, body]);
}

/** The reverse. @throws Error when the passphrase is another one or the bytes were changed */
export async function decryptText(bytes: Uint8Array, passphrase: string): Promise<string> {
  return (await buffer(decryptStream(Readable.from([bytes]), { passphrase }))).toString('utf8');
}

function endOfHeader(held: Buffer): number {
  const last = held.indexOf('\n--- ');
  if (last < 0) return -1;
  const end = held.indexOf('\n', last + 1);
  return end < 0 ? -1 : end + 1;
}

async function* encryptPayload(source: Bytes, fileKey: Buffer): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(NONCE_BYTES);
  yield nonce;
  const key = deriveKey(fileKey, nonce, 'payload');
  for await (const { bytes, place, isLast } of inChunks(source, CHUNK_BYTES)) {
    const cipher = createCipheriv('chacha20-poly1305', key, nonceOf(place, isLast), { authTagLength: TAG_BYTES });
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

async function* decryptPayload(source: Bytes, fileKey: Buffer): AsyncGenerator<Uint8Array> {
  let key: Buffer | undefined;
  const afterNonce = async function* () {
    let held = Buffer.alloc(0);
    for await (const chunk of source) {
      if (key) yield chunk;
      else {
        held = Buffer.concat([held, chunk]);
        if (held.length < NONCE_BYTES) continue;
        key = deriveKey(fileKey, held.subarray(0, NONCE_BYTES), 'payload');
        yield held.subarray(NONCE_BYTES);
      }
    }
  };
  for await (const { bytes, place, isLast } of inChunks(afterNonce(), CHUNK_BYTES + TAG_BYTES)) {
    const isEmpty = bytes.length === TAG_BYTES;
    if (!key || bytes.length < TAG_BYTES || (isEmpty && place > 0)) throw new Error('An encrypted file is cut off.');
    const decipher = createDecipheriv('chacha20-poly1305', key, nonceOf(place, isLast), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    yield Buffer.concat([decipher.update(bytes.subarray(0, -TAG_BYTES)), decipher.final()]);
  }
}

/** 11 bytes of a counter and one that marks the last chunk, so that chunks can be neither moved nor left out. */
function nonceOf(place: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(place, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

type Chunk = { bytes: Buffer; place: number; isLast: boolean };

/** Chunks of one length; the last one may be shorter. Of nothing: one empty chunk. */
async function* inChunks(source: Bytes, length: number): AsyncGenerator<Chunk> {
  let held: Uint8Array[] = [];
  let size = 0;
  let place = 0;
  for await (const piece of source) {
    held.push(piece);
    size += piece.length;
    if (size <= length) continue;
    const all = Buffer.concat(held, size);
    let at = 0;
    // one whole chunk is held back: it may be the last
    for (; size - at > length; at += length) yield { bytes: all.subarray(at, at + length), place: place++, isLast: false };
    held = [all.subarray(at)];
    size -= at;
  }
  yield { bytes: Buffer.concat(held, size), place, isLast: true };
}
