import type { MergedRow } from '#lib/contract/desk/review.ts';
import type { Evidence } from '#lib/contract/service/extraction.ts';
import { unionAll } from '../geometry/box.ts';

/** Where a whole row stands: all its evidence on the page of the first; null when it stands nowhere. */
export function evidenceOfRow(row: Pick<MergedRow, 'cells'> | undefined): Evidence | null {
  const all = Object.values(row?.cells ?? {}).flatMap(({ evidence }) => evidence);
  const first = all.find(({ box }) => box !== null);
  if (!first) return null;
  const boxes = all.flatMap(({ page, box }) => (page === first.page && box ? [box] : []));
  return { page: first.page, box: unionAll(boxes), text: '' };
}
