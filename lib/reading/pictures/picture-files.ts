import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '#lib/contract/reading.ts';
import type { FormatAdapter, ReadContext, SourceFile } from '../adapter.ts';
import { ReadError } from '../read-error.ts';
import { sniff } from '../sniff.ts';
import { makeTemporaryFolder } from '../temporary-folder.ts';

/** A picture inside a file, of a kind that can be shown. */
export type Picture = { bytes: Uint8Array; mediaType: string };

/** Bullets and lines are no pages. Pixels. */
const LEAST_SIDE = 48;

/** Those pictures that can be decoded and are large enough to hold a text. */
export async function usablePictures(given: readonly Uint8Array[], context: ReadContext): Promise<Picture[]> {
  const usable: Picture[] = [];
  for (const bytes of given) {
    const picture = await usablePicture(bytes, context);
    if (picture) usable.push(picture);
  }
  return usable;
}

/** The picture, or null when it is damaged, tiny, too large, or of a kind that cannot be shown. */
export async function usablePicture(bytes: Uint8Array, { limits, signal }: ReadContext): Promise<Picture | null> {
  signal.throwIfAborted();
  const { default: sharp } = await import('sharp');
  try {
    const open = () => sharp(bytes, { failOn: 'error', limitInputPixels: limits.maxPixels });
    const { width, height, channels } = await open().metadata();
    if (Math.min(width, height) < LEAST_SIDE || width * height > limits.maxPixels || !channels) return null;
    // reading ends at the first damaged page, so that damage has to be found before
    await open().stats();
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
    throw new ReadError('damaged_file', 'A picture of this file is damaged. Save it anew and try again.');
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
