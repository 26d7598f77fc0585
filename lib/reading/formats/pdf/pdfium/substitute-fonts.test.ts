import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeFont, makeFontCollection } from '../../../testing/make-font.ts';
import { drawPage } from './draw-page.ts';
import { listEastAsianFaces } from './font-files.ts';
import { openDocument } from './open-document.ts';
import { setFontFolder } from './substitute-fonts.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'substitute-fonts-'));
  await mkdir(path.join(folder, 'fonts', 'deeper'), { recursive: true });
  await writeFile(path.join(folder, 'fonts', 'one.ttf'), makeFont({ characters: '合計', codePage: 18, name: 'Squares Hans' }));
  await writeFile(path.join(folder, 'fonts', 'latin.ttf'), makeFont({ characters: 'abc', codePage: 0, name: 'Squares' }));
  await writeFile(path.join(folder, 'fonts', 'broken.otf'), Buffer.from('OTTO\0\xff\xff\xff', 'latin1'));
  await writeFile(
    path.join(folder, 'fonts', 'deeper', 'two.ttc'),
    makeFontCollection([
      { characters: 'x', codePage: 19, name: 'Squares KR' },
      { characters: '見積書', codePage: 17, name: 'Squares JP' },
    ]),
  );
  setFontFolder(path.join(folder, 'fonts'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A page with one line of text at 50, 300 in a font that is named but not embedded. */
function pdfOf(text: string, font: { name: string; encoding: string; ordering: string }): Buffer {
  const hex = Buffer.from(text, 'utf16le').swap16().toString('hex');
  const content = `BT /F1 40 Tf 50 300 Td <${hex}> Tj ET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 400]/Resources<</Font<</F1 5 0 R>>>>/Contents 4 0 R>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    `<</Type/Font/Subtype/Type0/BaseFont/${font.name}/Encoding/${font.encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font.name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${font.ordering})/Supplement 2>>/FontDescriptor 7 0 R>>`,
    `<</Type/FontDescriptor/FontName/${font.name}/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/StemV 80>>`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer<</Size 8/Root 1 0 R>>\n%%EOF`);
}

/** Share of dark dots where the line stands, and everywhere else. */
async function inkOf(text: string, font: Parameters<typeof pdfOf>[1]): Promise<{ line: number; rest: number }> {
  const file = path.join(folder, `${font.name}.pdf`);
  await writeFile(file, pdfOf(text, font));
  const document = await openDocument(file);
  try {
    const { pixels, width } = drawPage(document, 1, { width: 400, maxPixels: 1e6 });
    let [line, rest] = [0, 0];
    for (let at = 0; at < pixels.length; at += 4) {
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      const dark = pixels[at]! < 128 ? 1 : 0;
      if (x >= 50 && x < 50 + 40 * text.length && y >= 55 && y < 110) line += dark;
      else rest += dark;
    }
    return { line: line / (40 * 40 * text.length), rest };
  } finally {
    document.close();
  }
}

const CHINESE = { name: 'STSong-Light', encoding: 'UniGB-UCS2-H', ordering: 'GB1' };
const JAPANESE = { name: 'HeiseiMin-W3', encoding: 'UniJIS-UCS2-H', ordering: 'Japan1' };

describe('setFontFolder', () => {
  test('text in a Chinese font that is not embedded is drawn where it stands, in a font of the folder', async () => {
    const { line, rest } = await inkOf('合計', CHINESE);
    expect(line).toBeGreaterThan(0.8);
    expect(rest).toBeLessThan(50);
  });

  test('a face inside a collection is found, by the characters it is for', async () => {
    expect((await inkOf('見積書', JAPANESE)).line).toBeGreaterThan(0.8);
  });

  test('without a font of the script the place stays blank', async () => {
    expect((await inkOf('금액', { name: 'MingLiU', encoding: 'UniCNS-UCS2-H', ordering: 'CNS1' })).line).toBe(0);
  });
});

describe('listEastAsianFaces', () => {
  test('lists what can write Chinese, Japanese and Korean; other fonts, broken files and missing folders are passed over', () => {
    const faces = listEastAsianFaces([path.join(folder, 'fonts'), path.join(folder, 'none')]);
    expect(faces.map(({ name, charsets }) => [name, ...charsets])).toEqual([
      ['Squares KR two.ttc', 129],
      ['Squares JP two.ttc', 128],
      ['Squares Hans one.ttf', 134],
    ]);
  });
});
