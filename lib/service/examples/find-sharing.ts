import { and, arrayOverlaps, count, desc, eq, inArray, notInArray, sql } from 'drizzle-orm';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { examples } from '../context/tables.ts';

/** Examples of the same party that are laid before an extraction. */
const MOST = 3;
/** Newest examples that are looked at. */
const MOST_LOOKED_AT = 200;
/** A key that more than this share of many examples have is one's own company's: it tells nothing. */
const [OWN_SHARE, MANY] = [0.6, 10];

/**
 * Documents of examples that share a party with a document, whatever they look like: those with the rarest keys in common first, the
 * newest of equals first.
 * @param of.count how many examples the schema has
 * @param of.known documents that are not wanted
 */
export async function findSharing(
  database: Database,
  of: { schemaId: string; keys: readonly string[]; known: ReadonlySet<string>; count: number },
): Promise<string[]> {
  if (of.keys.length === 0) return [];
  const learned = and(eq(examples.schemaId, of.schemaId), eq(examples.lessonVersion, LESSON_VERSION));
  const key = sql<string>`unnest(${examples.partyKeys})`.as('key');
  const printed = database
    .select({ key })
    .from(examples)
    .where(and(learned, arrayOverlaps(examples.partyKeys, [...of.keys])))
    .as('printed');
  const counted = await database
    .select({ key: printed.key, count: count() })
    .from(printed)
    .where(inArray(printed.key, [...of.keys]))
    .groupBy(printed.key);
  const counts = new Map(counted.map((row) => [row.key, row.count]));
  const wanted = [...counts.keys()].filter((one) => of.count < MANY || (counts.get(one) ?? 0) <= OWN_SHARE * of.count);
  if (wanted.length === 0) return [];
  const rows = await database
    .select({ documentId: examples.documentId, keys: examples.partyKeys })
    .from(examples)
    .where(and(learned, arrayOverlaps(examples.partyKeys, wanted), notInArray(examples.documentId, [...of.known])))
    .orderBy(desc(examples.id))
    .limit(MOST_LOOKED_AT);
  const worthOf = (keys: readonly string[]) =>
    wanted.reduce((sum, key) => (keys.includes(key) ? sum + 1 / Math.max(1, counts.get(key) ?? 1) : sum), 0);
  return rows
    .map(({ documentId, keys }) => ({ documentId, worth: worthOf(keys) }))
    .filter(({ worth }) => worth > 0)
    .sort((a, b) => b.worth - a.worth)
    .slice(0, MOST)
    .map(({ documentId }) => documentId);
}
