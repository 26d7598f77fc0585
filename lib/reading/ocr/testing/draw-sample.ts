import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { drawPage } from '../../formats/pdf/pdfium/draw-page.ts';
import { openDocument } from '../../formats/pdf/pdfium/open-document.ts';
import type { Raster } from '../../model/adapter.ts';
import { makePdf } from '../../testing/make-pdf.ts';

/** Draws an A4 page (points, origin top left) `width` pixels wide; needs no fonts on the machine. */
export async function drawSample(draw: (page: PDFKit.PDFDocument) => void, width = 1240): Promise<Raster> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'sample-'));
  try {
    const document = await openDocument(await makePdf(path.join(folder, 'sample.pdf'), draw));
    try {
      return drawPage(document, 1, { width, maxPixels: 50_000_000 });
    } finally {
      document.close();
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Turns a raster clockwise by any angle on white, as a scanner does with a page laid in askew. */
export async function turnSample({ pixels, width, height }: Raster, degrees: number): Promise<Raster> {
  const { data, info } = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .rotate(degrees, { background: 'white' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

/** Makes a raster as poor as a bad photocopy: blurred, grainy (always the same grain), compressed. */
export async function wearSample({ pixels, width, height }: Raster): Promise<Raster> {
  let seed = 7;
  const grain = Buffer.alloc(width * height);
  for (let index = 0; index < grain.length; index++) {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    grain[index] = 118 + ((seed >> 16) % 20);
  }
  const grey = await sharp(pixels, { raw: { width, height, channels: 4 } })
    .blur(0.8)
    .composite([{ input: grain, raw: { width, height, channels: 1 }, blend: 'soft-light' }])
    .grayscale()
    .jpeg({ quality: 55 })
    .toBuffer();
  const { data, info } = await sharp(grey).toColourspace('srgb').ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}
