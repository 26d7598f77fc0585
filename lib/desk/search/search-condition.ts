import { type SQL, sql } from 'drizzle-orm';
import { likePattern } from '#lib/platform/database/like-pattern.ts';
import { documents } from '../documents/tables.ts';
import { partsOf, phrasePattern, queriesOf, readSearch, type SearchTerm } from './search-terms.ts';
import { searchEntries, staleSearches } from './tables.ts';

/**
 * The documents in whose name, folder, schema, values, comments or text every term stands. What the worker has not come to yet is
 * found by name, folder and schema. Undefined when nothing is sought.
 */
export function isFoundBy(text: string | undefined): SQL | undefined {
  const given = (text ?? '').trim();
  if (given === '') return undefined;
  const terms = readSearch(given);
  const words = given.split(/\s+/).slice(0, 10);
  const byName = sql.join(
    words.map(
      (word) => sql`d.name || ' ' || d.folder || ' ' || coalesce(d.schema_name, '') ilike ${likePattern(word.replaceAll('"', ''))}`,
    ),
    sql` and `,
  );
  // a document that waits for the worker: few, so that no index is needed
  const waiting = sql`select s.document_id from ${staleSearches} s join ${documents} d on d.id = s.document_id where ${byName}`;
  if (terms.length === 0) return sql`${documents.id} in (select d.id from ${documents} d where ${byName})`;
  return sql`${documents.id} in (${entriesWith(terms)} union ${waiting})`;
}

/**
 * The entries that have every term, as one query after the other: first those that have all as words, which the index knows alone,
 * then for each term those that have it as a part of a word. So the vectors, which are stored apart, are hardly ever read.
 */
function entriesWith(terms: readonly SearchTerm[]): SQL {
  const sought = terms.map((term) => ({ term, ...queriesOf(term), part: partsOf(term) }));
  const phrases = sought.filter(({ term }) => term.kind === 'phrase').map(({ term }) => sql`e.phrases like ${phrasePattern(term)}`);
  const select = (query: string[], checks: SQL[]) =>
    sql`select e.document_id from ${searchEntries} e where ${sql.join([sql`e.words @@ ${query.join(' & ')}::tsquery`, ...checks, ...phrases], sql` and `)}`;
  const byWords = select(
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
    return [select(query, [sql`e.short like ${likePattern(part)}`, ...checks])];
  });
  // not `union all`: of that PostgreSQL takes it that it yields few documents
  return sql.join([byWords, ...byParts], sql` union `);
}
