import type { Box } from '#lib/contract/service/box.ts';
import { heightOf, union } from '#lib/document/geometry/box.ts';
import type { PlacedWord } from './table-grid.ts';

/** Words of one line that stand close together. */
export type Chunk = { words: PlacedWord[]; box: Box };
/** A visual line cut into chunks, left to right. */
export type ChunkLine = { chunks: Chunk[]; box: Box };

/** A gap of this many line heights starts a new chunk. */
const CHUNK_GAP = 0.5;

/**
 * Cuts the words of a line (any order) into chunks.
 * @param isParted whether a drawn line stands between two boxes
 */
export function cutLine(words: readonly PlacedWord[], isParted: (left: Box, right: Box) => boolean): ChunkLine {
  const chunks: Chunk[] = [];
  let box: Box | null = null;
  for (const word of [...words].sort((a, b) => a.box[0] - b.box[0])) {
    const chunk = chunks.at(-1);
    const last = chunk?.words.at(-1);
    const gap = last ? word.box[0] - last.box[2] : 0;
    const height = last ? Math.max(heightOf(last.box), heightOf(word.box)) : 0;
    if (chunk && last && gap < CHUNK_GAP * height && !isParted(last.box, word.box)) {
      chunk.words.push(word);
      chunk.box = union(chunk.box, word.box);
    } else chunks.push({ words: [word], box: [...word.box] });
    box = box ? union(box, word.box) : [...word.box];
  }
  return { chunks, box: box ?? [0, 0, 0, 0] };
}
