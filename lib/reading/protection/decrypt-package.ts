import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { findStream, openCompound } from '../compound/compound-file.ts';
import { isCompound } from '../compound/is-compound.ts';
import { damaged, unsupportedProtection, wrongPassword } from '../model/password-errors.ts';
import { ReadError } from '../model/read-error.ts';
import { attribute, child, descendants, parseXml, type XmlElement } from '../xml/xml.ts';

/** Names of hash functions in the file to those of Node. */
const HASHES: Record<string, string> = { SHA1: 'sha1', 'SHA-1': 'sha1', SHA256: 'sha256', SHA384: 'sha384', SHA512: 'sha512' };
/** Block keys of [MS-OFFCRYPTO] 2.3.4.11 to 2.3.4.13. */
const VERIFIER_INPUT = Buffer.from('fea7d2763b4b9e79', 'hex');
const VERIFIER_VALUE = Buffer.from('d7aa0f6d3061344e', 'hex');
const KEY_VALUE = Buffer.from('146e0be7abacd0d6', 'hex');
const SEGMENT = 4096;
const STANDARD_SPINS = 50_000;
/** Programs use 100,000; what asks for far more only wants to cost time. */
const MOST_SPINS = 1_000_000;

/** True for the container in which Office puts a package that is protected by a password. */
export function isProtectedPackage(bytes: Buffer): boolean {
  if (!isCompound(bytes)) return false;
  const container = openCompound(bytes);
  return findStream(container, 'EncryptedPackage') !== null && findStream(container, 'EncryptionInfo') !== null;
}

/**
 * The package inside an Office file that is protected by a password ([MS-OFFCRYPTO]: agile encryption, and the standard one of
 * Office 2007, both with AES). Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`.
 */
export function decryptPackage(bytes: Buffer, password: string): Buffer {
  const container = openCompound(bytes);
  const info = findStream(container, 'EncryptionInfo');
  const data = findStream(container, 'EncryptedPackage');
  if (!info || info.length < 8 || !data || data.length < 8) throw damaged();
  const [major, minor] = [info.readUInt16LE(0), info.readUInt16LE(2)];
  const length = Number(data.readBigUInt64LE(0));
  try {
    const whole = major === 4 && minor === 4 ? agile(info, data, password) : standard(info, data, password, minor);
    if (length > whole.length) throw damaged();
    return whole.subarray(0, length);
  } catch (cause) {
    throw cause instanceof ReadError ? cause : damaged(cause);
  }
}

function requireSame(a: Buffer, b: Buffer): void {
  const length = Math.min(a.length, b.length);
  if (length === 0 || !timingSafeEqual(a.subarray(0, length), b.subarray(0, length))) throw wrongPassword();
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** Cut or filled up to the length that is asked for. */
function sized(bytes: Buffer, length: number, filler = 0x36): Buffer {
  return bytes.length >= length ? bytes.subarray(0, length) : Buffer.concat([bytes, Buffer.alloc(length - bytes.length, filler)]);
}

function spin(hash: string, salt: Buffer, password: string, spins: number): Buffer {
  let digest = createHash(hash).update(salt).update(Buffer.from(password, 'utf16le')).digest();
  for (let round = 0; round < spins; round++) digest = createHash(hash).update(number32(round)).update(digest).digest();
  return digest;
}

type Settings = { hash: string; salt: Buffer; keyBytes: number; blockSize: number };

function settingsOf(element: XmlElement): Settings {
  const hash = HASHES[attribute(element, 'hashAlgorithm') ?? ''];
  const keyBits = Number(attribute(element, 'keyBits'));
  const isAes = attribute(element, 'cipherAlgorithm') === 'AES' && attribute(element, 'cipherChaining') === 'ChainingModeCBC';
  if (!hash || !isAes || ![128, 192, 256].includes(keyBits)) throw unsupportedProtection();
  return { hash, salt: Buffer.from(attribute(element, 'saltValue') ?? '', 'base64'), keyBytes: keyBits / 8, blockSize: 16 };
}

function decipher(key: Buffer, iv: Buffer, data: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv).setAutoPadding(false);
  const whole = data.subarray(0, data.length - (data.length % 16));
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

function agile(info: Buffer, data: Buffer, password: string): Buffer {
  const root = parseXml(info.subarray(8));
  const keyData = child(root, 'keyData');
  const encryptor = descendants(root, 'encryptedKey')[0];
  if (!keyData || !encryptor) throw unsupportedProtection();
  const own = settingsOf(encryptor);
  const spins = Number(attribute(encryptor, 'spinCount'));
  if (!(spins >= 0 && spins <= MOST_SPINS)) throw unsupportedProtection();
  const digest = spin(own.hash, own.salt, password, spins);
  const open = (name: string, block: Buffer) => {
    const key = sized(createHash(own.hash).update(digest).update(block).digest(), own.keyBytes);
    return decipher(key, sized(own.salt, own.blockSize), Buffer.from(attribute(encryptor, name) ?? '', 'base64'));
  };
  const input = open('encryptedVerifierHashInput', VERIFIER_INPUT).subarray(0, own.salt.length);
  requireSame(createHash(own.hash).update(input).digest(), open('encryptedVerifierHashValue', VERIFIER_VALUE));
  const shared = settingsOf(keyData);
  const key = open('encryptedKeyValue', KEY_VALUE).subarray(0, shared.keyBytes);
  const parts: Buffer[] = [];
  for (let at = 8, segment = 0; at < data.length; at += SEGMENT, segment++) {
    const iv = sized(createHash(shared.hash).update(shared.salt).update(number32(segment)).digest(), shared.blockSize);
    parts.push(decipher(key, iv, data.subarray(at, at + SEGMENT)));
  }
  return Buffer.concat(parts);
}

function ecb(key: Buffer, data: Buffer): Buffer {
  const cipher = createDecipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  const whole = data.subarray(0, data.length - (data.length % 16));
  return Buffer.concat([cipher.update(whole), cipher.final()]);
}

/** [MS-OFFCRYPTO] 2.3.4.5 to 2.3.4.9: SHA-1, 50,000 rounds, AES in ECB. */
function standard(info: Buffer, data: Buffer, password: string, minor: number): Buffer {
  if (minor !== 2) throw unsupportedProtection();
  const headerLength = info.readUInt32LE(8);
  const keyBytes = info.readUInt32LE(12 + 16) / 8;
  if (![16, 24, 32].includes(keyBytes) || headerLength > info.length) throw unsupportedProtection();
  const verifier = info.subarray(12 + headerLength);
  const salt = verifier.subarray(4, 20);
  const digest = createHash('sha1')
    .update(spin('sha1', salt, password, STANDARD_SPINS))
    .update(number32(0))
    .digest();
  const derive = (fill: number) => {
    const pad = Buffer.alloc(64, fill);
    for (const [index, byte] of digest.entries()) pad[index]! ^= byte;
    return createHash('sha1').update(pad).digest();
  };
  const key = Buffer.concat([derive(0x36), derive(0x5c)]).subarray(0, keyBytes);
  const input = ecb(key, verifier.subarray(20, 36));
  requireSame(createHash('sha1').update(input).digest(), ecb(key, verifier.subarray(40, 72)).subarray(0, 20));
  return ecb(key, data.subarray(8));
}
