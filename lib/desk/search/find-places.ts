import { eq, inArray, sql } from 'drizzle-orm';
import type { FoundPart, FoundPlace } from '#lib/contract/desk/search/found.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { isWithheld } from '../documents/quality-samples/is-withheld.ts';
import { documents } from '../documents/tables.ts';
import { type MarkedRange, markTerms, soughtIn } from './mark-terms.ts';
import { readSearch, type SearchTerm } from './search-terms.ts';
import { searchEntries } from './tables.ts';

/** Milliseconds that one answer is looked through; what is not reached by then says no place. */
const TIME_MS = 150;
/** Documents whose pages are loaded at a time; a text has 200,000 characters at most. */
const TEXTS_AT_ONCE = 10;

/**
 * Where documents were found, by document id: the place that has most of what their names do not have; values before comments before
 * pages. Without those whose names have it all.
 * @param readerId who gets them: values and comments that are withheld from that person are no places
 */
export async function findPlaces(
  executor: Executor,
  ids: readonly string[],
  search: string | undefined,
  readerId?: string,
): Promise<Record<string, FoundPlace>> {
  const terms = readSearch(search ?? '');
  const found: Record<string, FoundPlace> = {};
  if (terms.length === 0 || ids.length === 0) return found;
  const rows = await executor
    .select({
      id: documents.id,
      name: documents.name,
      folder: documents.folder,
      schema: documents.schemaName,
      values: searchEntries.values,
      comments: searchEntries.comments,
      withheld: isWithheld(sql`documents.id`, readerId),
    })
    .from(searchEntries)
    .innerJoin(documents, eq(documents.id, searchEntries.documentId))
    .where(inArray(searchEntries.documentId, [...ids]));
  const end = performance.now() + TIME_MS;
  const ofPages = new Map<string, SearchTerm[]>();
  for (const { id, name, folder, schema, values, comments, withheld } of rows) {
    if (performance.now() > end) break;
    const missing = terms.filter((term) => ![name, folder, schema ?? ''].some((text) => hasTerm(text, term)));
    if (missing.length === 0) continue;
    const place = bestUntil(end, missing.length, [
      ...(withheld ? [] : values).map(
        ({ label, text }) =>
          () =>
            placeIn(text, missing, { kind: 'value', label }),
      ),
      ...(withheld ? [] : comments).map((text) => () => placeIn(text, missing, { kind: 'comment' })),
    ]);
    if (place) found[id] = withSought(place, terms);
    if (!place || place.count < missing.length) ofPages.set(id, missing);
  }
  for (const [id, place] of await findOnPages(executor, ofPages, end)) found[id] = withSought(place, terms);
  return found;
}

/** A place, all of its text, and how many terms it has. */
type Counted = { place: Omit<FoundPlace, 'sought'>; text: string; count: number };

/** All terms are marked in the document, also those that its name has. */
const withSought = ({ place, text }: Counted, terms: readonly SearchTerm[]): FoundPlace => ({ ...place, sought: soughtIn(text, terms) });

async function findOnPages(executor: Executor, wanted: ReadonlyMap<string, SearchTerm[]>, end: number): Promise<Map<string, Counted>> {
  const places = new Map<string, Counted>();
  const ids = [...wanted.keys()];
  for (let from = 0; from < ids.length && performance.now() < end; from += TEXTS_AT_ONCE) {
    const texts = await executor
      .select({ id: searchEntries.documentId, text: searchEntries.text })
      .from(searchEntries)
      .where(inArray(searchEntries.documentId, ids.slice(from, from + TEXTS_AT_ONCE)));
    for (const { id, text } of texts) {
      const terms = wanted.get(id) ?? [];
      const pages = text.split('\f').map((page, index) => () => placeIn(page, terms, { kind: 'page', page: index + 1 }));
      const best = bestUntil(end, terms.length, pages);
      if (best) places.set(id, best);
    }
  }
  return places;
}

/** The first place that has the most terms. @param end when to stop looking @param enough with so many nothing can be better */
function bestUntil(end: number, enough: number, places: readonly (() => Counted | null)[]): Counted | null {
  let best: Counted | null = null;
  for (const look of places) {
    if (performance.now() > end || best?.count === enough) break;
    const place = look();
    if (place && place.count > (best?.count ?? 0)) best = place;
  }
  return best;
}

function hasTerm(text: string, term: SearchTerm): boolean {
  return markTerms(text, [term]) !== null;
}

function placeIn(text: string, terms: readonly SearchTerm[], about: Pick<FoundPlace, 'kind' | 'label' | 'page'>): Counted | null {
  const marked = markTerms(text, terms);
  if (!marked) return null;
  return { place: { ...about, parts: partsAround(text, marked.ranges) }, text, count: marked.count };
}

const BEFORE = 40;
const AFTER = 90;
/** Matches of one text that are compared to begin with. */
const MOST_TRIED = 50;

/** The text around the match that has most other terms behind it, with all matches in it. */
function partsAround(text: string, ranges: readonly MarkedRange[]): FoundPart[] {
  const reached = (start: number) => new Set(ranges.filter(([at]) => at >= start && at < start + AFTER).map(([, , term]) => term)).size;
  const some = ranges.slice(0, MOST_TRIED);
  const [first] = some.toSorted((one, other) => reached(other[0]) - reached(one[0]));
  if (!first) return [];
  const from = wordStart(text, first[0] - BEFORE);
  const to = Math.min(text.length, first[1] + AFTER);
  const parts: FoundPart[] = from > 0 ? [{ text: '… ', is_match: false }] : [];
  let at = from;
  for (const [start, end] of ranges) {
    if (start < at || start >= to) continue;
    if (start > at) parts.push({ text: text.slice(at, start), is_match: false });
    parts.push({ text: text.slice(start, end), is_match: true });
    at = end;
  }
  if (at < to) parts.push({ text: text.slice(at, to), is_match: false });
  if (to < text.length) parts.push({ text: ' …', is_match: false });
  return parts;
}

function wordStart(text: string, at: number): number {
  if (at <= 0) return 0;
  const space = text.indexOf(' ', at);
  return space < 0 ? at : space + 1;
}
