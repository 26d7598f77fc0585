import { loadLabelModel } from '../../labels/load-label-model.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import { LabelMeanings } from '../../scoring/label-meanings.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import { LabelIndex } from '../../terms/label-index.ts';
import { textOfTokens } from '../../view/document-view.ts';
import type { Segment } from '../../view/segments.ts';
import { readCell } from '../cells/read-cell.ts';
import { type Band, bandsOf } from '../layout/bands.ts';

/** A record: values behind the labels of the fields, once each. */
export type LabelledRecord = { page: number; cells: Map<number, [number, number]> };
type Found = { field: number; page: number; line: Band; value: [number, number] };

/** How well a label names a field at least, and how far behind it its value may begin, in ems. */
const NAMED = 0.55;
const REACH = 22;
/** Words of a label at most. */
const LABEL_WORDS = 5;

/**
 * Records that are printed one under the other, each with the same labels before its values ("Flight: … From: … To: …"). A record
 * begins where a label comes again. At least two records, and in each at least two of the fields and half of them; none otherwise.
 */
export function findRecords(context: ExtractionContext, profiles: readonly FieldProfile[]): LabelledRecord[] {
  const labels = new LabelIndex(context.view, profiles);
  const meanings = new LabelMeanings(
    context.view,
    profiles.map(({ field }) => field),
    loadLabelModel(),
  );
  const fieldOf = (start: number, end: number): number => {
    const scores = profiles.map((_, field) =>
      Math.max(labels.match(start, end)[field]?.score ?? 0, 0.9 * (meanings.of([start, end])[field]?.chance ?? 0)),
    );
    const best = scores.indexOf(Math.max(...scores));
    return (scores[best] ?? 0) >= NAMED ? best : -1;
  };
  const found = context.view.pages.flatMap((page) =>
    bandsOf(context.view, page).flatMap((band) => labelsOfLine(context, band, fieldOf, profiles)),
  );
  if (
    found.some((one, at) =>
      found.slice(at + 1, at + 1 + profiles.length).some((other) => other.line === one.line && other.field === one.field),
    )
  )
    return [];
  const records: LabelledRecord[] = [];
  for (const { field, page, value } of found) {
    const open = records.at(-1);
    if (open && !open.cells.has(field)) open.cells.set(field, value);
    else records.push({ page, cells: new Map([[field, value]]) });
  }
  const full = records.filter(({ cells }) => cells.size >= Math.max(2, profiles.length / 2));
  const first = full[0]?.cells.keys().next().value;
  const alike = full.filter(({ cells }) => cells.keys().next().value === first);
  return alike.length >= 2 && alike.length * 2 > records.length ? alike : [];
}

/** The labels of fields on a line with their values: behind the colon, or in the next segment. */
function labelsOfLine(
  context: ExtractionContext,
  line: Band,
  fieldOf: (start: number, end: number) => number,
  profiles: readonly FieldProfile[],
): Found[] {
  const { view } = context;
  return line.segments.flatMap((segment, at): Found[] => {
    const colon = Array.from({ length: segment.end - segment.start }, (_, step) => segment.start + step).find(
      (token) => token < segment.start + LABEL_WORDS && /\p{L}[)\]]?:$/u.test(view.tokens[token]?.text ?? ''),
    );
    const end = colon === undefined ? segment.end : colon + 1;
    if (end - segment.start > LABEL_WORDS) return [];
    const value = end < segment.end ? ([end, segment.end] as [number, number]) : valueBehind(line.segments[at + 1], segment);
    if (!value) return [];
    const field = fieldOf(segment.start, end);
    const profile = profiles[field];
    if (!profile || readCell(profile.field, textOfTokens(view, ...value), context.pool.locale) === null) return [];
    return [{ field, page: line.page, line, value }];
  });
}

function valueBehind(next: Segment | undefined, label: Segment): [number, number] | null {
  return next && next.left - label.right < REACH ? [next.start, next.end] : null;
}
