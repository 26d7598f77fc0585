import type { AcceptSplit, PageTurn, SplitProposal } from '#lib/contract/desk/splitting.ts';

/**
 * A page of a file as it is to be. A plan is all pages in their new order; a document goes from a page that starts one to
 * the page before the next such. Pages that are dropped keep their place, so that they can be taken back.
 */
export type PlanPage = {
  /** Of the file, from 1: names the page whatever its place. */
  number: number;
  /** Degrees clockwise, on top of how the file shows it. */
  turn: PageTurn;
  isDropped: boolean;
  isStart: boolean;
  /** The schema of the document that starts here; null = its kind is to be found. Kept while the page starts none. */
  schemaId: string | null;
};
export type SplitPlan = readonly PlanPage[];

/** A document of a plan. `first` and `end` are places in the plan, `end` excluded; `kept` are the pages that are not dropped. */
export type PlanDocument = { first: number; end: number; start: PlanPage; pages: PlanPage[]; kept: PlanPage[] };

type Segments = SplitProposal['segments'];

/** The plan that carries out a proposal; without one the file is one document. Pages of no segment (blank ones) are dropped. */
export function planFrom(pageCount: number, segments: Segments): SplitPlan {
  const startOf = new Map(segments.map((segment) => [segment.first_page, segment]));
  const pages: PlanPage[] = [];
  for (let number = 1; number <= pageCount; number++) {
    const segment = startOf.get(number);
    const isOutside = segments.length > 0 && !segments.some(({ first_page, last_page }) => number >= first_page && number <= last_page);
    pages.push({ number, turn: 0, isDropped: isOutside, isStart: segment !== undefined, schemaId: segment?.schema_id ?? null });
  }
  return tidy(pages);
}

/** The documents of a plan, in order. */
export function documentsOf(plan: SplitPlan): PlanDocument[] {
  const documents: PlanDocument[] = [];
  for (const [index, page] of plan.entries()) {
    if (page.isStart || index === 0) documents.push({ first: index, end: index, start: page, pages: [], kept: [] });
    const open = documents.at(-1)!;
    open.end = index + 1;
    open.pages.push(page);
    if (!page.isDropped) open.kept.push(page);
  }
  return documents;
}

/** The plan as it is sent: documents of which every page is dropped are none. */
export function toRequest(plan: SplitPlan): Pick<AcceptSplit, 'documents' | 'dropped'> {
  return {
    documents: documentsOf(plan)
      .filter(({ kept }) => kept.length > 0)
      .map(({ start, kept }) => ({ schema_id: start.schemaId, pages: kept.map(({ number, turn }) => ({ number, turn })) })),
    dropped: plan.filter(({ isDropped }) => isDropped).map(({ number }) => number),
  };
}

/** Sets or takes away the boundary before a page. The first page always starts a document. */
export function toggleStart(plan: SplitPlan, number: number): SplitPlan {
  return change(plan, (page, index) => (page.number === number && index > 0 ? { isStart: !page.isStart } : null));
}

/** Moves the boundary at which a page starts a document so many pages on (or back); it stops at its neighbours. */
export function moveStart(plan: SplitPlan, number: number, by: number): SplitPlan {
  const from = placeOf(plan, number);
  return moveStartTo(plan, number, plan[from + by]?.number ?? number);
}

/** Moves the boundary before one page to before another. */
export function moveStartTo(plan: SplitPlan, number: number, target: number): SplitPlan {
  const from = placeOf(plan, number);
  const to = placeOf(plan, target);
  const start = plan[from];
  if (!start?.isStart || from === 0 || to <= 0 || to === from) return plan;
  const [low, high] = from < to ? [from + 1, to] : [to, from - 1];
  // not over another boundary
  if (plan.slice(low, high + 1).some((page) => page.isStart)) return plan;
  return change(plan, (_page, index) =>
    index === from ? { isStart: false } : index === to ? { isStart: true, schemaId: start.schemaId } : null,
  );
}

/** Turns pages by a quarter or more, clockwise. */
export function turnPages(plan: SplitPlan, numbers: ReadonlySet<number>, by: number): SplitPlan {
  return change(plan, (page) => (numbers.has(page.number) ? { turn: ((((page.turn + by) % 360) + 360) % 360) as PageTurn } : null));
}

