import { and, eq, inArray } from 'drizzle-orm';
import type { Schema } from '#lib/contract/service/extraction-schema.ts';
import type { Reading } from '#lib/contract/service/reading.ts';
import { estimateCaught, sumSecondChecks } from '#lib/document/statistics/estimate-caught.ts';
import { findAlike } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION, type Remembered } from '#lib/extraction/memory/lesson.ts';
import { partyKeys } from '#lib/extraction/memory/party-keys.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import { recordOutcomes, type TrackRecord } from '#lib/extraction/memory/track-record.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { examples } from '../context/tables.ts';
import { findSharing } from './find-sharing.ts';
import { createKnownExamples, type KnownExample, type KnownExamples } from './known-examples.ts';

/** Examples that are laid before one extraction. */
const MOST_REMEMBERED = 5;

/** What approved documents say of another one: those most like it, and how the engine's answers turned out on all of them. */
export type Recalled = { memory: Remembered[]; records: TrackRecord };

/** What schemas have learned from approved documents. */
export type ExampleMemory = {
  /**
   * The examples of a schema that are most like a document, the likest first, and the track record of the schema's fields on the newest
   * examples. The document itself is none of them, so that it does not learn from its own approval.
   */
  recall: (schema: Pick<Schema, 'id' | 'fields'>, document: { id: string; reading: Reading }) => Promise<Recalled>;
  /** What it keeps of the examples. */
  known: KnownExamples;
};

/** Made once per worker: it keeps what it knows of examples in memory. */
export function createExampleMemory(database: Database): ExampleMemory {
  const known = createKnownExamples(database);
  return {
    known,
    async recall({ id: schemaId, fields }, document) {
      const others = (await known.list(schemaId)).filter(({ id }) => id !== document.id);
      if (others.length === 0) return { memory: [], records: {} };
      const outcomes = others.flatMap((other) => (other.outcomes ? [other.outcomes] : []));
      // of all that it keeps: how people approve is asked for more rarely than the engine for a value
      const caught = estimateCaught(sumSecondChecks(others.flatMap(({ secondCheck }) => secondCheck ?? [])));
      return { memory: await findMemory(database, schemaId, document, others), records: recordOutcomes(outcomes, fields, caught) };
    },
  };
}

async function findMemory(
  database: Database,
  schemaId: string,
  { id: documentId, reading }: { id: string; reading: Reading },
  others: readonly KnownExample[],
): Promise<Remembered[]> {
  const sketch = sketchReading(reading);
  const alike = findAlike(sketch, others, MOST_REMEMBERED);
  const found = new Set([documentId, ...alike.map(({ id }) => id)]);
  const sharing = await findSharing(database, { schemaId, keys: partyKeys(reading), known: found, count: others.length });
  const sketched = others.filter(({ id }) => sharing.includes(id));
  // the likeness of those of the same party is what it is: the decision weighs it
  alike.push(...sketched.map((other) => findAlike(sketch, [other])[0] ?? { id: other.id, likeness: 0 }));
  if (alike.length === 0) return [];
  const ids = alike.map(({ id }) => id);
  const rows = await database
    .select({ id: examples.documentId, lesson: examples.lesson })
    .from(examples)
    .where(and(eq(examples.schemaId, schemaId), inArray(examples.documentId, ids), eq(examples.lessonVersion, LESSON_VERSION)));
  const lessons = new Map(rows.map(({ id, lesson }) => [id, lesson]));
  return alike.flatMap(({ id, likeness }) => {
    const lesson = lessons.get(id);
    // one that was removed just now is gone
    return lesson ? [{ id, likeness, lesson }] : [];
  });
}
