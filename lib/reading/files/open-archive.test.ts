import { strToU8, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { openArchive } from './open-archive.ts';

const limits = { maxPages: 10, maxPixels: 1, maxUnpackedBytes: 30e6, maxEntries: 20, maxRatio: 100, maxDepth: 3 };

describe('openArchive', () => {
  test('reads a part whatever the case of its name', async () => {
    const archive = await openArchive(zipSync({ 'Word/Document.xml': strToU8('<a/>') }), limits);
    expect(Buffer.from(await archive.read('/word/document.xml')).toString()).toBe('<a/>');
    expect(archive.has('word/other.xml')).toBe(false);
    await expect(archive.read('word/other.xml')).rejects.toMatchObject({ code: 'damaged_file' });
    archive.close();
  });

  test('an archive whose comment is cut or has bytes after it is still read', async () => {
    const zip = Buffer.from(zipSync({ a: strToU8('text') }));
    zip.writeUInt16LE(3, zip.length - 2);
    expect(Buffer.from(await (await openArchive(zip, limits)).read('a')).toString()).toBe('text');
    const longer = Buffer.concat([zip, Buffer.alloc(500, 7)]);
    expect(Buffer.from(await (await openArchive(longer, limits)).read('a')).toString()).toBe('text');
  });

  test('stops at a part that inflates too much, at too many entries and at what is left of the allowance', async () => {
    const bomb = await openArchive(zipSync({ a: new Uint8Array(20e6) }), limits);
    await expect(bomb.read('a')).rejects.toMatchObject({ code: 'too_large_to_read' });
    const many = zipSync(Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, strToU8('x')])));
    await expect(openArchive(many, limits)).rejects.toMatchObject({ code: 'too_large_to_read' });
    const two = await openArchive(zipSync({ a: [new Uint8Array(9e6), { level: 0 }], b: [new Uint8Array(9e6), { level: 0 }] }), {
      ...limits,
      maxUnpackedBytes: 10e6,
    });
    await two.read('a');
    await expect(two.read('b')).rejects.toMatchObject({ code: 'too_large_to_read' });
  });

  test('does not believe a header that declares less than the part inflates to', async () => {
    const zip = Buffer.from(zipSync({ a: new Uint8Array(5e6) }));
    const real = Buffer.alloc(4);
    real.writeUInt32LE(5e6);
    for (let at = zip.indexOf(real); at >= 0; at = zip.indexOf(real, at + 1)) zip.writeUInt32LE(5000, at);
    const archive = await openArchive(zip, limits);
    await expect(archive.read('a')).rejects.toMatchObject({ code: 'damaged_file' });
  });

  test('names that lead outside, encrypted parts and cut files are refused with their reason', async () => {
    await expect(openArchive(zipSync({ '../evil': strToU8('x') }), limits)).rejects.toMatchObject({ code: 'damaged_file' });
    const zip = Buffer.from(zipSync({ a: strToU8('secret') }));
    const central = zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    zip.writeUInt16LE(zip.readUInt16LE(central + 8) | 1, central + 8);
    await expect(openArchive(zip, limits)).rejects.toMatchObject({ code: 'password_required' });
    await expect(openArchive(zip.subarray(0, 40), limits)).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
