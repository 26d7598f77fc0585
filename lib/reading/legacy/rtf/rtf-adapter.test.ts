import { describe, expect, test } from 'vitest';
import { blockTexts, readBytes } from '../../testing/read-bytes.ts';
import { rtfAdapter } from './rtf-adapter.ts';
import { rtfPictures } from './rtf-pictures.ts';

const read = (body: string) => readBytes(rtfAdapter, Buffer.from(`{\\rtf1\\ansi\\ansicpg1252 ${body}}`, 'latin1'));

describe('rtfPictures', () => {
  const png = Buffer.from('89504e470d0a1a0a00ff41', 'hex');
  const jpeg = Buffer.from('ffd8ffe0007d7b5c', 'hex');

  test('PNG and JPEG pictures come in their order, from digits and from bytes that look like groups', () => {
    const rtf = Buffer.concat([
      Buffer.from(
        `{\\rtf1 {\\pict{\\*\\picprop{\\sp{\\sn a}}}\\pngblip\\picw9 ${png.toString('hex').replace(/.{8}/g, '$&\r\n')}}{\\pict\\wmetafile8 0100}`,
      ),
      Buffer.from(`{\\pict\\jpegblip\\bin${jpeg.length} `),
      jpeg,
      Buffer.from('}{\\picture}\\par}'),
    ]);
    expect(rtfPictures(rtf, 1000).map((picture) => Buffer.from(picture).toString('hex'))).toEqual([
      png.toString('hex'),
      jpeg.toString('hex'),
    ]);
    expect(rtfPictures(rtf, png.length)).toHaveLength(1);
  });

  test('groups that are never closed are gone through once', () => {
    const open = Buffer.from(`{\\pict\\pngblip ${png.toString('hex')}`.repeat(500) + '{\\par}'.repeat(200_000));
    const started = process.cpuUsage();
    expect(rtfPictures(open, 1e6).map((picture) => Buffer.from(picture).toString('hex'))).toEqual([png.toString('hex')]);
    const { user, system } = process.cpuUsage(started);
    // going through all that follows for each of them takes minutes
    expect(user + system).toBeLessThan(20_000_000);
  });
});

describe('rtfAdapter', () => {
  test('characters come by code page, by font and as Unicode with their replacement left out', async () => {
    const { pages } = await read(
      "{\\fonttbl{\\f0\\fcharset0 Arial;}{\\f1\\fcharset204 Arial;}}\\f0 M\\'fchle \\'80 5 {\\f1 \\'d1\\'f7\\'b8\\'f2} \\u8364? \\uc2\\u26085\\'93\\'fa\\u26412\\'96\\'7b end\\par",
    );
    expect(blockTexts(pages[0])).toEqual(['paragraph: Mühle € 5 Счёт € 日本 end']);
  });

  test('font tables, pictures, field codes and unknown destinations are no text; field results are', async () => {
    const { pages } = await read(
      '{\\info{\\title T}}{\\pict\\pngblip 89504e47}{\\*\\secret x}{\\field{\\*\\fldinst HYPERLINK "http://a"}{\\fldrslt the site}} {\\b bold} {\\v hidden}\\par',
    );
    expect(blockTexts(pages[0])).toEqual(['paragraph: the site bold hidden']);
    expect(pages[0]?.words.map(({ text, bold, hidden }) => [text, bold, hidden]).slice(2)).toEqual([
      ['bold', true, undefined],
      ['hidden', undefined, true],
    ]);
  });

  test('rows of cells become a table, merged cells span', async () => {
    const { pages } = await read(
      '\\trowd\\cellx100\\cellx200\\intbl Item\\cell Price\\cell\\row\\trowd\\cellx100\\cellx200\\intbl Bolt\\cell 2.50\\cell\\row\\trowd\\clmgf\\cellx100\\clmrg\\cellx200\\intbl Sum\\cell\\cell\\row\\pard After\\par',
    );
    expect(pages[0]?.tables[0]?.cells.map(({ text, row, column, column_span }) => [text, row, column, column_span])).toEqual([
      ['Item', 0, 0, 1],
      ['Price', 0, 1, 1],
      ['Bolt', 1, 0, 1],
      ['2.50', 1, 1, 1],
      ['Sum', 2, 0, 2],
    ]);
    expect(blockTexts(pages[0]).at(-1)).toBe('paragraph: After');
  });

  test('headers, footnotes and headings are marked as such', async () => {
    const { pages } = await read(
      '{\\header Letterhead\\par}\\outlinelevel0 Terms\\par\\pard Pay{\\chftn{\\footnote \\chftn In euro}} now.\\par',
    );
    expect(blockTexts(pages[0])).toEqual(['header: Letterhead', 'heading: Terms', 'paragraph: Pay[1] now.', 'note: [1] In euro']);
  });

  test('a file that is cut still gives what it holds; other bytes are damaged', async () => {
    const { pages } = await readBytes(rtfAdapter, '{\\rtf1 {\\b first\\par second');
    expect(blockTexts(pages[0])).toEqual(['paragraph: first', 'paragraph: second']);
    await expect(readBytes(rtfAdapter, 'hello')).rejects.toMatchObject({ code: 'damaged_file' });
  });
});
