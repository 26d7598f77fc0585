import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { readFile } from '../../../read-file.ts';
import { pdfOf, stream } from '../../../testing/pdf-of-objects.ts';

const [WIDTH, HEIGHT] = [600, 800];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'read-characters-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Reads a page of text in a font whose bounding box is five lines high and whose hyphen is called by three code points. */
async function readPage(content: string): Promise<Page> {
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def
1 begincodespacerange <00> <FF> endcodespacerange
2 beginbfrange <20> <2C> <0020> <2E> <7E> <002E> endbfrange
1 beginbfchar <2D> <002D00AD2010> endbfchar endcmap end end`;
  const bytes = pdfOf([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${WIDTH} ${HEIGHT}]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>`,
    stream('', Buffer.from(content)),
    `<</Type/Font/Subtype/TrueType/BaseFont/ABCDEF+Tallow/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[${'500 '.repeat(95)}]/FontDescriptor 6 0 R/ToUnicode 7 0 R>>`,
    '<</Type/FontDescriptor/FontName/ABCDEF+Tallow/Flags 32/FontBBox[-1475 -2463 2867 3117]/Ascent 950/Descent -222/ItalicAngle 0/CapHeight 700/StemV 80>>',
    stream('', Buffer.from(toUnicode)),
  ]);
  const file = path.join(folder, `${crypto.randomUUID()}.pdf`);
  await writeFile(file, bytes);
  const [page] = (await readFile(file)).pages;
  if (!page) throw new Error('no page');
  return page;
}

const lines = ({ words, lines: all }: Page) =>
  all.map(({ words: [from, to] }) =>
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(' '),
  );

describe('characters of a font with a bounding box of many lines', () => {
  it('are as high as a line, and lines of it stand apart', async () => {
    const page = await readPage(
      'BT /F 10 Tf 50 700 Td (The first line of this page) Tj 0 -14 Td (and the second line of it) Tj 0 -14 Td (then a third one) Tj ET',
    );
    expect(lines(page)).toEqual(['The first line of this page', 'and the second line of it', 'then a third one']);
    const [, top, , bottom] = page.words[0]!.box;
    expect(top * HEIGHT).toBeCloseTo(HEIGHT - 700 - 9.5, 0);
    expect(bottom * HEIGHT).toBeCloseTo(HEIGHT - 700 + 2.2, 0);
  });

  it('are as wide as a line is high where they run upwards', async () => {
    const page = await readPage('BT /F 10 Tf 0 1 -1 0 300 100 Tm (Upright text that runs from foot to head) Tj ET');
    const [left, , right] = page.words[0]!.box;
    expect(left * WIDTH).toBeCloseTo(300 - 9.5, 0);
    expect(right * WIDTH).toBeCloseTo(300 + 2.2, 0);
  });
});

it('reads a hyphen that the file calls by three code points as one', async () => {
  const page = await readPage('BT /F 10 Tf 50 700 Td (Call 555-0199 on-campus; a double -- stays) Tj ET');
  expect(lines(page)).toEqual(['Call 555-0199 on-campus; a double -- stays']);
});
