import { readFile, stat } from 'node:fs/promises';
import yauzl, { type ZipFile } from 'yauzl';

const OPTIONS = { lazyEntries: true, autoClose: false, validateEntrySizes: true } as const;
const END_SIGNATURE = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const END_LENGTH = 22;
/** Larger files are not loaded to mend their end. */
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * The archive up to its end record, with the comment dropped: some programs write a wrong comment length or append bytes,
 * which strict readers refuse. Null when there is no end record.
 */
function mended(bytes: Buffer): Buffer | null {
  const at = bytes.lastIndexOf(END_SIGNATURE);
  if (at < 0 || at + END_LENGTH > bytes.length) return null;
  const copy = Buffer.from(bytes.subarray(0, at + END_LENGTH));
  copy.writeUInt16LE(0, at + 20);
  return copy;
}

/** Opens a zip file on disk or in memory; one with a spoilt comment is mended in memory. Throws what yauzl throws. */
export async function openZip(source: string | Uint8Array): Promise<ZipFile> {
  try {
    if (typeof source === 'string') return await yauzl.openPromise(source, OPTIONS);
    return await yauzl.fromBufferPromise(Buffer.from(source.buffer, source.byteOffset, source.byteLength), OPTIONS);
  } catch (cause) {
    if (typeof source === 'string' && (await stat(source)).size > MOST_BYTES) throw cause;
    const bytes = typeof source === 'string' ? await readFile(source) : Buffer.from(source);
    const copy = mended(bytes);
    if (!copy) throw cause;
    return yauzl.fromBufferPromise(copy, OPTIONS);
  }
}
