import { setImmediate } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import type { Reading } from '#lib/contract/service/reading.ts';
import { searchBeginnings } from '#lib/extraction/memory/search-beginnings.ts';
import { type KnownPages, sketchPage, sketchPages } from '#lib/extraction/memory/sketch-reading.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { documents, examples } from '../context/tables.ts';
import type { KnownExamples } from '../examples/known-examples.ts';

/** Approved documents that are laid before one splitting: those with the likest first pages. */
const MOST_KNOWN = 100;
/** Of these, as many have their readings looked at, and no longer ones than this. Of others the first page is known. */
const [MOST_READINGS, MOST_PAGES_READ] = [30, 50];
/** Examples, and pages of the file, that are looked at in one go. */
const [BREATH, PAGES_AT_ONCE] = [200, 20];

/**
 * The approved documents, of any schema, whose first pages are like pages of a file that may be several documents. Sketches of first
 * pages are kept; of the likest the other pages are looked at, too. The file itself is none of them. What was forgotten is not known.
 */
export async function knownDocuments(
  { database, reader }: Pick<ServiceContext, 'database' | 'reader'>,
  known: KnownExamples,
  { id: documentId, reading }: { id: string; reading: Reading },
): Promise<KnownPages[]> {
  const taught = await database.selectDistinct({ id: examples.schemaId }).from(examples).where(eq(examples.status, 'completed'));
  if (taught.length === 0) return [];
  const search = searchBeginnings(await sketchPrinted(reading));
  // one document may have taught several schemas
  const seen = new Set([documentId]);
  for (const schema of taught)
    for (const one of await known.list(schema.id)) {
      if (seen.has(one.id)) continue;
      search.look(one);
      seen.add(one.id);
      // other work of the program goes on between
      if (seen.size % BREATH === 0) await setImmediate();
    }
  const likest = [...search.found()].sort(([, a], [, b]) => b.likeness - a.likeness).slice(0, MOST_KNOWN);
  const readable = await findReadable(
    database,
    likest.slice(0, MOST_READINGS).map(([id]) => id),
  );
  const pages: KnownPages[] = [];
  for (const [id, { sketch }] of likest) {
    const sha256 = readable.get(id);
    // one that is not here, or cannot be read any more, is known by its first page
    const its = sha256 === undefined ? null : await reader.getReading(sha256).catch(() => null);
    pages.push(its ? sketchPages(id, its) : { id, pages: [sketch], last: null });
  }
  return pages;
}

/** The sketches of the pages that have words. */
async function sketchPrinted({ pages }: Reading): Promise<Uint32Array[]> {
  const sketches: Uint32Array[] = [];
  for (const page of pages) {
    if (page.words.length === 0) continue;
    sketches.push(sketchPage(page));
    if (sketches.length % PAGES_AT_ONCE === 0) await setImmediate();
  }
  return sketches;
}

/** Hashes of the files of those documents that are here and not long. */
async function findReadable(database: ServiceContext['database'], ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const { id, sha256, status, pageCount } = documents;
  const rows = await database.select({ id, sha256, status, pageCount }).from(documents).where(inArray(id, ids));
  return new Map(
    rows.filter((row) => row.status === 'completed' && (row.pageCount ?? 0) <= MOST_PAGES_READ).map((row) => [row.id, row.sha256]),
  );
}
