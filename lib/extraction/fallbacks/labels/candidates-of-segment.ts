import type { ExtractionContext } from '../../scoring/extraction-context.ts';

const known = new WeakMap<ExtractionContext['pool'], ReadonlyMap<number, readonly number[]>>();

/** Candidates that begin in a segment, by place among all; put together for the whole document when first asked for. */
export function candidatesOfSegment({ pool }: ExtractionContext, segment: number): readonly number[] {
  let table = known.get(pool);
  if (!table) {
    const lists = new Map<number, number[]>();
    pool.candidates.forEach((candidate, index) => {
      const list = lists.get(candidate.segment);
      if (list) list.push(index);
      else lists.set(candidate.segment, [index]);
    });
    known.set(pool, lists);
    table = lists;
  }
  return table.get(segment) ?? [];
}
