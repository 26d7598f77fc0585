import { zipSync } from 'fflate';
import type { ReadLimits } from '../adapter.ts';
import { openArchive } from '../archive/open-archive.ts';

/** Parts of a workbook that hold no cells: pictures, drawings, macros, embedded files, printer settings. */
const NOT_CELLS =
  /^\/?(xl\/(media|drawings|embeddings|activex|ctrlprops|printersettings|vbaproject)|docprops\/|pictures\/|thumbnails\/|basic\/|object)/i;

/**
 * Unpacks the parts of a zipped workbook through the gate and packs them again without compression, so that the workbook
 * reader, which has no limits of its own, never inflates anything. Throws `ReadError` as `openArchive` does.
 */
export async function repackWorkbook(path: string, limits: ReadLimits, signal: AbortSignal): Promise<Uint8Array> {
  const archive = await openArchive(path, limits, signal);
  try {
    const parts: Record<string, Uint8Array> = {};
    for (const name of archive.names) {
      if (!NOT_CELLS.test(name) || /\.rels$/i.test(name)) parts[name] = await archive.read(name);
    }
    return zipSync(parts, { level: 0 });
  } finally {
    archive.close();
  }
}
