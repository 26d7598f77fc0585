import type { ExtractedRow } from '#lib/contract/service/extraction.ts';
import type { ExtractionContext } from '../../scoring/extraction-context.ts';
import type { FieldProfile } from '../../terms/field-profile.ts';
import type { Column } from '../layout/column.ts';
import type { RawCell, RawRow } from '../layout/raw-row.ts';
import { isPrintedBeside } from './carried-sums.ts';

/** Confidence of a printed cell under a heading that names it fully, and of one in a list without headings. */
const NAMED = 0.95;
const UNNAMED = 0.86;
/** Share of the confidence that does not hang on how surely the words were recognised: one wrong letter spoils a text. */
const KEPT = { text: 0.2, figure: 0.75 };
/** Share of the doubt that is left when the rows add up to a sum that the document prints. */
const LEFT = 0.5;
const SUMMED = 0.97;
/** Confidence of a day at most whose year is not printed with it, whatever the sums of its rows say. */
export const COMPLETED = 0.7;

/** How sure a cell is by its heading, by how plainly it stands under it, and by how surely its words were recognised; 0 to 1. */
export function cellConfidence(
  context: ExtractionContext,
  cell: RawCell,
  title: Column | undefined,
  profile: FieldProfile | undefined,
): number {
  const isText = profile?.field.type === 'string';
  const named = title ? NAMED - 0.08 * (1 - title.score) : UNNAMED;
  const placed = named * (0.85 + 0.15 * cell.certainty) * (isText ? 0.97 : 1);
  if (!context.view.recognised) return placed;
  const kept = isText ? KEPT.text : KEPT.figure;
  return placed * (kept + (1 - kept) * recognition(context, cell));
}

/** How surely the words of a cell were recognised as a whole: the surer the fewer there are. */
function recognition(context: ExtractionContext, cell: RawCell): number {
  let product = 1;
  for (const [start, end] of cell.ranges)
    for (let token = start; token < end; token++) product *= Math.min(1, context.view.tokens[token]?.confidence ?? 1);
  return product;
}

/** Rows whose totals add up to an amount that stands elsewhere in the document are surer: no row is missing and none is too many. */
export function trustSums(
  context: ExtractionContext,
  rows: readonly RawRow[],
  built: ExtractedRow[],
  profiles: readonly FieldProfile[],
): ExtractedRow[] {
  const name = profiles.find(({ concepts }) => concepts[0]?.id === 'line_total')?.field.name ?? '';
  const totals = built.map((row) => row[name]?.value);
  if (built.length < 2 || !totals.every((value) => typeof value === 'number')) return built;
  const sum = totals.reduce<number>((all, value) => all + (value as number), 0);
  if (!isPrintedBeside(context, rows, sum)) return built;
  const days = new Set(profiles.flatMap(({ field }) => (field.type === 'date' ? [field.name] : [])));
  return built.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([key, cell]) => {
        if (cell.value === null || (days.has(key) && cell.confidence <= COMPLETED)) return [key, cell];
        const lifted = 1 - LEFT * (1 - cell.confidence);
        const spelled = typeof cell.value === 'string' && context.view.recognised ? cell.confidence : lifted;
        return [key, { ...cell, confidence: key === name ? Math.max(SUMMED, lifted) : spelled }];
      }),
    ),
  );
}
