import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import * as age from 'age-encryption';
import { expect, test } from 'vitest';
import { generateAgeIdentity, parseAgeIdentity } from './age-keys.ts';
import { decryptStream, decryptText, encryptStream, encryptText } from './age-stream.ts';

const LENGTHS = [0, 1, 65_535, 65_536, 65_537, 200_000];
const identity = generateAgeIdentity();

/** Bytes in pieces of an odd length, as streams give them. */
function inPieces(bytes: Buffer, length = 10_007): Readable {
  const pieces: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += length) pieces.push(bytes.subarray(at, at + length));
  return Readable.from(pieces);
}

const encrypt = (bytes: Buffer) => buffer(encryptStream(inPieces(bytes), identity.publicKey));

test.each(LENGTHS)('%d bytes are opened by the library of the author of age, and its bytes by us', async (length) => {
  const bytes = randomBytes(length);
  const decrypter = new age.Decrypter();
  decrypter.addIdentity(identity.text);
  expect(bytes.equals(await decrypter.decrypt(await encrypt(bytes)))).toBe(true);

  const encrypter = new age.Encrypter();
  encrypter.addRecipient(await age.identityToRecipient(identity.text));
  const theirs = Buffer.from(await encrypter.encrypt(bytes));
  expect(bytes.equals(await buffer(decryptStream(inPieces(theirs), { identity: parseAgeIdentity(identity.text) })))).toBe(true);
});

test('a text under a passphrase is opened by the library of the author of age, and by no other passphrase', async () => {
  const bytes = await encryptText(identity.text, 'correct horse', 10);
  const decrypter = new age.Decrypter();
  decrypter.addPassphrase('correct horse');
  expect(await decrypter.decrypt(bytes, 'text')).toBe(identity.text);
  expect(await decryptText(bytes, 'correct horse')).toBe(identity.text);
  await expect(decryptText(bytes, 'another horse')).rejects.toThrow();
});

test('a changed byte is noticed wherever it is', async () => {
  const bytes = await encrypt(randomBytes(300));
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    await expect(buffer(decryptStream(inPieces(changed), { identity })), `byte ${at}`).rejects.toThrow();
  }
});

test('bytes that are cut off, at the end of a chunk too, are never taken for whole', async () => {
  const bytes = await encrypt(randomBytes(3 * 65_536));
  const header = bytes.length - 16 - 3 * 65_552;
  for (const length of [bytes.length - 1, header + 16 + 2 * 65_552, header + 16, header + 3, 20]) {
    await expect(buffer(decryptStream(inPieces(bytes.subarray(0, length)), { identity })), `${length}`).rejects.toThrow();
  }
});

test('the key of another repository opens nothing', async () => {
  await expect(buffer(decryptStream(inPieces(await encrypt(randomBytes(10))), { identity: generateAgeIdentity() }))).rejects.toThrow();
});
