import { createHash, timingSafeEqual } from 'node:crypto';
import { damaged, unsupportedProtection, wrongPassword } from '../../model/password-errors.ts';
import { rc4 } from './rc4.ts';

/** Gives the RC4 key of each block of an Office file of 97 to 2003. */
export type LegacyCipher = (block: number) => Buffer;

const RC4_ALGORITHMS = new Set([0, 0x6801]);
const VERIFIER = 16;

function hash(name: string, ...parts: Uint8Array[]): Buffer {
  const digest = createHash(name);
  for (const part of parts) digest.update(part);
  return digest.digest();
}

function number32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** 40 bits of the password in MD5 ([MS-OFFCRYPTO] 2.3.6.2). */
function plainCipher(salt: Buffer, password: Buffer): LegacyCipher {
  const start = hash('md5', password).subarray(0, 5);
  const spun = hash('md5', ...Array.from({ length: 16 }, () => [start, salt]).flat()).subarray(0, 5);
  return (block) => hash('md5', spun, number32(block));
}

/** SHA-1, the key as long as the file says ([MS-OFFCRYPTO] 2.3.5.2); one of 40 bits is filled up with zeros. */
function cryptoApiCipher(salt: Buffer, password: Buffer, keyBits: number): LegacyCipher {
  const start = hash('sha1', salt, password);
  return (block) => {
    const key = hash('sha1', start, number32(block)).subarray(0, keyBits / 8);
    return keyBits === 40 ? Buffer.concat([key, Buffer.alloc(11)]) : key;
  };
}

/**
 * The cipher of an old Office file by its encryption header, which begins with a version ([MS-OFFCRYPTO] 2.3.5.1, 2.3.6.1).
 * Throws `ReadError` `password_wrong`, `damaged_file`, `unsupported_media_type`.
 */
export function openLegacyCipher(header: Buffer, password: string): LegacyCipher {
  if (header.length < 52) throw damaged();
  const [major, minor] = [header.readUInt16LE(0), header.readUInt16LE(2)];
  const secret = Buffer.from(password, 'utf16le');
  if (major === 1 && minor === 1) {
    const cipher = plainCipher(header.subarray(4, 20), secret);
    return verified(cipher, header.subarray(20), 'md5', 16);
  }
  if (![2, 3, 4].includes(major) || minor !== 2) throw unsupportedProtection();
  const verifier = header.subarray(12 + header.readUInt32LE(8));
  const keyBits = header.readUInt32LE(12 + 16) || 40;
  if (!RC4_ALGORITHMS.has(header.readUInt32LE(12 + 8)) || keyBits % 8 !== 0 || keyBits < 40 || keyBits > 128) throw unsupportedProtection();
  if (verifier.length < 60) throw damaged();
  const cipher = cryptoApiCipher(verifier.subarray(4, 20), secret, keyBits);
  return verified(cipher, Buffer.concat([verifier.subarray(20, 36), verifier.subarray(40, 60)]), 'sha1', 20);
}

/** The verifier and its hash are encrypted as one. */
function verified(cipher: LegacyCipher, sealed: Buffer, name: string, hashBytes: number): LegacyCipher {
  const open = rc4(cipher(0), sealed.subarray(0, VERIFIER + hashBytes));
  if (!timingSafeEqual(hash(name, open.subarray(0, VERIFIER)), open.subarray(VERIFIER))) throw wrongPassword();
  return cipher;
}

/** A stream encrypted in blocks, each with a key of its own. */
export function decryptBlocks(cipher: LegacyCipher, stream: Buffer, blockSize: number): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < stream.length; at += blockSize) parts.push(rc4(cipher(at / blockSize), stream.subarray(at, at + blockSize)));
  return Buffer.concat(parts);
}
