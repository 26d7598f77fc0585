import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { drawSample } from '../../ocr/testing/draw-sample.ts';
import { readFile } from '../../read-file.ts';
import { makePdf } from '../../testing/make-pdf.ts';

let folder = '';
let count = 0;

async function readPage(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Page> {
  const [page] = (await readFile(await makePdf(path.join(folder, `${count++}.pdf`), draw))).pages;
  if (!page) throw new Error('no page');
  return page;
}

const LINES = Array.from({ length: 10 }, (_, index) => `Delivery ${index} of oak boards to the joinery, packed and sent`);
const STAMP = 'Received by the registry of the district court on 5 March 2026 at nine o clock page one of one';

/** A page of print as a picture, or a part of it, in pixels of a page 1240 wide. */
async function scan(part?: { top: number; height: number; left?: number; width?: number }): Promise<Buffer> {
  const { pixels, width, height } = await drawSample((page) => {
    page.fontSize(15);
    for (const [index, line] of LINES.entries()) page.text(line, 60, 80 + index * 48, { lineBreak: false });
  });
  const whole = sharp(pixels, { raw: { width, height, channels: 4 } });
  const cut = part ? whole.extract({ left: part.left ?? 0, top: part.top, width: part.width ?? width, height: part.height }) : whole;
  return cut.removeAlpha().png().toBuffer();
}

async function save(bytes: Buffer): Promise<string> {
  const target = path.join(folder, `${count++}.png`);
  await writeFile(target, bytes);
  return target;
}

const textOf = (page: Page) => page.words.flatMap(({ text, hidden }) => (hidden ? [] : [text])).join(' ');
const timesOf = (page: Page, word: string) => page.words.filter(({ text }) => text === word).length;
const mapLetters = (text: string, shift: number) =>
  text.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + shift) % 26) + base);
  });

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'unread-'));
});
afterAll(() => rm(folder, { recursive: true }));

// recognition takes its time on a busy machine
describe('pictures with print on pages that have text of their own', { timeout: 300_000 }, () => {
  it('reads a scan under a stamp of many words, and does not double the stamp', async () => {
    const picture = await save(await scan());
    const page = await readPage((pdf) => {
      pdf.image(picture, 0, 0, { width: pdf.page.width });
      pdf.fontSize(8).text(STAMP, 60, 30, { lineBreak: false });
    });
    expect(page.source).toBe('mixed');
    expect(textOf(page)).toContain('Delivery 9 of oak boards');
    expect(timesOf(page, 'registry')).toBe(1);
  });

  it('reads a scan stored in strips under a heading', async () => {
    const height = 360;
    const strips = await Promise.all([0, 1, 2, 3].map(async (row) => save(await scan({ top: row * height, height }))));
    const page = await readPage((pdf) => {
      const step = (pdf.page.width / 1240) * height;
      for (const [row, strip] of strips.entries()) pdf.image(strip, 0, row * step, { width: pdf.page.width, height: step });
      pdf.fontSize(9).text('Archive of the joinery, file 17 of 2026', 60, 20, { lineBreak: false });
    });
    expect(textOf(page)).toContain('Delivery 9 of oak boards');
    expect(timesOf(page, 'Archive')).toBe(1);
  });

  it('reads a receipt pasted on a letter, in its place', async () => {
    const receipt = await save(await scan({ top: 120, height: 620, left: 90, width: 900 }));
    const page = await readPage((pdf) => {
      pdf.fontSize(11);
      for (let row = 0; row < 12; row++) pdf.text('Please find the receipt of our expenses below this letter', 60, 60 + row * 20);
      pdf.image(receipt, 100, 450, { width: 340 });
    });
    expect(textOf(page)).toContain('oak boards');
    expect(timesOf(page, 'Please')).toBe(12);
    const word = page.words.find(({ text }) => text === 'joinery,')!;
    expect([word.box[1] > 0.53, word.box[3] < 0.85, word.box[2] < 0.76]).toEqual([true, true, true]);
  });

  it('leaves photographs and logos alone', async () => {
    const photograph = await save(
      await sharp({
        create: { width: 900, height: 600, channels: 3, background: '#456', noise: { type: 'gaussian', mean: 110, sigma: 40 } },
      })
        .blur(6)
        .jpeg()
        .toBuffer(),
    );
    const page = await readPage((pdf) => {
      pdf.image(photograph, 60, 300, { width: 400 });
      pdf.fontSize(11);
      for (let row = 0; row < 8; row++) pdf.text('Our house stands at the edge of the forest since ninety years', 60, 60 + row * 20);
    });
    expect(page.source).toBe('text');
  });

  it('keeps the text of a scan that carries it invisibly, and recognises it where its letters are scrambled', async () => {
    const picture = await save(await scan());
    const layered = (change: (text: string) => string) =>
      readPage((pdf) => {
        pdf.image(picture, 0, 0, { width: pdf.page.width });
        pdf.fontSize(15).opacity(1);
        for (const [index, line] of LINES.entries()) {
          pdf.addContent('3 Tr');
          pdf.text(change(line), 60, 80 + index * 48, { lineBreak: false });
        }
      });
    const kept = await layered((text) => text);
    expect([kept.source, kept.words[0]?.confidence]).toEqual(['ocr', undefined]);
    expect(textOf(kept)).toContain('Delivery 9 of oak boards');
    const scrambled = await layered((text) => mapLetters(text, 3));
    expect(scrambled.words[0]?.confidence).toBeGreaterThan(0.3);
    expect(textOf(scrambled)).toContain('Delivery 9 of oak boards');
  });
});
