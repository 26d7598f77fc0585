import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import { strToU8, unzipSync, zipSync } from 'fflate';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { requireAdapter } from '../child/require-adapter.ts';
import { docxAdapter } from '../formats/docx/docx-adapter.ts';
import { createImageAdapter } from '../formats/image/image-adapter.ts';
import { emlAdapter, listMailPictures } from '../formats/mail/eml-adapter.ts';
import { pptxAdapter } from '../formats/pptx/pptx-adapter.ts';
import { pptxSlidePicture } from '../formats/pptx/pptx-slide-picture.ts';
import type { FormatAdapter, Raster, ReadContext } from '../model/adapter.ts';
import { DEFAULT_LIMITS } from '../model/read-limits.ts';
import { createLazyRecogniser } from '../ocr/lazy-recogniser.ts';
import { drawSample } from '../ocr/testing/draw-sample.ts';
import { readBytes } from '../testing/read-bytes.ts';
import { listPackagePictures } from './list-package-pictures.ts';
import { withPictures } from './with-pictures.ts';

const images = createImageAdapter(createLazyRecogniser());
const adapter = withPictures(docxAdapter, { all: listPackagePictures, appendScans: true }, images);

function docx(text: string, more: Record<string, Uint8Array> = {}): Uint8Array {
  const body = `<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`;
  return zipSync({ 'word/document.xml': strToU8(body), ...more });
}

const words = (text: string, more = '') => `<p:sp>${more}<p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`;
const slide = (shapes: string) =>
  strToU8(`<p:sld xmlns:p="p" xmlns:a="a" xmlns:r="r"><p:cSld><p:spTree>${shapes}</p:spTree></p:cSld></p:sld>`);

