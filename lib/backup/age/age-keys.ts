import { createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { bech32 } from '@scure/base';

const PRIVATE_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b656e032100', 'hex');
const IDENTITY = 'AGE-SECRET-KEY-';

/** An X25519 key pair as age (https://age-encryption.org/v1) has it. `text`: what the program `age` takes as an identity. */
export type AgeIdentity = { text: string; privateKey: KeyObject; publicKey: Buffer };

export function generateAgeIdentity(): AgeIdentity {
  const { privateKey } = generateKeyPairSync('x25519');
  return toIdentity(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_PREFIX.length));
}

/** @param text `AGE-SECRET-KEY-1…` @throws Error when it is none */
export function parseAgeIdentity(text: string): AgeIdentity {
  const { prefix, bytes } = bech32.decodeToBytes(text.trim());
  if (prefix.toUpperCase() !== IDENTITY || bytes.length !== 32) throw new Error('This is not an age identity.');
  return toIdentity(Buffer.from(bytes));
}

function toIdentity(secret: Buffer): AgeIdentity {
  const privateKey = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, secret]), format: 'der', type: 'pkcs8' });
  const publicKey = rawPublicKey(createPublicKey(privateKey as never));
  return { text: bech32.encodeFromBytes(IDENTITY, secret).toUpperCase(), privateKey, publicKey };
}

/** What two sides share (X25519). @param publicKey of the other side, 32 bytes */
export function agree(privateKey: KeyObject, publicKey: Buffer): Buffer {
  const other = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return diffieHellman({ privateKey, publicKey: other });
}

function rawPublicKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(PUBLIC_PREFIX.length);
}
