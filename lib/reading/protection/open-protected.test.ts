import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findStream, openCompound } from '../compound/compound-file.ts';
import { decryptPpt } from '../legacy/ciphers/decrypt-ppt.ts';
import { findLegacyLock } from '../legacy/ciphers/find-legacy-lock.ts';
import { rc4 } from '../legacy/ciphers/rc4.ts';
import { xorCipher } from '../legacy/ciphers/xor-cipher.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { obscureDoc, obscureWorkbook, protectDoc, protectPpt, protectWorkbook } from '../testing/protect-legacy.ts';
import { protectOdf } from '../testing/protect-odf.ts';
import { protectPackage } from '../testing/protect-package.ts';
import { readOpened } from '../testing/read-opened.ts';
import { ods, odt, workbook } from '../testing/whole-files.ts';
import { wordStreams } from '../testing/word-streams.ts';
import { blowfishCfb } from './blowfish.ts';
import { openProtected } from './open-protected.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'open-protected-'));
});
afterAll(() => rm(folder, { recursive: true }));

const textOf = async (...given: Parameters<typeof readOpened>) => (await readOpened(...given)).text;

function pptRecord(type: number, body: Buffer, version = 0): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt16LE(version, 0);
  head.writeUInt16LE(type, 2);
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** The objects of a presentation with one slide. */
function deck(text: string): Buffer[] {
  const persist = pptRecord(0x03f3, Buffer.from(new Uint32Array([2, 0, 0, 256, 0]).buffer));
  const words = [pptRecord(0x0f9f, Buffer.alloc(4)), pptRecord(0x0fa8, Buffer.from(text, 'latin1'))];
  const list = pptRecord(0x0ff0, Buffer.concat([persist, ...words]), 0x0f);
  return [pptRecord(0x03e8, list, 0x0f), pptRecord(0x03ee, Buffer.alloc(0), 0x0f)];
}

const LETTER = `${'The bill of Brook and Sons comes to 812.40. '.repeat(60)}\r`;
const OPENED: [string, (password: string) => Uint8Array, string][] = [
  ['rc4.xls', (password) => protectWorkbook(workbook('biff8'), password, 'rc4'), 'Item 39'],
  ['cryptoapi-40.xls', (password) => protectWorkbook(workbook('biff8'), password, 'cryptoapi-40'), 'Item 39'],
  ['cryptoapi-128.xls', (password) => protectWorkbook(workbook('biff8'), password, 'cryptoapi-128'), 'Item 39'],
  ['rc4.doc', (password) => protectDoc(wordStreams(LETTER).main, wordStreams(LETTER).table, password, 'rc4'), 'comes to 812.40'],
  ['api.doc', (password) => protectDoc(wordStreams(LETTER).main, wordStreams(LETTER).table, password, 'cryptoapi-128'), 'comes to 812.40'],
  ['api.ppt', (password) => protectPpt(deck('Quarterly figures'), password), 'Quarterly figures'],
  ['blowfish.odt', (password) => protectOdf(odt(), password, 'blowfish'), 'Invoice 4711'],
  ['aes.odt', (password) => protectOdf(odt(), password, 'aes'), 'Invoice 4711'],
  [
    'aes.ods',
    (password) => {
      const cell = '<table:table-cell><text:p>Bolts 12</text:p></table:table-cell>';
      const sheet = `<table:table table:name="A"><table:table-row>${cell}</table:table-row></table:table>`;
      return protectOdf(ods(sheet), password, 'aes');
    },
    'Bolts 12',
  ],
];

