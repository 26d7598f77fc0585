import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { type AgeIdentity, agree, generateAgeIdentity } from './age-keys.ts';

const VERSION = 'age-encryption.org/v1';
const NO_NONCE = Buffer.alloc(12);
const TAG_BYTES = 16;
const FILE_KEY_BYTES = 16;
/** Largest work that a header may ask of us (2^22: some ten seconds). */
const MOST_WORK = 22;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');

/** HKDF with SHA-256, 32 bytes. */
export function deriveKey(secret: Buffer, salt: Buffer, info: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, 32));
}

/** A header for a new file key that one identity opens. @param recipient its public key */
export function makeHeader(fileKey: Buffer, recipient: Buffer): Buffer {
  const ephemeral = generateAgeIdentity();
  const wrapKey = deriveKey(agree(ephemeral.privateKey, recipient), Buffer.concat([ephemeral.publicKey, recipient]), `${VERSION}/X25519`);
  return withMac(fileKey, `-> X25519 ${base64(ephemeral.publicKey)}\n${base64(wrap(wrapKey, fileKey))}\n`);
}

/** A header that a passphrase opens. @param workFactor binary logarithm of scrypt's N */
export async function makePassphraseHeader(fileKey: Buffer, passphrase: string, workFactor: number): Promise<Buffer> {
  const salt = randomBytes(16);
  const wrapKey = await stretch(passphrase, salt, workFactor);
  return withMac(fileKey, `-> scrypt ${base64(salt)} ${workFactor}\n${base64(wrap(wrapKey, fileKey))}\n`);
}

/** What opens a header. */
export type Opener = { identity: AgeIdentity } | { passphrase: string };

/** The file key of a header. @throws Error when it is none, was changed, or is for somebody else */
export async function openHeader(header: Buffer, opener: Opener): Promise<Buffer> {
  const match = /^age-encryption\.org\/v1\n-> (\S+) (\S+)(?: (\d+))?\n(\S{43})\n--- (\S{43})\n$/.exec(header.toString('latin1'));
  if (!match) throw new Error('The header of an encrypted file is damaged.');
  const [, kind, argument = '', work, body = '', mac = ''] = match;
  const wrapped = Buffer.from(body, 'base64');
  let wrapKey: Buffer;
  if ('identity' in opener && kind === 'X25519') {
    const share = Buffer.from(argument, 'base64');
    const { privateKey, publicKey } = opener.identity;
    wrapKey = deriveKey(agree(privateKey, share), Buffer.concat([share, publicKey]), `${VERSION}/X25519`);
  } else if ('passphrase' in opener && kind === 'scrypt' && Number(work) <= MOST_WORK) {
    wrapKey = await stretch(opener.passphrase, Buffer.from(argument, 'base64'), Number(work));
  } else throw new Error('An encrypted file is for another kind of key.');
  const fileKey = unwrap(wrapKey, wrapped);
  const bytes = header.subarray(0, header.lastIndexOf('---') + 3);
  const wanted = Buffer.from(base64(macOf(fileKey, bytes)));
  if (!timingSafeEqual(wanted, Buffer.from(mac))) throw new Error('The header of an encrypted file was changed.');
  return fileKey;
}

function withMac(fileKey: Buffer, stanza: string): Buffer {
  const start = Buffer.from(`${VERSION}\n${stanza}---`);
  return Buffer.concat([start, Buffer.from(` ${base64(macOf(fileKey, start))}\n`)]);
}

function macOf(fileKey: Buffer, bytes: Buffer): Buffer {
  return createHmac('sha256', deriveKey(fileKey, Buffer.alloc(0), 'header'))
    .update(bytes)
    .digest();
}

function wrap(key: Buffer, fileKey: Buffer): Buffer {
  const cipher = createCipheriv('chacha20-poly1305', key, NO_NONCE, { authTagLength: TAG_BYTES });
  return Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
}

function unwrap(key: Buffer, wrapped: Buffer): Buffer {
  if (wrapped.length !== FILE_KEY_BYTES + TAG_BYTES) throw new Error('The header of an encrypted file is damaged.');
  const decipher = createDecipheriv('chacha20-poly1305', key, NO_NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(wrapped.subarray(FILE_KEY_BYTES));
  return Buffer.concat([decipher.update(wrapped.subarray(0, FILE_KEY_BYTES)), decipher.final()]);
}

function stretch(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const N = 2 ** workFactor;
  const salted = Buffer.concat([Buffer.from(`${VERSION}/scrypt`), salt]);
  return new Promise((resolve, reject) => {
    // it takes 128 · N · r bytes
    scrypt(passphrase, salted, 32, { N, r: 8, p: 1, maxmem: 128 * N * 8 + 32 * 1024 * 1024 }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}
