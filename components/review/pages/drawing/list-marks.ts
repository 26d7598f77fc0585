import type { DeskDocumentDetail } from '#lib/contract/desk/desk-document.ts';
import type { Box } from '#lib/contract/service/box.ts';
import { sheetPlace } from '#lib/document/geometry/cell-address.ts';
import { listTargets } from '../../session/list-targets.ts';

/** A value's place on a page. */
export type Mark = { pointer: string; box: Box; words: readonly number[] | undefined; label: string; flagged: boolean };

/** The places of all values, by page number. */
export function listMarks(detail: DeskDocumentDetail): ReadonlyMap<number, readonly Mark[]> {
  // Once somebody has decided, no flag asks for anything.
  const flagged = new Set(detail.approval || detail.rejection ? [] : detail.flags.map((flag) => flag.pointer));
  const pages = new Map<number, Mark[]>();
  for (const { pointer, merged, field, row } of listTargets(detail)) {
    for (const evidence of merged.evidence) {
      const { page, box, words } = evidence;
      if (!box) continue;
      const cell = sheetPlace(evidence);
      const label = `${field.label || field.name}${row === null ? '' : `, row ${row + 1}`}${cell === null ? '' : `, ${cell}`}`;
      const mark = { pointer, box, words, label, flagged: flagged.has(pointer) };
      const known = pages.get(page);
      if (known) known.push(mark);
      else pages.set(page, [mark]);
    }
  }
  return pages;
}
