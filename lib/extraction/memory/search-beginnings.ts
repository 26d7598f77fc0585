import { likenessBetween, type Sketched } from './find-alike.ts';

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
  /** The documents found so far by their ids: the two likest of each page, and the likeness of each to its page. */
  found: () => Map<string, { likeness: number; sketch: Uint32Array }>;
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
      const likest = new Map<string, { likeness: number; sketch: Uint32Array }>();
      for (const [at, page] of pages.entries()) {
        const its = candidates[at]!.map(({ known: { id, sketch } }) => ({ id, sketch, likeness: likenessBetween(page, sketch) }));
        const best = its.filter(({ likeness }) => likeness >= LEAST_LIKENESS).sort((a, b) => b.likeness - a.likeness);
        for (const { id, sketch, likeness } of best.slice(0, MOST_OF_PAGE))
          likest.set(id, { sketch, likeness: Math.max(likeness, likest.get(id)?.likeness ?? 0) });
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
