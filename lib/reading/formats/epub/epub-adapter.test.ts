import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { expect, it } from 'vitest';
import { readFile } from '../../read-file.ts';

it('reads the chapters of a book in the order of its spine', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'epub-'));
  const chapter = (text: string) => strToU8(`<html><head><title>Book</title></head><body><p>${text}</p></body></html>`);
  const target = path.join(folder, 'book.epub');
  await writeFile(
    target,
    zipSync({
      mimetype: strToU8('application/epub+zip'),
      'META-INF/container.xml': strToU8('<container><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>'),
      'OPS/book.opf': strToU8(
        `<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest>
         <spine><itemref idref="b"/><itemref idref="a"/></spine></package>`,
      ),
      'OPS/a.xhtml': chapter('Second chapter'),
      'OPS/b.xhtml': chapter('First chapter'),
    }),
  );
  const reading = await readFile(target);
  expect(reading.media_type).toBe('application/epub+zip');
  expect(reading.pages.flatMap(({ words }) => words.map(({ text }) => text)).join(' ')).toBe('First chapter Second chapter');
  await rm(folder, { recursive: true });
});
