import { type SQL, sql } from 'drizzle-orm';
import { likePattern } from '#lib/platform/database/like-pattern.ts';
import { documents } from '../documents/tables.ts';
import { partsOf, phrasePattern, queriesOf, readSearch } from './search-terms.ts';
import { searchEntries, staleSearches } from './tables.ts';

/**
 * The documents in whose name, folder, schema, values, comments or text every term stands. What the worker has not come to yet is
 * found by name, folder and schema. Undefined when nothing is sought. Finds all of them at once, by indexes.
 */
export function isFoundBy(text: string | undefined): SQL | undefined {
  const given = (text ?? '').trim();
  if (given === '') return undefined;
  const byName = isNamed(given);
  const conditions = entryConditions(given);
  if (conditions.length === 0) return sql`${documents.id} in (select d.id from ${documents} d where ${byName})`;
  // not `union all`: of that PostgreSQL takes it that it yields few documents
  const found = sql.join(
    conditions.map((condition) => sql`select e.document_id from ${searchEntries} e where ${condition}`),
    sql` union `,
  );
  // a document that waits for the worker: few, so that no index is needed
  const waiting = sql`select s.document_id from ${staleSearches} s join ${documents} d on d.id = s.document_id where ${byName}`;
  return sql`${documents.id} in (${found} union ${waiting})`;
}

/**
 * Whether `isFoundBy` finds one document, looked up by its key: for a search that finds so many that the first of them are soon come by.
 * @param id the document's ID in the statement around it; a column that neither `e` nor `s` has
 */
export function isFoundAt(text: string, id: SQL): SQL {
  const given = text.trim();
  const isEntry = sql.join(entryConditions(given), sql` or `);
  const waiting = sql`select true from ${staleSearches} s join ${documents} d on d.id = s.document_id where s.document_id = ${id} and ${isNamed(given)}`;
  // values and no `exists`, which PostgreSQL would look up for all documents at once
  return sql`coalesce((select ${isEntry} from ${searchEntries} e where e.document_id = ${id}), false) or coalesce((${waiting}), false)`;
}

/** Whether every word stands in the name, folder and schema of the document `d`. */
function isNamed(given: string): SQL {
  const words = given.split(/\s+/).slice(0, 10);
  return sql.join(
    words.map(
      (word) => sql`d.name || ' ' || d.folder || ' ' || coalesce(d.schema_name, '') ilike ${likePattern(word.replaceAll('"', ''))}`,
    ),
    sql` and `,
  );
}

/**
 * Conditions on the entry `e`; a document is found if one of them holds. The first: it has all terms as words, which the index knows
 * alone; then for each term: it has this one as a part of a word. So the vectors, which are stored apart, are hardly ever read. Empty
 * where nothing is sought that has a letter or digit.
 */
export function entryConditions(text: string): SQL[] {
  const sought = readSearch(text).map((term) => ({ term, ...queriesOf(term), part: partsOf(term) }));
  if (sought.length === 0) return [];
  const phrases = sought.filter(({ term }) => term.kind === 'phrase').map(({ term }) => sql`e.phrases like ${phrasePattern(term)}`);
  const all = (query: string[], checks: SQL[]) =>
    sql`(${sql.join([sql`e.words @@ ${query.join(' & ')}::tsquery`, ...checks, ...phrases], sql` and `)})`;
  const byWords = all(
    sought.map(({ exact }) => exact),
    [],
  );
  const byParts = sought.flatMap(({ parts, part }, place): SQL[] => {
    if (parts === null || part === null) return [];
    const others = sought.filter((_, other) => other !== place);
    const checks = others.flatMap((other): SQL[] =>
      other.part === null ? [] : [sql`(e.short like ${likePattern(other.part)} or e.words @@ ${other.exact}::tsquery)`],
    );
    const query = [parts, ...others.map((other) => (other.parts === null ? other.exact : `(${other.exact} | ${other.parts})`))];
    return [all(query, [sql`e.short like ${likePattern(part)}`, ...checks])];
  });
  return [byWords, ...byParts];
}
