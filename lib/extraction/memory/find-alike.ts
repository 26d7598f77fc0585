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

/** Known documents that are looked at for one page of a stack. */
const MOST_OF_PAGE = 2;
/** From this likeness on they are looked at, well below that of one layout. Training chooses them in the same way. */
const LEAST_LIKENESS = 0.3;

/** Bits of hashes by which most of those that no page has are told from the others. */
const PAGE_BITS = 0x3ffff;
/**
 * Smallest hashes of a known document that are looked up: a random sample of all its hashes. Of a document as alike as it must be at least,
 * a page has 19 of them on average, and fewer than 8 in one of a thousand cases.
 */
const [SAMPLE, LEAST_SHARE] = [64, 8 / 64];
/** For each page, so many documents with the most hashes of their samples on it are compared in full. */
const MOST_COMPARED = 20;

/** A search for the known documents whose first pages are most like the pages of a stack. */
export type BeginningSearch = {
  /** Looks at one more known document. */
  look: (known: Sketched) => void;
  /** The documents found so far, the two likest of each page, and the likeness of each to its page. */
  found: () => Map<string, number>;
};

/**
 * Searches for all pages at once: a hash of a known document is looked up once, not once for each page, and only few pairs are compared in
 * full.
 */
export function searchBeginnings(pages: readonly Uint32Array[]): BeginningSearch {
  const { marks, having } = indexPages(pages);
  const shared = new Uint16Array(pages.length);
  const candidates = pages.map((): { known: Sketched; share: number }[] => []);
  /** For each page, the share from which on a document is a candidate. */
  const least = new Float32Array(pages.length).fill(LEAST_SHARE);
  return {
    look(known) {
      const { sketch } = known;
      shared.fill(0);
      const sample = Math.min(SAMPLE, sketch.length);
      // by index: this runs over the sketches of thousands of documents
      for (let at = 0; at < sample; at++) {
        const hash = sketch[at] as number;
        if (marks[hash & PAGE_BITS] === 1) for (const page of having.get(hash) ?? []) shared[page]!++;
      }
      for (let at = 0; at < pages.length; at++) {
        const share = (shared[at] as number) / sample;
        if (!(share >= (least[at] as number))) continue;
        const its = candidates[at]!;
        its.push({ known, share });
        if (its.length <= MOST_COMPARED) continue;
        its.sort((a, b) => b.share - a.share).pop();
        // of equals the first one stays: the newest
        least[at] = its.at(-1)!.share + 1e-6;
      }
    },
    found() {
      const likest = new Map<string, number>();
      for (const [at, page] of pages.entries()) {
        const its = candidates[at]!.map(({ known: { id, sketch } }) => ({ id, likeness: likenessBetween(page, sketch) }));
        const best = its.filter(({ likeness }) => likeness >= LEAST_LIKENESS).sort((a, b) => b.likeness - a.likeness);
        for (const { id, likeness } of best.slice(0, MOST_OF_PAGE)) likest.set(id, Math.max(likeness, likest.get(id) ?? 0));
      }
      return likest;
    },
  };
}

/** Which pages have a hash, and marks by which most hashes that none has are told. */
function indexPages(pages: readonly Uint32Array[]): { marks: Uint8Array; having: Map<number, number[]> } {
  const marks = new Uint8Array(PAGE_BITS + 1);
  const having = new Map<number, number[]>();
  for (const [at, page] of pages.entries())
    for (const hash of page) {
      marks[hash & PAGE_BITS] = 1;
      const its = having.get(hash);
      if (its) its.push(at);
      else having.set(hash, [at]);
    }
  return { marks, having };
}

/** The likeness of two sketches; for many with the same one, `compareWith` is faster. */
function likenessBetween(a: Uint32Array, b: Uint32Array): number {
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
