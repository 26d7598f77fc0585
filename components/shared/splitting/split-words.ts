import type { PlanDocument } from '#lib/document/splitting/split-plan.ts';

/** `1 page`, `3 pages`. */
export function countPages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`;
}

/** `1 document`, `3 documents`. */
export function countDocuments(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}

/** The pages in words: `page 4`, `pages 1–3`, `pages 3, 1–2, 5–7`. */
export function pageRange(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of numbers) {
    const open = runs.at(-1);
    if (open && open[1] === number - 1) open[1] = number;
    else runs.push([number, number]);
  }
  const words = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return numbers.length === 1 ? `page ${words[0]}` : `pages ${words.join(', ')}`;
}

/** What is said at the head of a document of the plan. */
export function describeDocument({ kept, pages }: PlanDocument): string {
  if (kept.length === 0) return pages.length === 1 ? 'its page is removed' : 'all its pages are removed';
  return pageRange(kept.map(({ number }) => number));
}
