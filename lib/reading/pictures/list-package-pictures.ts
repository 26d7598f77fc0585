import { openArchive } from '../files/open-archive.ts';
import type { ReadContext, SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';

const PICTURE = /\.(png|jpe?g|jfif|gif|bmp|tiff?|webp)$/i;
/** A small picture of the first page that programs save beside the content. */
const THUMBNAIL = /(^|\/)thumbnails?[/.]/i;

/** Whether a part of a package is a picture of a kind that can be shown, by its name. */
export function isShownPicture(part: string): boolean {
  return PICTURE.test(part);
}

/** A picture of a zipped file by the name of its part; null when it has none such. */
export async function findPackagePicture(file: SourceFile, { limits, signal }: ReadContext, part: string): Promise<Uint8Array | null> {
  const archive = await openArchive(file.path, limits, signal);
  try {
    return isShownPicture(part) && archive.has(part) ? await archive.read(part) : null;
  } finally {
    archive.close();
  }
}

/** Pictures of a zipped Office, OpenDocument or e-book file by their numbers; its thumbnail when it has no other. */
export async function listPackagePictures(file: SourceFile, { limits, signal }: ReadContext): Promise<Uint8Array[]> {
  const archive = await openArchive(file.path, limits, signal);
  try {
    const names = archive.names.filter((name) => PICTURE.test(name));
    const own = names.filter((name) => !THUMBNAIL.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const pictures: Uint8Array[] = [];
    for (const name of (own.length > 0 ? own : names).slice(0, limits.maxPages)) {
      try {
        pictures.push(await archive.read(name));
      } catch (cause) {
        if (!(cause instanceof ReadError) || cause.code !== 'damaged_file') throw cause;
      }
    }
    return pictures;
  } finally {
    archive.close();
  }
}
