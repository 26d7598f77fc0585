import CFB from 'cfb';
import { ReadError } from '../model/read-error.ts';
import { requireSoundChains } from './require-sound-chains.ts';
import { salvageCompound } from './salvage-compound.ts';

/** An OLE compound file: folders and streams in one file. */
export type Compound = CFB.CFB$Container;

/** Opens an OLE compound file that is whole. Throws `Error`. */
export function parseCompound(bytes: Buffer): Compound {
  requireSoundChains(bytes);
  return CFB.read(bytes, { type: 'buffer' });
}

/** Opens an OLE compound file. Throws `ReadError` `damaged_file` when nothing can be reached. */
export function openCompound(bytes: Buffer): Compound {
  return openCompoundOrSalvage(bytes).container;
}

/** Opens an OLE compound file; of one with broken tables, what can still be reached. Throws `ReadError` `damaged_file`. */
export function openCompoundOrSalvage(bytes: Buffer): { container: Compound; salvaged: boolean } {
  try {
    return { container: parseCompound(bytes), salvaged: false };
  } catch (cause) {
    const streams = salvageCompound(bytes);
    if (streams.length > 0) return { container: containerOf(streams), salvaged: true };
    throw new ReadError('damaged_file', 'This Office file is damaged and cannot be opened. Save the file again, then retry.', { cause });
  }
}

/** A compound file as bytes. */
export function toBytes(container: Compound): Uint8Array {
  return CFB.write(container, { type: 'buffer' }) as Uint8Array;
}

function containerOf(streams: ReturnType<typeof salvageCompound>): Compound {
  const container = CFB.utils.cfb_new();
  for (const { name, bytes } of streams) CFB.utils.cfb_add(container, `/${name}`, bytes);
  return container;
}

function indexOfStream(container: Compound, name: string): number {
  const wanted = name.toLowerCase();
  return container.FullPaths.findIndex((each) => {
    const parts = each.split('/');
    return parts.length === 2 && parts[1]?.toLowerCase() === wanted;
  });
}

/** A stream of the root of a compound file by name, whatever its case; null when missing. */
export function findStream(container: Compound, name: string): Buffer | null {
  const content = container.FileIndex[indexOfStream(container, name)]?.content;
  return content ? Buffer.from(content as Uint8Array) : null;
}

/** Puts other bytes in the place of a stream of the root; nothing happens when it is missing. */
export function replaceStream(container: Compound, name: string, bytes: Buffer): void {
  const entry = container.FileIndex[indexOfStream(container, name)];
  if (!entry) return;
  entry.content = bytes;
  entry.size = bytes.length;
}
