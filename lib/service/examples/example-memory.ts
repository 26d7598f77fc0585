import { and, eq, inArray } from 'drizzle-orm';
import type { Reading } from '#lib/contract/service/reading.ts';
import { findAlike } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION, type Remembered } from '#lib/extraction/memory/lesson.ts';
import { partyKeys } from '#lib/extraction/memory/party-keys.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { examples } from '../context/tables.ts';
import { findSharing } from './find-sharing.ts';
import { createKnownSketches, type KnownSketches } from './known-sketches.ts';

/** Examples that are laid before one extraction. */
const MOST_REMEMBERED = 5;

/** What schemas have learned from approved documents. */
export type ExampleMemory = {
  /**
   * The examples of a schema that are most like a document, the likest first. The document itself is none of them, so that it does not
   * learn from its own approval.
   */
  recall: (schemaId: string, document: { id: string; reading: Reading }) => Promise<Remembered[]>;
  /** What it keeps of the examples. */
  sketches: KnownSketches;
};

/** Made once per worker: it keeps sketches in memory. */
export function createExampleMemory(database: Database): ExampleMemory {
  const sketches = createKnownSketches(database);
  return {
    sketches,
    async recall(schemaId, { id: documentId, reading }) {
      const others = (await sketches.list(schemaId)).filter(({ id }) => id !== documentId);
      if (others.length === 0) return [];
      const sketch = sketchReading(reading);
      const alike = findAlike(sketch, others, MOST_REMEMBERED);
      const known = new Set([documentId, ...alike.map(({ id }) => id)]);
      const sharing = await findSharing(database, { schemaId, keys: partyKeys(reading), known, count: others.length });
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
    },
  };
}
