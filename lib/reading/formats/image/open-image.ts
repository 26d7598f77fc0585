import { readFile } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import type { Raster, ReadLimits, SourceFile } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';
import { measureJpeg2000 } from './measure-jpeg-2000.ts';
import { measureBmp, readBmp } from './read-bmp.ts';
import { readHeic } from './read-heic.ts';
import { readJpeg2000 } from './read-jpeg-2000.ts';

/** One page of an image file, turned as it is to be displayed. */
export type ImagePage = {
  /** Pixels as displayed. */
  width: number;
  height: number;
  /** As stated by the file; null when it is silent. */
  dotsPerInch: number | null;
  /** Begins decoding; further steps (extract, resize) may be added before the pixels are taken. */
  decode(): Sharp;
};

export type OpenedImage = { pageCount: number; page(number: number): Promise<ImagePage> };

/** A page may be scanned half as fine as the one before, hardly the third again. */
const FEWEST_LEVELS = 3;
const MOST_LEVELS = 16;
const JPEG_2000 = /^image\/(jp2|jpx|j2c)$/;
const FORMATS = ['png', 'jpeg', 'webp', 'tiff', 'gif', 'heif'];

/**
 * Opens an image file without decoding its pixels (BMP, HEIC and JPEG 2000 are decoded). Pages are counted from 1; only TIFF has more
 * than one, of moving pictures the first frame is the page.
 * @throws ReadError `damaged_file`, `too_large_to_read`, `unsupported_media_type`, `empty_file`.
 */
export async function openImage(file: SourceFile, limits: ReadLimits): Promise<OpenedImage> {
  if (file.size === 0) throw new ReadError('empty_file', 'This file is empty. Add it again.');
  if (file.mediaType === 'image/bmp') {
    const bytes = await readFile(file.path);
    const { width, height, dotsPerInch } = measureBmp(bytes);
    requireSize(width, height, limits);
    return fromRaster(readBmp(bytes), dotsPerInch);
  }
  if (file.mediaType === 'image/heic' || file.mediaType === 'image/heif') {
    return fromRaster(await readHeic(await readFile(file.path), limits.maxPixels), null);
  }
  if (JPEG_2000.test(file.mediaType)) return openJpeg2000(await readFile(file.path), limits);
  const { pages = 1, format } = await describe(file, 0);
  return {
    pageCount: format === 'tiff' && !(await isPyramid(file, pages)) ? pages : 1,
    async page(number) {
      const { autoOrient, density } = await describe(file, number - 1);
      requireSize(autoOrient.width, autoOrient.height, limits);
      return { ...autoOrient, dotsPerInch: density ?? null, decode: () => open(file, number - 1).autoOrient() };
    },
  };
}

async function openJpeg2000(bytes: Buffer, limits: ReadLimits): Promise<OpenedImage> {
  const size = measureJpeg2000(bytes);
  requireSize(size.width, size.height, limits);
  const raster = await readJpeg2000(bytes, size);
  return fromRaster(raster, size.dotsPerInch && (size.dotsPerInch * raster.width) / size.width);
}

/** True when each page is half as large as the one before: one picture in several sizes, for zooming. */
async function isPyramid(file: SourceFile, pages: number): Promise<boolean> {
  if (pages < FEWEST_LEVELS || pages > MOST_LEVELS) return false;
  let larger: { width: number; height: number } | null = null;
  for (let page = 0; page < pages; page++) {
    const level = await describe(file, page);
    if (larger && !(isHalf(level.width, larger.width) && isHalf(level.height, larger.height))) return false;
    larger = level;
  }
  return true;
}

function isHalf(size: number, of: number): boolean {
  return Math.abs(2 * size - of) <= 2;
}

/** The pixels at the end of a pipeline, as RGBA. @throws ReadError `damaged_file`. */
export async function takePixels(pipeline: Sharp): Promise<Raster> {
  const { data, info } = await pipeline
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause) => {
      throw damaged(cause);
    });
  return { pixels: data, width: info.width, height: info.height };
}

function open(file: SourceFile, page: number): Sharp {
  // Warnings are about details such as colour profiles; the size was checked against our own limit.
  return sharp(file.path, { page, failOn: 'error', limitInputPixels: false });
}

async function describe(file: SourceFile, page: number) {
  const metadata = await open(file, page)
    .metadata()
    .catch((cause) => {
      throw damaged(cause);
    });
  if (!FORMATS.includes(metadata.format)) {
    throw new ReadError('unsupported_media_type', 'This kind of picture is not supported. Save it as PNG or JPEG and add it again.');
  }
  return metadata;
}

function fromRaster({ pixels, width, height }: Raster, dotsPerInch: number | null): OpenedImage {
  const decode = () => sharp(pixels, { raw: { width, height, channels: 4 }, limitInputPixels: false });
  return { pageCount: 1, page: async () => ({ width, height, dotsPerInch, decode }) };
}

function requireSize(width: number, height: number, { maxPixels }: ReadLimits): void {
  if (width * height <= maxPixels) return;
  throw new ReadError(
    'too_large_to_read',
    `This picture has ${width} × ${height} pixels; the limit is ${Math.floor(maxPixels / 1e6)} million. Make it smaller and add it again.`,
  );
}

const damaged = (cause: unknown) =>
  new ReadError('damaged_file', 'This picture is damaged or incomplete. Get another copy and add it again.', { cause });
