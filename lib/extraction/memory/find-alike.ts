/** A document known by its sketch. */
export type Sketched = { id: string; sketch: Uint32Array };

/** Marks of the lowest bits of hashes: most hashes that are not in a sketch are told from it by these alone. */
const LOW_BITS = 0xffff;

/** The known documents most like a sketch, the likest first; `likeness` is 0 to 1. */
export function findAlike(sketch: Uint32Array, known: readonly Sketched[], most = 5): { id: string; likeness: number }[] {
  const hashes = new Set(sketch);
  const marks = new Uint8Array(LOW_BITS + 1);
  for (const hash of sketch) marks[hash & LOW_BITS] = 1;
  return known
    .map(({ id, sketch: other }) => ({ id, likeness: likenessOf(hashes, marks, other) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? 1 : -1))
    .slice(0, most);
}

/** Share of the hashes of two sketches that are in both (Jaccard). */
function likenessOf(hashes: ReadonlySet<number>, marks: Uint8Array, other: Uint32Array): number {
  let shared = 0;
  // by index: this runs over the sketches of thousands of documents before an extraction
  for (let at = 0; at < other.length; at++) {
    const hash = other[at] as number;
    if (marks[hash & LOW_BITS] === 1 && hashes.has(hash)) shared++;
  }
  const union = hashes.size + other.length - shared;
  return union ? shared / union : 0;
}