/** Drops pages, or takes them back when all of them are dropped. */
export function toggleDropped(plan: SplitPlan, numbers: ReadonlySet<number>): SplitPlan {
  const isDropped = plan.some((page) => numbers.has(page.number) && !page.isDropped);
  return change(plan, (page) => (numbers.has(page.number) ? { isDropped } : null));
}

/** Says of which schema the document is that a page starts. */
export function chooseSchema(plan: SplitPlan, number: number, schemaId: string | null): SplitPlan {
  return change(plan, (page) => (page.number === number ? { schemaId } : null));
}

/** Puts pages, in their present order, before or after another page, into the document of that page. */
export function movePages(plan: SplitPlan, numbers: ReadonlySet<number>, target: number, side: 'before' | 'after'): SplitPlan {
  if (numbers.has(target)) return plan;
  const moved = plan.filter((page) => numbers.has(page.number)).map((page) => ({ ...page, isStart: false }));
  if (moved.length === 0) return plan;
  const rest = documentsOf(plan).flatMap(({ start, pages }) =>
    pages.filter((page) => !numbers.has(page.number)).map((page, index) => asStart(page, start, index === 0)),
  );
  const place = placeOf(rest, target);
  const at = rest[place]!;
  if (side === 'after') return tidy([...rest.slice(0, place + 1), ...moved, ...rest.slice(place + 1)]);
  const [first, ...others] = moved;
  return tidy([...rest.slice(0, place), asStart(first!, at, at.isStart), ...others, { ...at, isStart: false }, ...rest.slice(place + 1)]);
}

/** Moves pages one place on or back among all pages, across boundaries. */
export function shiftPages(plan: SplitPlan, numbers: ReadonlySet<number>, by: 1 | -1): SplitPlan {
  const places = plan.flatMap((page, index) => (numbers.has(page.number) ? [index] : []));
  const edge = by > 0 ? places.at(-1) : places[0];
  const neighbour = edge === undefined ? undefined : plan[edge + by];
  if (edge === undefined || !neighbour) return plan;
  // the first step over a boundary changes the document only
  if (by > 0 && neighbour.isStart) return movePages(plan, numbers, neighbour.number, 'before');
  if (by < 0 && plan[edge]!.isStart) return movePages(plan, numbers, neighbour.number, 'after');
  return movePages(plan, numbers, neighbour.number, by > 0 ? 'after' : 'before');
}

/** Moves a whole document to the place of another. Both are named by the pages that start them. */
export function moveDocument(plan: SplitPlan, number: number, target: number): SplitPlan {
  const documents = documentsOf(plan);
  const from = documents.findIndex(({ start }) => start.number === number);
  const to = documents.findIndex(({ start }) => start.number === target);
  const [moved] = from < 0 || to < 0 ? [] : documents.splice(from, 1);
  if (!moved) return plan;
  documents.splice(to, 0, moved);
  return documents.flatMap(({ start, pages }) => pages.map((page, index) => asStart(page, start, index === 0)));
}

/** Place of a page in the plan; -1 when it is not there. */
export function placeOf(plan: SplitPlan, number: number): number {
  return plan.findIndex((page) => page.number === number);
}

function asStart(page: PlanPage, start: PlanPage, isStart: boolean): PlanPage {
  return isStart ? { ...page, isStart: true, schemaId: start.schemaId } : { ...page, isStart: false };
}

function change(plan: SplitPlan, what: (page: PlanPage, index: number) => Partial<PlanPage> | null): SplitPlan {
  let isChanged = false;
  const changed = plan.map((page, index) => {
    const columns = what(page, index);
    if (columns) isChanged = true;
    return columns ? { ...page, ...columns } : page;
  });
  return isChanged ? tidy(changed) : plan;
}

/** The first page starts a document, whatever happened before. */
function tidy(plan: SplitPlan): SplitPlan {
  return plan.map((page, index) => (index === 0 && !page.isStart ? { ...page, isStart: true } : page));
}
