import { and, eq, inArray } from 'drizzle-orm';
import type { Reading } from '#lib/contract/service/reading.ts';
import { findAlike } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION, type Remembered } from '#lib/extraction/memory/lesson.ts';
import { sketchReading } from '#lib/extraction/memory/sketch-reading.ts';
import type { Database } from '#lib/platform/database/database.ts';
import { examples } from '../context/tables.ts';
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
      const alike = findAlike(sketchReading(reading), others, MOST_REMEMBERED);
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
