import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { compound } from './whole-files.ts';

/** A number as four bytes. */
export const number32 = (value: number) => Buffer.from(new Uint32Array([value]).buffer);
/** The hash of all parts together. */
export const digest = (hash: string, ...parts: Buffer[]) => createHash(hash).update(Buffer.concat(parts)).digest();

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((16 - (bytes.length % 16)) % 16)]);
}

/** Encrypts with AES, filled up to whole blocks with zeros. */
export function cipher(mode: string, key: Buffer, iv: Buffer | null, data: Buffer): Buffer {
  const cipher = createCipheriv(`aes-${key.length * 8}-${mode}`, key, iv).setAutoPadding(false);
  return Buffer.concat([cipher.update(padded(data)), cipher.final()]);
}

/** Data behind the length of what it was made of. */
export function withLength(bytes: Buffer, data: Buffer): Buffer {
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(bytes.length));
  return Buffer.concat([length, data]);
}

/** Protects an Office file with a password as Office 2010 and later do (agile encryption). */
export function protectPackage(bytes: Buffer, password: string, spins = 1000): Buffer {
  const [salt, dataSalt, key, input] = [randomBytes(16), randomBytes(16), randomBytes(32), randomBytes(16)] as [
    Buffer,
    Buffer,
    Buffer,
    Buffer,
  ];
  let spun = digest('sha512', salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < spins; round++) spun = digest('sha512', number32(round), spun);
  const seal = (block: string, data: Buffer) =>
    cipher('cbc', digest('sha512', spun, Buffer.from(block, 'hex')).subarray(0, 32), salt, data).toString('base64');
  const about = (value: Buffer) =>
    `saltSize="16" blockSize="16" keyBits="256" hashSize="64" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="SHA512" saltValue="${value.toString('base64')}"`;
  const xml = `<?xml version="1.0"?><encryption xmlns="e" xmlns:p="p"><keyData ${about(dataSalt)}/><keyEncryptors><keyEncryptor uri="p"><p:encryptedKey spinCount="${spins}" ${about(salt)} encryptedVerifierHashInput="${seal('fea7d2763b4b9e79', input)}" encryptedVerifierHashValue="${seal('d7aa0f6d3061344e', digest('sha512', input))}" encryptedKeyValue="${seal('146e0be7abacd0d6', key)}"/></keyEncryptor></keyEncryptors></encryption>`;
  const parts: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += 4096) {
    const iv = digest('sha512', dataSalt, number32(at / 4096)).subarray(0, 16);
    parts.push(cipher('cbc', key, iv, bytes.subarray(at, at + 4096)));
  }
  const info = Buffer.concat([Buffer.from([4, 0, 4, 0, 0x40, 0, 0, 0]), Buffer.from(xml)]);
  return Buffer.from(compound({ EncryptionInfo: info, EncryptedPackage: withLength(bytes, Buffer.concat(parts)) }));
}
