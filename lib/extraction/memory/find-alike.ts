import { SKETCH_SIZE } from './sketch-reading.ts';

/** A document known by its sketch. */
export type Sketched = { id: string; sketch: Uint32Array };

/** Marks of the lowest bits of hashes: most hashes that are not in a sketch are told from it by these alone. */
const LOW_BITS = 0xffff;

/**
 * Likeness from which two documents count as one layout. On documents held out, what memory proposes by itself is right in about nine of
 * ten cases from there on.
 */
export const LAYOUT_LIKENESS = 0.45;

/** The known documents most like a sketch, the likest first; `likeness` is 0 to 1. */
export function findAlike(sketch: Uint32Array, known: readonly Sketched[], most = 5): { id: string; likeness: number }[] {
  const compare = compareWith(sketch);
  return known
    .map(({ id, sketch: other }) => ({ id, likeness: compare(other) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? 1 : -1))
    .slice(0, most);
}

/** The likeness of two sketches; for many with the same one, `compareWith` is faster. */
export function likenessBetween(a: Uint32Array, b: Uint32Array): number {
  const limit = Math.min(reachOf(a), reachOf(b));
  const [countA, countB] = [countUpTo(a, limit), countUpTo(b, limit)];
  let [shared, at, other] = [0, 0, 0];
  while (at < countA && other < countB) {
    const difference = (a[at] as number) - (b[other] as number);
    if (difference === 0) shared++;
    if (difference <= 0) at++;
    if (difference >= 0) other++;
  }
  const union = countA + countB - shared;
  return union ? shared / union : 0;
}

/** Compares other sketches with this one: their likeness, 0 to 1. */
export function compareWith(sketch: Uint32Array): (other: Uint32Array) => number {
  const hashes = new Set(sketch);
  const marks = new Uint8Array(LOW_BITS + 1);
  for (const hash of sketch) marks[hash & LOW_BITS] = 1;
  return (other) => likenessOf(sketch, hashes, marks, other);
}

/**
 * Share of the hashes of two documents that both have (Jaccard), as their sketches tell: of two bottom-k sketches only the hashes below
 * the largest one of the fuller sketch are comparable (Beyer et al. 2007).
 */
function likenessOf(sketch: Uint32Array, hashes: ReadonlySet<number>, marks: Uint8Array, other: Uint32Array): number {
  const limit = Math.min(reachOf(sketch), reachOf(other));
  let [shared, at] = [0, 0];
  // by index: this runs over the sketches of thousands of documents before an extraction
  for (; at < other.length; at++) {
    const hash = other[at] as number;
    if (hash > limit) break;
    if (marks[hash & LOW_BITS] === 1 && hashes.has(hash)) shared++;
  }
  const union = countUpTo(sketch, limit) + at - shared;
  return union ? shared / union : 0;
}

/** The hash up to which a sketch is complete. */
function reachOf(sketch: Uint32Array): number {
  return sketch.length < SKETCH_SIZE ? 0xffffffff : (sketch.at(-1) ?? 0);
}

/** How many hashes of a sketch, which ascend, are not above a limit. */
function countUpTo(sketch: Uint32Array, limit: number): number {
  let [low, high] = [0, sketch.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sketch[middle] as number) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
