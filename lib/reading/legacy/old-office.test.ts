import { describe, expect, test } from 'vitest';
import { docAdapter, pptAdapter } from '../testing/old-office.ts';
import { anchor, box, record, words } from '../testing/ppt-records.ts';
import { blockTexts, readBytes } from '../testing/read-bytes.ts';
import { compound } from '../testing/whole-files.ts';

/** A Word file of two pieces, one of 8-bit and one of 16-bit characters. `flags` are those of the file information block. */
function doc(eightBit: string, wide: string, flags = 0x0200): Uint8Array {
  const stream = Buffer.alloc(0x600 + eightBit.length + 2 * wide.length);
  stream.writeUInt16LE(0xa5ec, 0);
  stream.writeUInt16LE(0x00c1, 2);
  stream.writeUInt16LE(flags, 0x0a);
  stream.writeUInt32LE(eightBit.length + wide.length, 0x4c);
  stream.write(eightBit, 0x600, 'latin1');
  stream.write(wide, 0x600 + eightBit.length, 'utf16le');
  const pieces = Buffer.alloc(5 + 12 + 16);
  pieces[0] = 0x02;
  pieces.writeUInt32LE(28, 1);
  pieces.writeUInt32LE(eightBit.length, 9);
  pieces.writeUInt32LE(eightBit.length + wide.length, 13);
  pieces.writeUInt32LE((0x600 * 2) | 0x4000_0000, 17 + 2);
  pieces.writeUInt32LE(0x600 + eightBit.length, 25 + 2);
  stream.writeUInt32LE(pieces.length, 0x01a6);
  return compound({ WordDocument: stream, '1Table': pieces });
}

describe('docAdapter', () => {
  test('text comes from 8-bit and 16-bit pieces, field codes are left out, cell marks make a table', async () => {
    const body = 'Caf\xe9 \x13 DATE \x14 3 May\x15\rItem\x07Price\x07\rBolt\x072.50\x07\r';
    const { pages } = await readBytes(docAdapter, doc(body, 'Счёт\r'));
    expect(blockTexts(pages[0])).toEqual(['paragraph: Café 3 May', 'table: Item Price Bolt 2.50', 'paragraph: Счёт']);
    expect(pages[0]?.tables[0]?.cells.map((cell) => cell.text)).toEqual(['Item', 'Price', 'Bolt', '2.50']);
  });

  test('an encrypted file asks for its password; one without its text is damaged', async () => {
    await expect(readBytes(docAdapter, doc('x', 'y', 0x0300))).rejects.toMatchObject({ code: 'password_required' });
    await expect(readBytes(docAdapter, compound({ Other: Buffer.from('x') }))).rejects.toMatchObject({ code: 'damaged_file' });
  });
});

function persist(id: number, slideId: number): Buffer {
  return record(0x03f3, words(id, 0, 0, slideId, 0));
}

function ppt(): Uint8Array {
  const title = box(0xf004, anchor(576, 288, 5000, 900), box(0xf00d, record(0x0f9e, words(0))));
  const body = box(
    0xf004,
    anchor(576, 1152, 5000, 2000),
    box(0xf00d, record(0x0f9f, words(4)), record(0x0fa0, Buffer.from('Preis\rMühle', 'utf16le'))),
  );
  const slide = box(0x03ee, box(0x040c, title, body));
  const note = box(0xf004, box(0xf00d, record(0x0f9f, words(2)), record(0x0fa8, Buffer.from('Say it'))));
  const notes = box(0x03f0, record(0x03f1, words(256, 0)), box(0x040c, note));
  const slides = record(
    0x0ff0,
    Buffer.concat([
      persist(3, 257),
      record(0x0f9f, words(0)),
      record(0x0fa8, Buffer.from('Second')),
      persist(2, 256),
      record(0x0f9f, words(0)),
      record(0x0fa8, Buffer.from('Budget')),
    ]),
    0,
    true,
  );
  const document = box(0x03e8, record(0x03e9, words(5760, 4320)), slides, record(0x0ff0, persist(4, 256), 2, true));
  const other = box(0x03ee);
  const parts = [document, slide, other, notes];
  const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0));
  const directory = record(0x1772, words((4 << 20) | 1, ...offsets));
  return compound({ 'PowerPoint Document': Buffer.concat([...parts, directory]) });
}