describe('openProtected', () => {
  test.each(OPENED)('%s opens with its password, asks for one, and tells a wrong one', async (name, make, text) => {
    const bytes = make('Grüße 1');
    expect(await textOf(bytes, name, 'Grüße 1')).toContain(text);
    await expect(textOf(bytes, name)).rejects.toMatchObject({ code: 'password_required' });
    await expect(textOf(bytes, name, 'Grüße 2')).rejects.toMatchObject({ code: 'password_wrong' });
  });

  test('a workbook that is only kept from being changed opens without a password, old and new', async () => {
    expect(await textOf(protectWorkbook(workbook('biff8'), 'VelvetSweatshop', 'rc4'), 'own.xls')).toContain('Item 39');
    expect(await textOf(obscureWorkbook(workbook('biff8')), 'xor.xls')).toContain('Item 39');
    expect(await textOf(protectPackage(Buffer.from(workbook('xlsx')), 'VelvetSweatshop'), 'own.xlsx')).toContain('Item 39');
  });

  test('a Word file obscured by exclusive-or opens with its password only', async () => {
    const { main, table } = wordStreams(LETTER);
    const bytes = obscureDoc(main, table);
    expect(await textOf(bytes, 'xor.doc', 'VelvetSweatshop')).toContain('comes to 812.40');
    expect(() => findLegacyLock(Buffer.from(bytes), 'application/msword')!('velvet')).toThrow(
      expect.objectContaining({ code: 'password_wrong' }),
    );
  });

  test('a protected file with changed bytes ends with a refusal or its text', async () => {
    for (const [name, make] of OPENED) {
      const whole = make('x');
      for (let round = 0; round < 6; round++) {
        const bytes = Buffer.from(whole);
        const at = 512 + ((round * 7919) % Math.max(1, bytes.length - 513));
        bytes.fill((round * 37) & 0xff, at, Math.min(bytes.length, at + 1 + round * 3));
        const outcome = await textOf(bytes, name, 'x').catch((error: { code?: string }) => error.code);
        expect(outcome, `${name} ${round}`).toBeTypeOf('string');
      }
    }
  });

  test('a presentation whose directories list one object over and over is damaged', () => {
    const container = openCompound(Buffer.from(protectPpt(deck('Quarterly figures '.repeat(40)), 'x')));
    const [user, document] = [findStream(container, 'Current User')!, findStream(container, 'PowerPoint Document')!];
    const edit = Buffer.from(document.subarray(user.readUInt32LE(16)));
    const directory = document.subarray(edit.readUInt32LE(8 + 12), user.readUInt32LE(16));
    const again = Buffer.alloc(4 + 1000 * 4);
    again.writeUInt32LE(((1000 << 20) | 10) >>> 0);
    const listed = pptRecord(0x1772, Buffer.concat([directory.subarray(8), again]));
    edit.writeUInt32LE(document.length, 8 + 12);
    const longer = Buffer.concat([document, listed, edit]);
    const later = Buffer.from(user);
    later.writeUInt32LE(document.length + listed.length, 16);
    expect(() => decryptPpt({ user: later, document: longer }, 'x')).toThrow(expect.objectContaining({ code: 'damaged_file' }));
    // the same with each object once
    again.writeUInt32LE(10);
    listed.set(again, listed.length - again.length);
    const sound = Buffer.concat([document, listed, edit]);
    expect(decryptPpt({ user: later, document: sound }, 'x').document.includes('Quarterly figures')).toBe(true);
  });

  test.each([
    ['half an iteration', (manifest: string) => manifest.replaceAll('iteration-count="1024"', 'iteration-count="1.5"')],
    ['no number of iterations', (manifest: string) => manifest.replaceAll('iteration-count="1024"', 'iteration-count="many"')],
    ['a manifest of 4 MB and more', (manifest: string) => `${manifest}${' '.repeat(4 * 1024 * 1024)}`],
  ])('an OpenDocument file with %s is damaged', async (_what, change) => {
    const { mimetype, ...parts } = unzipSync(protectOdf(odt(), 'x', 'aes'));
    const manifest = change(strFromU8(parts['META-INF/manifest.xml']!));
    const bytes = zipSync({ mimetype: [mimetype!, { level: 0 }], ...parts, 'META-INF/manifest.xml': strToU8(manifest) });
    await expect(textOf(bytes, 'odd.odt', 'x')).rejects.toMatchObject({ code: 'damaged_file' });
  });

  test('a file that is too large to be decrypted is refused once a password is given', async () => {
    const file = path.join(folder, 'large.doc');
    await writeFile(file, '');
    await truncate(file, 256 * 1024 * 1024 + 1);
    expect(await openProtected(file, 'application/msword', undefined, DEFAULT_LIMITS)).toBeNull();
    const opening = openProtected(file, 'application/msword', 'x', DEFAULT_LIMITS);
    await expect(opening).rejects.toMatchObject({ code: 'too_large_to_read' });
  });

  test('files of these kinds without a password are left as they are', async () => {
    const sheet = write(utils.book_new(utils.aoa_to_sheet([['free']]), 'A'), { type: 'buffer', bookType: 'biff8' }) as Buffer;
    expect(await textOf(sheet, 'free.xls', 'any')).toContain('free');
    expect(await textOf(odt(), 'free.odt', 'any')).toContain('Invoice 4711');
  });
});

describe('ciphers', () => {
  test('RC4 and Blowfish give what was published for them', () => {
    expect(rc4(Buffer.from('Key'), Buffer.from('Plaintext')).toString('hex')).toBe('bbf316e8d940af0ad3');
    expect(rc4(Buffer.from('Wiki'), Buffer.from('pedia')).toString('hex')).toBe('1021bf0420');
    const zero = Buffer.alloc(8);
    // the first block of the feedback mode is the block cipher itself
    expect(blowfishCfb(zero, zero, zero, 'encrypt').toString('hex')).toBe('4ef997456198dd78');
    expect(blowfishCfb(Buffer.alloc(8, 0xff), Buffer.alloc(8, 0xff), zero, 'encrypt').toString('hex')).toBe('51866fd5b85ecb8a');
  });

  test('the password that Excel uses by itself gives the key and the verifier that stand in every such file', () => {
    expect(xorCipher('VelvetSweatshop')).toMatchObject({ key: 0xb359, verifier: 0x9a0a });
  });
});
