import type { SourceFile } from '../model/adapter.ts';
import { ReadError } from '../model/read-error.ts';

/** New PDFs repeat what all pages of the source share, e.g. fonts; a file whose pages share their pictures repeats everything. */
const TIMES_SOURCE = 4;
const BYTES_BESIDES = 200_000_000;
/** A page of a TIFF of two colours is many times larger as JPEG. */
const BYTES_PER_PICTURE = 4_000_000;

/** How many bytes the new PDFs made of a file's pages may take together. */
export function mostComposedBytes({ size, mediaType }: Pick<SourceFile, 'size' | 'mediaType'>, pageCount: number): number {
  const pictures = mediaType === 'application/pdf' ? 0 : pageCount * BYTES_PER_PICTURE;
  return TIMES_SOURCE * size + BYTES_BESIDES + pictures;
}

/** Passes files on as long as they take at most `mostBytes` together. Throws `too_large_to_read` before one that is too much. */
export async function* limitComposed(files: AsyncIterable<Uint8Array>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const file of files) {
    bytes += file.byteLength;
    if (bytes > mostBytes) {
      throw new ReadError(
        'too_large_to_read',
        `The pages of this file share so much that its parts would take more than ${Math.round(mostBytes / 1_000_000)} MB together. Split it into fewer parts, or save it again as a smaller PDF first.`,
      );
    }
    yield file;
  }
}
