import { zipSync } from 'fflate';
import { openArchive } from '../../../files/open-archive.ts';
import type { ReadLimits } from '../../../model/adapter.ts';
import { ReadError } from '../../../model/read-error.ts';

/** Parts of a workbook that hold no cells: pictures, drawings, macros, embedded files, printer settings. */
const NOT_CELLS =
  /^\/?(xl\/(media|drawings|embeddings|activex|ctrlprops|printersettings|vbaproject)|docprops\/|pictures\/|thumbnails\/|basic\/|object)/i;

/** Parts without which a workbook says nothing; other damaged parts are left out. */
const NEEDED = /workbook\.(xml|bin)$|worksheets\/|sharedstrings|\[content_types\]/i;

/** The workbook packed anew, and its parts by their names. */
export type Repacked = { bytes: Uint8Array; parts: Record<string, Uint8Array> };

/**
 * Unpacks the parts of a zipped workbook through the gate and packs them again without compression, so that the workbook
 * reader, which has no limits of its own, never inflates anything. Throws `ReadError` as `openArchive` does.
 */
export async function repackWorkbook(path: string, limits: ReadLimits, signal: AbortSignal): Promise<Repacked> {
  const archive = await openArchive(path, limits, signal);
  try {
    const parts: Record<string, Uint8Array> = {};
    for (const name of archive.names) {
      if (NOT_CELLS.test(name) && !/\.rels$/i.test(name)) continue;
      try {
        parts[name] = await archive.read(name);
      } catch (cause) {
        if (!(cause instanceof ReadError) || cause.code !== 'damaged_file' || NEEDED.test(name)) throw cause;
      }
    }
    return { bytes: zipSync(parts, { level: 0 }), parts };
  } finally {
    archive.close();
  }
}
