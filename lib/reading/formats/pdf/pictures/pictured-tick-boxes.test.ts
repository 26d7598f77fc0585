import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '#lib/contract/service/reading.ts';
import { readFile } from '../../../read-file.ts';
import { makePdf } from '../../../testing/make-pdf.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'ticks-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** A picture of 40 by 40 pixels, drawn as SVG. */
const picture = (inner: string) =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">${inner}</svg>`))
    .flatten({ background: '#fff' })
    .png()
    .toBuffer();
const SQUARE = '<rect x="6" y="6" width="28" height="28" fill="none" stroke="#223" stroke-width="2.5"/>';
const CROSS = '<path d="M9 9 L31 31 M31 9 L9 31" stroke="#223" stroke-width="2.5"/>';

/** @param fields how many of the pictures have a field over them that is ticked */
async function readPage(pictures: string[], name: string, fields = 0): Promise<Page> {
  const drawn = await Promise.all(pictures.map(picture));
  const file = await makePdf(path.join(folder, name), (pdf) => {
    pdf.fontSize(11).text('How the course is held', 60, 60, { lineBreak: false });
    for (const [index, bytes] of drawn.entries()) {
      pdf.text(`Way ${index}:`, 60 + index * 120, 100, { lineBreak: false });
      pdf.image(bytes, 110 + index * 120, 97, { width: 16 });
    }
    if (fields > 0) pdf.initForm();
    for (let index = 0; index < fields; index++) pdf.formCheckbox(`way${index}`, 108 + index * 120, 95, 20, 20, { value: true });
  });
  const [page] = (await readFile(file)).pages;
  if (!page) throw new Error('no page');
  return page;
}

test('tick boxes set as small pictures are found with their marks, where they stand', async () => {
  const page = await readPage([SQUARE, SQUARE + CROSS, SQUARE], 'boxes.pdf');
  const ticks = [...page.tick_boxes].sort((a, b) => a.box[0] - b.box[0]);
  expect(ticks.map(({ ticked }) => ticked)).toEqual([false, true, false]);
  const [, second] = ticks;
  const middle = ((second?.box[0] ?? 0) + (second?.box[2] ?? 0)) / 2;
  expect(middle * page.width).toBeCloseTo(238, -1);
});

test('a square set as a picture beneath a field is told once, as the field', async () => {
  const page = await readPage([SQUARE, SQUARE], 'fields.pdf', 1);
  expect(page.form_fields.map(({ kind }) => kind)).toEqual(['checkbox']);
  const ticks = [...page.tick_boxes].sort((a, b) => a.box[0] - b.box[0]);
  expect(ticks.map(({ box: [left] }) => Math.round(left * page.width))).toEqual([108, expect.closeTo(232, -1)]);
});

test('small pictures of something else are no tick boxes', async () => {
  const page = await readPage(
    ['<circle cx="20" cy="20" r="14" fill="#a30"/>', '<path d="M6 20 L20 6 L34 20 L20 34 Z" fill="none" stroke="#223" stroke-width="3"/>'],
    'signs.pdf',
  );
  expect(page.tick_boxes).toEqual([]);
});

test('a page set in very many small pictures is not searched', async () => {
  expect(
    (
      await readPage(
        Array.from({ length: 30 }, () => SQUARE),
        'many.pdf',
      )
    ).tick_boxes,
  ).toEqual([]);
});