/** Draws a page by its number, or a picture between the words by what the page calls it. */
async function draw(by: FormatAdapter, bytes: Uint8Array, wanted: number | string): Promise<Raster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pictures-test-'));
  try {
    const file = path.join(folder, 'file');
    await writeFile(file, bytes);
    const context = { limits: DEFAULT_LIMITS, languages: [], signal: new AbortController().signal } as unknown as ReadContext;
    const source = { path: file, name: '', size: bytes.length, mediaType: '' };
    return await (typeof wanted === 'string' ? by.drawFramed!(source, wanted, 300, context) : by.draw!(source, wanted, 300, context));
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function scan(text: string, size = 28): Promise<Uint8Array> {
  const { pixels, width, height } = await drawSample((page) => page.fontSize(size).text(text, 60, 80), 900);
  return sharp(pixels, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .png()
    .toBuffer();
}

describe('pictures between words', () => {
  const red = () =>
    sharp({ create: { width: 200, height: 100, channels: 3, background: '#d00' } })
      .png()
      .toBuffer();
  const isRed = ({ pixels, width, height }: Raster) => {
    const at = 4 * (width * Math.floor(height / 2) + Math.floor(width / 2));
    return pixels[at]! > 180 && pixels[at + 1]! < 40;
  };

  test('of a Word file have a frame of their size and are drawn by it, never from elsewhere', async () => {
    const picture = (id: string) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="${144 * 12700}" cy="${72 * 12700}"/><a:blip r:embed="${id}"/></wp:inline></w:drawing></w:r></w:p>`;
    const bytes = zipSync({
      'word/document.xml': strToU8(
        `<w:document xmlns:w="w" xmlns:wp="p" xmlns:a="a" xmlns:r="r"><w:body><w:p><w:r><w:t>Our mark:</w:t></w:r></w:p>${['r1', 'r2', 'r3'].map(picture).join('')}</w:body></w:document>`,
      ),
      'word/_rels/document.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/image" Target="media/a.png"/><Relationship Id="r2" Type="x/image" Target="http://127.0.0.1:9/a.png" TargetMode="External"/><Relationship Id="r3" Type="x/image" Target="media/gone.png"/></Relationships>',
      ),
      'word/media/a.png': await red(),
    });
    const word = await requireAdapter('application/vnd.openxmlformats-officedocument.wordprocessingml.document', createLazyRecogniser());
    const { pages } = await readBytes(word, bytes);
    expect(pages.map(({ display, pictures }) => [display, pictures?.map(({ part }) => part)])).toEqual([['layout', ['word/media/a.png']]]);
    const { width, height, pictures } = pages[0]!;
    const [left, top, right, bottom] = pictures![0]!.box;
    expect([(right - left) * width, (bottom - top) * height]).toEqual([expect.closeTo(144, 0), expect.closeTo(72, 0)]);
    expect(isRed(await draw(word, bytes, 'word/media/a.png'))).toBe(true);
    await expect(draw(word, bytes, 'word/media/gone.png')).rejects.toThrow('cannot be shown');
    await expect(draw(word, bytes, 1)).rejects.toThrow('shown as text');
  });

  test('of an OpenDocument text have a frame of their size', async () => {
    const frame = (href: string) => `<draw:frame svg:width="4cm" svg:height="2cm"><draw:image xlink:href="${href}"/></draw:frame>`;
    const bytes = zipSync({
      mimetype: strToU8('application/vnd.oasis.opendocument.text'),
      'content.xml': strToU8(
        `<o:document-content xmlns:o="o" xmlns:text="t" xmlns:draw="d" xmlns:svg="s" xmlns:xlink="x"><o:body><o:text><text:p>Our mark: ${frame('Pictures/a.png')}${frame('http://127.0.0.1:9/a.png')}</text:p></o:text></o:body></o:document-content>`,
      ),
      'Pictures/a.png': await red(),
    });
    const texts = await requireAdapter('application/vnd.oasis.opendocument.text', createLazyRecogniser());
    const { pages } = await readBytes(texts, bytes);
    expect(pages[0]!.pictures?.map(({ part }) => part)).toEqual(['Pictures/a.png']);
    expect(isRed(await draw(texts, bytes, 'Pictures/a.png'))).toBe(true);
  });

  test('of a mail stand where its HTML shows them', async () => {
    const mails = await requireAdapter('message/rfc822', createLazyRecogniser());
    const mail = [
      'From: a@example.org\nSubject: Mark\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n',
      '--b\nContent-Type: text/html\n\n<p>Before</p><img src="cid:mark@x" width="100"><img src="http://127.0.0.1:9/x.png"><p>After</p>',
      `--b\nContent-Type: image/png\nContent-ID: <mark@x>\nContent-Transfer-Encoding: base64\n\n${(await red()).toString('base64')}`,
      '--b--\n',
    ].join('\n');
    const { pages } = await readBytes(mails, mail);
    const { width, words: set, pictures } = pages[0]!;
    expect(pictures).toHaveLength(1);
    const { box, part } = pictures![0]!;
    expect((box[2] - box[0]) * width).toBeCloseTo(75, 0);
    expect(set.find(({ text }) => text === 'Before')!.box[3]).toBeLessThan(box[1]);
    expect(set.find(({ text }) => text === 'After')!.box[1]).toBeGreaterThan(box[3]);
    expect(isRed(await draw(mails, Buffer.from(mail), part))).toBe(true);
  });
});

// recognition takes its time on a busy machine
describe('withPictures', () => {
  test('a Word file that holds only scans is read as pages of pictures, in order, and they can be drawn', async () => {
    const bytes = docx('', { 'word/media/image10.png': await scan('Second'), 'word/media/image2.png': await scan('Invoice 4711') });
    const { pages, pageCount } = await readBytes(adapter, bytes);
    expect(pageCount).toBe(2);
    expect(pages.map(({ number, display, words }) => [number, display, words.map(({ text }) => text).join(' ')])).toEqual([
      [1, 'image', 'Invoice 4711'],
      [2, 'image', 'Second'],
    ]);
    expect((await draw(adapter, bytes, 2)).width).toBe(300);
  });

  test('pictures of a document with text are no pages', async () => {
    const { pages } = await readBytes(adapter, docx('Dear all', { 'word/media/image1.png': await scan('Logo') }));
    expect(pages.map(({ display, words }) => [display, words.length])).toEqual([['layout', 2]]);
  });

  test('a scan pasted beside a text becomes a page after it, and is drawn as that page', async () => {
    const lines = Array.from({ length: 16 }, (_, index) => `Delivery ${index} of the joinery, packed and sent`);
    const page = await scan(lines.join('\n'), 20);
    const bytes = docx('See the note below.', { 'word/media/image1.png': await scan('Logo'), 'word/media/image2.png': page });
    const { pages, pageCount } = await readBytes(adapter, bytes);
    expect([pageCount, pages.map(({ number, display }) => [number, display])]).toEqual([
      2,
      [
        [1, 'layout'],
        [2, 'image'],
      ],
    ]);
    expect(pages[1]!.words.map(({ text }) => text).join(' ')).toContain('joinery, packed and sent');
    const drawn = await draw(adapter, bytes, 2);
    expect([drawn.width, drawn.height / drawn.width]).toEqual([300, expect.closeTo(Math.SQRT2, 1)]);
  });

  test('some lines pasted as a small picture are read, a logo is not', async () => {
    const lines = Array.from({ length: 7 }, (_, index) => `Order ${index} of oak boards, sent to the joinery in the harbour`);
    const whole = sharp(await scan(lines.join('\n'), 20));
    const part = await whole.extract({ left: 70, top: 80, width: 780, height: 260 }).toBuffer();
    const logo = await sharp(await scan('Oak & Sons', 60))
      .extract({ left: 60, top: 90, width: 780, height: 220 })
      .toBuffer();
    const { pages } = await readBytes(adapter, docx('See below.', { 'word/media/image1.png': logo, 'word/media/image2.png': part }));
    expect(pages.map(({ display }) => display)).toEqual(['layout', 'image']);
    expect(pages[1]!.words.map(({ text }) => text).join(' ')).toContain('joinery in the harbour');
  });

  test('print pasted on a sheet becomes a page after the sheets', async () => {
    const lines = Array.from({ length: 16 }, (_, index) => `Delivery ${index} of the joinery, packed and sent`);
    const cells = write(utils.book_new(utils.aoa_to_sheet([['Order', 12]]), 'Orders'), { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    const bytes = zipSync({ ...unzipSync(cells), 'xl/media/image1.png': await scan(lines.join('\n'), 20) });
    const mediaType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    const { pages, pageCount } = await readBytes(await requireAdapter(mediaType, createLazyRecogniser()), bytes, mediaType);
    expect([pageCount, pages.map(({ number, name, display }) => [number, name, display])]).toEqual([
      2,
      [
        [1, 'Orders', 'grid'],
        [2, null, 'image'],
      ],
    ]);
    expect(pages[1]!.words.map(({ text }) => text).join(' ')).toContain('joinery, packed and sent');
  });

  test('a picture of print in the body of a mail becomes a page after it; a picture attached stays a file', async () => {
    const mails = withPictures(emlAdapter, { all: listMailPictures, appendScans: true }, images);
    const lines = Array.from({ length: 16 }, (_, index) => `Delivery ${index} of the joinery, packed and sent`);
    const picture = Buffer.from(await scan(lines.join('\n'), 20))
      .toString('base64')
      .replace(/.{76}/g, '$&\n');
    const part = (disposition: string) => [
      '--b',
      'Content-Type: image/png; name="note.png"',
      'Content-Transfer-Encoding: base64',
      ...[disposition, '', picture],
    ];
    const head = ['From: a@example.org', 'Subject: Order', 'MIME-Version: 1.0', 'Content-Type: multipart/related; boundary=b', ''];
    const body = ['--b', 'Content-Type: text/html', '', '<p>See the note:</p><img src="cid:note">'];
    const mail = [...head, ...body, ...part('Content-ID: <note>'), ...part('Content-Disposition: attachment'), '--b--', ''];
    const { pages } = await readBytes(mails, Buffer.from(mail.join('\n')));
    expect(pages.map(({ display }) => display)).toEqual(['layout', 'image']);
    expect(pages[1]!.words.map(({ text }) => text).join(' ')).toContain('joinery, packed and sent');
    expect((await draw(mails, Buffer.from(mail.join('\n')), 2)).width).toBe(300);
  });

  test('a slide that is only a picture, but for its number, is read and drawn as that picture in its place', async () => {
    const deck = withPictures(pptxAdapter, { all: listPackagePictures, ofPage: pptxSlidePicture }, images);
    const bytes = zipSync({
      'ppt/presentation.xml': strToU8(
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="r1"/><p:sldId r:id="r2"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
      ),
      'ppt/_rels/presentation.xml.rels': strToU8(
        '<Relationships><Relationship Id="r1" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="r2" Type="x/slide" Target="slides/slide2.xml"/></Relationships>',
      ),
      'ppt/slides/slide1.xml': slide(words('Agenda')),
      'ppt/slides/slide2.xml': slide(
        `<p:pic><p:blipFill><a:blip r:embed="i1"/></p:blipFill></p:pic>${words('2', '<p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr>')}`,
      ),
      'ppt/slides/_rels/slide2.xml.rels': strToU8(
        '<Relationships><Relationship Id="i1" Type="x/image" Target="../media/a.png"/></Relationships>',
      ),
      'ppt/media/a.png': await scan('Budget of 2027'),
      'ppt/media/b.png': await scan('Not on any slide'),
    });
    const { pages, pageCount } = await readBytes(deck, bytes);
    expect(pageCount).toBe(2);
    expect(pages.map(({ number, display, words: own }) => [number, display, own.map(({ text }) => text).join(' ')])).toEqual([
      [1, 'layout', 'Agenda'],
      [2, 'image', 'Budget of 2027'],
    ]);
    expect((await draw(deck, bytes, 2)).width).toBe(300);
  });

  test('broken and tiny pictures are passed over; without any the blank page stays', async () => {
    const dot = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const broken = (await scan('Cut off')).slice(0, 900);
    const { pages, pageCount } = await readBytes(adapter, docx('', { 'word/media/a.png': dot, 'word/media/b.png': broken }));
    expect([pageCount, pages[0]?.display, pages[0]?.words]).toEqual([1, 'layout', []]);
  });

  test('a document that holds only other files names them', async () => {
    const { pages, attachments } = await readBytes(adapter, docx('', { 'word/embeddings/Offer.xlsx': strToU8('cells') }));
    expect(attachments.map(({ name }) => name)).toEqual(['Offer.xlsx']);
    expect(pages[0]?.words.map(({ text }) => text).join(' ')).toBe('Attachments: Offer.xlsx');
  });
});