describe('pptAdapter', () => {
  test('slides come in the order of the list with titles, places and notes', async () => {
    const { pages } = await readBytes(pptAdapter, ppt());
    expect(pages.map(blockTexts)).toEqual([
      ['heading: Second'],
      ['heading: Budget', 'paragraph: Preis', 'paragraph: Mühle', 'note: Say it'],
    ]);
    const page = pages[1]!;
    expect([page.name, page.width]).toEqual(['Budget', 720]);
    expect(page.words[0]!.box[0]).toBeCloseTo((72 + 7.2) / 720, 3);
    expect(page.words.find((word) => word.text === 'Preis')!.box[1] * page.height).toBeGreaterThan(144);
  });

  const shapeOf = (text: string, place = anchor(400, 4000, 3000, 4200), ...more: Buffer[]) =>
    box(0xf004, place, box(0xf00d, record(0x0f9f, words(4)), record(0x0fa8, Buffer.from(text))), ...more);
  const noPlace = Buffer.alloc(0);
  const placeholder = box(0xf011, record(0x0bc3, words(0, 0)));
  const list = (entries: Buffer[], instance: number) => record(0x0ff0, Buffer.concat(entries), instance, true);
  const atom = (flags: number, master: number) => record(0x03ef, words(0, 0, 0, master, 0, flags));
  const slide = (flags: number, master: number, ...shapes: Buffer[]) => box(0x03ee, atom(flags, master), box(0x040c, ...shapes));
  const [MAIN, TITLES] = [0x80000000, 0x80000001];
  const mainMaster = (...shapes: Buffer[]) => box(0x03f8, box(0x040c, ...shapes));

  /** A presentation of a document with these lists, of slides, and of masters, which are numbered from `MAIN` on. */
  function deck(slides: Buffer[], masters: Buffer[], ...more: Buffer[]): Uint8Array {
    const entries = [...slides, ...masters].map((_, index) =>
      persist(index + 2, index < slides.length ? 256 + index : MAIN + index - slides.length),
    );
    const document = box(
      0x03e8,
      record(0x03e9, words(5760, 4320)),
      ...more,
      list(entries.slice(0, slides.length), 0),
      list(entries.slice(slides.length), 1),
    );
    const parts = [document, ...slides, ...masters];
    const offsets = parts.map((_, index) => parts.slice(0, index).reduce((sum, part) => sum + part.length, 0));
    const directory = record(0x1772, words((parts.length << 20) | 1, ...offsets));
    return compound({ 'PowerPoint Document': Buffer.concat([...parts, directory]) });
  }

  test('what the master shows is read after the slide, and its footer and number, unless the slide shows none of it', async () => {
    const margins = (flags: number, instance: number) =>
      record(
        0x0fd9,
        Buffer.concat([record(0x0fda, words(flags << 16)), record(0x0fba, Buffer.from('Offer 8812', 'utf16le'), 2)]),
        instance,
        true,
      );
    const silent = box(0x03ee, atom(0, MAIN), box(0x040c, shapeOf('Two')), margins(0, 0));
    const master = mainMaster(shapeOf('Oak & Sons'), shapeOf('Click to edit', anchor(400, 400, 3000, 600), placeholder));
    const { pages, warnings } = await readBytes(pptAdapter, deck([slide(1, MAIN, shapeOf('One')), silent], [master], margins(0x28, 3)));
    expect(pages.map(blockTexts)).toEqual([
      ['paragraph: One', 'footer: Oak & Sons', 'footer: Offer 8812', 'footer: 1'],
      ['paragraph: Two'],
    ]);
    expect(warnings).toEqual([]);
  });

  test('text that stands in masters only is read: of the slide, of a master of titles and the one it stands on, without a place too', async () => {
    const titles = slide(1, MAIN, shapeOf('Titles', anchor(400, 300, 3000, 500)));
    const main = mainMaster(shapeOf('Oak & Sons'), shapeOf('Somewhere', noPlace));
    const { pages } = await readBytes(pptAdapter, deck([slide(1, TITLES), slide(1, MAIN)], [main, titles]));
    expect(pages.map(blockTexts)).toEqual([
      ['header: Titles', 'footer: Oak & Sons', 'footer: Somewhere'],
      ['footer: Oak & Sons', 'footer: Somewhere'],
    ]);
  });

  test('masters that no slide shows are read where nothing else is said, also without any slide', async () => {
    const main = mainMaster(shapeOf('Oak & Sons'));
    const hidden = await readBytes(pptAdapter, deck([slide(0, MAIN)], [main, mainMaster()]));
    expect(hidden.pages.map(blockTexts)).toEqual([[], ['footer: Oak & Sons']]);
    const template = await readBytes(pptAdapter, deck([], [main]));
    expect(template.pages.map(blockTexts)).toEqual([['footer: Oak & Sons']]);
    for (const { warnings, pageCount, pages } of [hidden, template]) {
      expect(warnings).toEqual([expect.stringContaining('masters')]);
      expect(pageCount).toBe(pages.length);
    }
  });

  test('masters that stand on each other in a circle are read once', async () => {
    const main = slide(1, TITLES, shapeOf('First'));
    const titles = slide(1, MAIN, shapeOf('Second'));
    const { pages } = await readBytes(pptAdapter, deck([slide(1, MAIN)], [main, titles]));
    expect(pages.map(blockTexts)).toEqual([['footer: First', 'footer: Second']]);
  });

  test('an encrypted presentation asks for its password', async () => {
    const user = Buffer.alloc(20);
    user.writeUInt32LE(0xf3d1c4df, 12);
    const file = compound({ 'Current User': user, 'PowerPoint Document': Buffer.alloc(8) });
    await expect(readBytes(pptAdapter, file)).rejects.toMatchObject({ code: 'password_required' });
  });

  test('a file without slides says how old files can be read', async () => {
    await expect(readBytes(pptAdapter, compound({ 'PowerPoint Document': Buffer.alloc(8) }))).rejects.toMatchObject({
      code: 'unsupported_media_type',
      message: expect.stringContaining('LibreOffice'),
    });
  });
});
