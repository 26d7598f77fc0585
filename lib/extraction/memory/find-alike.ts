/** A document known by its sketch. */
export type Sketched = { id: string; sketch: Uint32Array };

/** The known documents most like a sketch, the likest first; `likeness` is 0 to 1. */
export function findAlike(sketch: Uint32Array, known: readonly Sketched[], most = 5): { id: string; likeness: number }[] {
  return known
    .map(({ id, sketch: other }) => ({ id, likeness: likenessOf(sketch, other) }))
    .filter(({ likeness }) => likeness > 0)
    .sort((a, b) => b.likeness - a.likeness || (a.id < b.id ? 1 : -1))
    .slice(0, most);
}

function likenessOf(a: Uint32Array, b: Uint32Array): number {
  let shared = 0;
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const [left = 0, right = 0] = [a[i], b[j]];
    if (left === right) shared++;
    if (left <= right) i++;
    if (right <= left) j++;
  }
  const union = a.length + b.length - shared;
  return union ? shared / union : 0;
}
