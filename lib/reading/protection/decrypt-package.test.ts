import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { openSource } from '../child/read-events.ts';
import { cipher, digest, number32, protectPackage, withLength } from '../testing/protect-package.ts';
import { compound, docx } from '../testing/whole-files.ts';
import { decryptPackage } from './decrypt-package.ts';

/** What Office 2007 writes. */
function standard(bytes: Buffer, password: string): Buffer {
  const [salt, input] = [randomBytes(16), randomBytes(16)] as [Buffer, Buffer];
  let spun = digest('sha1', salt, Buffer.from(password, 'utf16le'));
  for (let round = 0; round < 50_000; round++) spun = digest('sha1', number32(round), spun);
  const last = digest('sha1', spun, number32(0));
  const half = (fill: number) => digest('sha1', Buffer.from(Buffer.alloc(64, fill).map((byte, index) => byte ^ (last[index] ?? 0))));
  const key = Buffer.concat([half(0x36), half(0x5c)]).subarray(0, 16);
  const header = Buffer.alloc(32);
  header.writeUInt32LE(0x660e, 8);
  header.writeUInt32LE(0x8004, 12);
  header.writeUInt32LE(128, 16);
  const hash = cipher('ecb', key, null, digest('sha1', input));
  const verifier = Buffer.concat([number32(16), salt, cipher('ecb', key, null, input), number32(20), hash]);
  const info = Buffer.concat([Buffer.from([3, 0, 2, 0, 0x24, 0, 0, 0]), number32(header.length), header, verifier]);
  return Buffer.from(compound({ EncryptionInfo: info, EncryptedPackage: withLength(bytes, cipher('ecb', key, null, bytes)) }));
}

const whole = Buffer.from(docx(`<w:p><w:r><w:t>${'secret '.repeat(2000)}${randomBytes(9000).toString('hex')}</w:t></w:r></w:p>`));

describe('decryptPackage', () => {
  test('opens packages of both kinds with their password, byte for byte', () => {
    expect(decryptPackage(protectPackage(whole, 'Grüße 1'), 'Grüße 1').equals(whole)).toBe(true);
    expect(decryptPackage(standard(whole, 'pass'), 'pass').equals(whole)).toBe(true);
  });

  test('a wrong password is told as such', () => {
    expect(() => decryptPackage(protectPackage(whole, 'right'), 'wrong')).toThrow(expect.objectContaining({ code: 'password_wrong' }));
    expect(() => decryptPackage(standard(whole, 'right'), '')).toThrow(expect.objectContaining({ code: 'password_wrong' }));
  });

  test('an absurd number of rounds, and a description that is cut off, are refused at once', () => {
    const slow = protectPackage(whole, 'x', 3);
    const at = slow.indexOf('spinCount="3"');
    const text = Buffer.from('spinCount="9"');
    text.copy(slow, at);
    expect(() => decryptPackage(slow, 'x')).toThrow(expect.objectContaining({ code: 'password_wrong' }));
    const broken = Buffer.from(
      compound({ EncryptionInfo: Buffer.from([4, 0, 4, 0, 64, 0, 0, 0, 60]), EncryptedPackage: Buffer.alloc(64) }),
    );
    expect(() => decryptPackage(broken, 'x')).toThrow(expect.objectContaining({ code: 'damaged_file' }));
  });

  test('a protected Word file is opened by its password and is then what it is', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'decrypt-test-'));
    try {
      const file = path.join(folder, 'protected.docx');
      await writeFile(file, protectPackage(whole, 'open'));
      await expect(openSource({ path: file, name: 'protected.docx', folder })).rejects.toMatchObject({ code: 'password_required' });
      await expect(openSource({ path: file, name: 'protected.docx', folder, password: 'no' })).rejects.toMatchObject({
        code: 'password_wrong',
      });
      const source = await openSource({ path: file, name: 'protected.docx', folder, password: 'open' });
      expect(source.mediaType).toBe('application/vnd.openxmlformats-officedocument.wordprocessingml.document');
      expect(source.path).not.toBe(file);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
