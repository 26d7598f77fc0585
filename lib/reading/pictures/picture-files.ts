import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '#lib/contract/service/reading.ts';
import { makeTemporaryFolder } from '../files/temporary-folder.ts';
import type { FormatAdapter, ReadContext, SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';
import { sniff } from '../sniffing/sniff.ts';
import { isScan, mayHoldText } from './is-scan.ts';

/** A picture inside a file, of a kind that can be shown. */
export type Picture = { bytes: Uint8Array; mediaType: string };

/** Bullets and lines are no pages. Pixels. */
const LEAST_SIDE = 48;

/** What is looked at of all pictures of one document; decoding costs up to a second for ten million pixels. */
const MOST_LOOKED_AT = 1000;
const MOST_PIXELS = 600_000_000;

/**
 * Those pictures that can be decoded and are large enough to hold a text, in their order.
 * @param which `scans`: only those that look like pages of text; `most`: no more than so many
 * @returns the pictures, and whether some were not looked at because the document has too many
 */
export async function usablePictures(
  given: readonly Uint8Array[],
  context: ReadContext,
  { scans = false, most = context.limits.maxPages }: { scans?: boolean; most?: number } = {},
): Promise<{ pictures: Picture[]; cut: boolean }> {
  const pictures: Picture[] = [];
  let room = MOST_PIXELS;
  let looked = 0;
  for (const bytes of given) {
    if (pictures.length >= most) break;
    const size = await sizeOfPicture(bytes, context);
    if (!size || (scans && !mayHoldText(size))) continue;
    room -= size.width * size.height;
    looked += 1;
    if (looked > MOST_LOOKED_AT || room < 0) return { pictures, cut: true };
    if (scans && !(await isScan(bytes, size).catch(() => false))) continue;
    const picture = await decodable(bytes, context);
    if (picture) pictures.push(picture);
  }
  return { pictures, cut: false };
}

/** The picture, or null when it is damaged, tiny, too large, or of a kind that cannot be shown. */
export async function usablePicture(bytes: Uint8Array, context: ReadContext, leastSide = LEAST_SIDE): Promise<Picture | null> {
  return (await sizeOfPicture(bytes, context, leastSide)) && decodable(bytes, context);
}

/** Width and height in pixels by what the file says; null for what cannot be shown. */
export async function sizeOfPicture(
  bytes: Uint8Array,
  { limits, signal }: ReadContext,
  leastSide = LEAST_SIDE,
): Promise<{ width: number; height: number } | null> {
  signal.throwIfAborted();
  const { default: sharp } = await import('sharp');
  try {
    const { width, height, channels } = await sharp(bytes, { limitInputPixels: limits.maxPixels }).metadata();
    return Math.min(width, height) < leastSide || width * height > limits.maxPixels || !channels ? null : { width, height };
  } catch {
    return null;
  }
}

/** The picture when all of it can be decoded: reading ends at the first damaged page, so damage has to be found before. */
async function decodable(bytes: Uint8Array, { limits }: ReadContext): Promise<Picture | null> {
  const { default: sharp } = await import('sharp');
  try {
    await sharp(bytes, { failOn: 'error', limitInputPixels: limits.maxPixels }).stats();
    return { bytes, mediaType: await withFile({ bytes, mediaType: '' }, ({ path: at }) => sniff(at, '')) };
  } catch {
    return null;
  }
}

/** The page that a picture is, recognised. */
export function readPicture(images: FormatAdapter, picture: Picture, context: ReadContext): Promise<Page> {
  return withFile(picture, async (source) => {
    const one = { ...context, limits: { ...context.limits, maxPages: 1 } };
    for await (const event of images.read(source, one)) if (event.type === 'page') return event.page;
    throw new ReadError('damaged_file', 'A picture of this file is damaged. Save it again and try again.');
  });
}

/** Puts a picture into a file for as long as it is used. */
export async function withFile<T>({ bytes, mediaType }: Picture, use: (source: SourceFile) => Promise<T>): Promise<T> {
  const folder = await makeTemporaryFolder('picture');
  try {
    const target = path.join(folder, 'picture');
    await writeFile(target, bytes);
    return await use({ path: target, name: '', size: bytes.byteLength, mediaType });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
