import type { Raster } from '../../model/adapter.ts';
import { ReadError } from '../../model/read-error.ts';

/**
 * Decodes the first picture of an HEIC file, turned as the file asks.
 * @throws ReadError `too_large_to_read`, `damaged_file`, or `unsupported_media_type` when the optional decoder is not installed.
 */
export async function readHeic(bytes: Uint8Array, maxPixels: number): Promise<Raster> {
  const decoder = await import('heic-decode').catch((cause) => {
    throw new ReadError(
      'unsupported_media_type',
      'HEIC pictures cannot be read in this installation. Save the picture as JPEG and add it again.',
      { cause },
    );
  });
  const images = await decoder.default.all({ buffer: bytes }).catch((cause) => {
    throw damaged(cause);
  });
  try {
    const first = images[0];
    if (first === undefined) throw damaged();
    if (first.width * first.height > maxPixels) {
      throw new ReadError(
        'too_large_to_read',
        `This picture has ${first.width} × ${first.height} pixels, more than the limit. Make it smaller and add it again.`,
      );
    }
    const { data, width, height } = await first.decode().catch((cause) => {
      throw damaged(cause);
    });
    return { pixels: new Uint8Array(data.buffer, data.byteOffset, data.byteLength), width, height };
  } finally {
    images.dispose();
  }
}

const damaged = (cause?: unknown) =>
  new ReadError('damaged_file', 'This HEIC picture is damaged or incomplete. Get another copy and add it again.', { cause });
