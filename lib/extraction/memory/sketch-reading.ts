import type { Reading } from '#lib/contract/service/reading.ts';
import { foldText } from '#lib/document/values/fold-text.ts';

/** Most hashes of a sketch; pages with fewer words than that are kept whole. */
const MOST = 400;

/**
 * A short description of what a document looks like, to find others of its layout by: the smallest hashes of its words (bottom-k
 * sketch, Broder 1997), ascending.
 */
export function sketchReading(reading: Reading): Uint32Array {
  const hashes = new Set<number>();
  for (const page of reading.pages) for (const { text } of page.words) hashes.add(hashOf(foldText(text)));
  return Uint32Array.from([...hashes].sort((a, b) => a - b).slice(0, MOST));
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
