import type { TableLesson } from '#lib/contract/service/lesson.ts';
import type { HeadingPart } from '../rows/headings/part-heading.ts';
import { figures, stackHeadings } from '../rows/headings/stack-headings.ts';
import { keyOfHeading } from '../rows/headings/taught-heading.ts';
import type { Band } from '../rows/layout/bands.ts';
import type { ExtractionContext } from '../scoring/extraction-context.ts';
import type { FieldProfile } from '../terms/field-profile.ts';
import type { LabelIndex } from '../terms/label-index.ts';
import { textOfTokens } from '../view/document-view.ts';
import type { FoundCells, Place } from './find-cells.ts';

/** Lines over the first row among which the headings are looked for, and lines that a head has at most. */
const REACH = 8;
const MOST_LINES = 4;
/** As where headings are found by their words: see `findHeader`. */
const APART = 0.9;
const FIGURE_SHARE = 0.34;
const DEPTH = 40;
/** Columns that headings must tell apart to be some: any line stands over one. */
const LEAST_NAMED = 2;
/** Headings that are kept. */
const MOST_HEADINGS = 30;
/** Share of its values that stand under a heading for a column to be the one under it, and up to which none is. */
const [MOST, HARDLY] = [0.6, 0.2];

/** How far a print may stand from its heading, in ems: as cells do in `readBand`. */
const FAR = 7;

type Assigned = { headings: TableLesson['headings']; named: number };

/**
 * Which column stands under which heading, by where the approved cells stand: under the headings over the first row that tell most columns
 * apart, the nearest of such, at least two, and on no line that a row stands on. A column whose values stand under two headings alike has the one
 * that names it better, else none; so do headings that are printed twice. That nothing asked for stands under a heading is only said where
 * something does, and all columns that may have values were found.
 */
export function findHeadings(
  context: ExtractionContext,
  { bands, rows, isEmpty, taken }: FoundCells,
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): TableLesson['headings'] {
  const first = Math.min(...rows.map(({ band }) => band));
  const page = bands[first]?.page;
  if (page === undefined) return [];
  let best: (Assigned & { far: number }) | null = null;
  for (let last = first - 1; last >= Math.max(0, first - REACH); last--) {
    for (let from = last; from > last - MOST_LINES && from >= 0; from--) {
      const head = bands.slice(from, last + 1);
      if (taken.has(from) || !isHead(context, head, page)) break;
      const below = bands.slice(last + 1, last + 1 + DEPTH).filter((band) => band.page === page);
      const parts = stackHeadings(context.view, head, below, labels, profiles);
      if (!parts) continue;
      const found = assign(context, parts, { rows, isEmpty, isOver: overPrint(parts, below) }, labels, profiles);
      const far = first - from;
      const isBetter = found.named > (best?.named ?? 0) || (found.named === best?.named && far < best.far);
      if (isBetter && found.named >= LEAST_NAMED) best = { ...found, far };
    }
  }
  return best?.headings ?? [];
}

function isHead(context: ExtractionContext, head: readonly Band[], page: number): boolean {
  return head.every((band, at) => {
    const next = head[at + 1];
    return band.page === page && figures(context.view, band) <= FIGURE_SHARE && (!next || next.top - band.bottom <= APART);
  });
}

function assign(
  context: ExtractionContext,
  parts: readonly HeadingPart[],
  { rows, isEmpty, isOver }: Pick<FoundCells, 'rows' | 'isEmpty'> & { isOver: readonly boolean[] },
  labels: LabelIndex,
  profiles: readonly FieldProfile[],
): Assigned {
  const keys = parts.map(({ ranges }) => keyOfHeading(ranges.map(([start, end]) => textOfTokens(context.view, start, end)).join(' ')));
  const filled = profiles.map(() => 0);
  const counts = parts.map(() => profiles.map(() => 0));
  for (const { places } of rows)
    places.forEach((all, field) => {
      if (all.length === 0) return;
      filled[field] = (filled[field] ?? 0) + 1;
      for (const part of new Set(all.map((place) => partOver(parts, place)))) {
        const own = counts[part];
        if (own) own[field] = (own[field] ?? 0) + 1;
      }
    });
  const names = parts.map(({ ranges }) => labels.compare(ranges));
  const columnOf = parts.map((): number | null => null);
  const open = new Set(profiles.flatMap((_, field) => ((filled[field] ?? 0) > 0 ? [field] : [])));
  for (let changed = true; changed; ) {
    changed = false;
    const claims = [...open].map((field) => ({ field, part: bestPart(field, columnOf, counts, filled, names) }));
    for (const { field, part } of claims) {
      if (part < 0 || claims.some((other) => other.field !== field && other.part === part)) continue;
      columnOf[part] = field;
      open.delete(field);
      changed = true;
    }
  }
  const isAllFound = profiles.every((_, field) => isEmpty[field] || columnOf.includes(field));
  const headings = keys.flatMap((text, part) => {
    if (!text || keys.indexOf(text) !== keys.lastIndexOf(text)) return [];
    const field = columnOf[part] ?? null;
    if (field !== null) return [{ text, column: profiles[field]?.field.name ?? null }];
    const isFree = (counts[part] ?? []).every((count) => count <= HARDLY * rows.length);
    return isAllFound && isFree && isOver[part] ? [{ text, column: null }] : [];
  });
  const named = headings.filter(({ column }) => column !== null).length;
  return { headings: headings.slice(0, MOST_HEADINGS), named };
}

/** By heading, whether anything stands under it. */
function overPrint(parts: readonly HeadingPart[], below: readonly Band[]): boolean[] {
  const over = new Set(below.flatMap(({ segments }) => segments.map((segment) => partOver(parts, segment))));
  return parts.map((_, part) => over.has(part));
}

/** The one part under which most values of a column stand; of several, the one that names it best; -1 for none. */
function bestPart(
  field: number,
  columnOf: readonly (number | null)[],
  counts: readonly (readonly number[])[],
  filled: readonly number[],
  names: readonly (readonly ({ score: number } | undefined)[])[],
): number {
  const worth = counts.map((own, part) => (columnOf[part] === null ? (own[field] ?? 0) : 0));
  const most = Math.max(...worth);
  if (most < MOST * (filled[field] ?? 0)) return -1;
  const best = worth.flatMap((count, part) => (count === most ? [part] : []));
  const scoreOf = (part: number) => names[part]?.[field]?.score ?? 0;
  const named = best.toSorted((a, b) => scoreOf(b) - scoreOf(a));
  const [one, other] = named;
  if (one === undefined) return -1;
  return other === undefined || scoreOf(one) > scoreOf(other) ? one : -1;
}

/** The heading that a print stands under: of those over it the one whose edges are nearest, else the nearest; -1 far from any. */
function partOver(parts: readonly HeadingPart[], { left, right }: Pick<Place, 'left' | 'right'>): number {
  let best = { part: -1, cost: FAR };
  parts.forEach((part, at) => {
    const overlap = Math.min(part.right, right) - Math.max(part.left, left);
    const middles = Math.abs(part.left + part.right - left - right) / 2;
    const edges = Math.min(Math.abs(part.left - left), Math.abs(part.right - right), middles);
    const cost = overlap > 0 ? 0.5 * edges : edges + 0.5;
    if (cost < best.cost) best = { part: at, cost };
  });
  return best.part;
}
