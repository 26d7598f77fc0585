import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { findAlike, LAYOUT_LIKENESS, type Sketched } from '#lib/extraction/memory/find-alike.ts';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { ADVISORY_LOCKS } from '#lib/platform/database/advisory-locks.ts';
import type { Transaction } from '#lib/platform/database/database.ts';
import { type ExampleRow, examples } from '../context/tables.ts';

/** Examples that are asked for their layout: the likest one may have been removed meanwhile. */
const MOST_ASKED = 5;

/**
 * The layout of an example that is being learned: that of the likest other example of its schema, if the two are alike enough, else a
 * new one. Until the transaction ends no other example of the schema is given one, so that two of a new layout come to share it.
 * @param known sketches of the schema's examples, by document, as they were a moment ago; what came since is looked up
 */
export async function findLayout(
  tx: Transaction,
  { id, schemaId, documentId }: Pick<ExampleRow, 'id' | 'schemaId' | 'documentId'>,
  sketch: Uint32Array,
  known: readonly Sketched[],
): Promise<string> {
  await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.layouts}, hashtext(${schemaId}))`);
  const learned = and(eq(examples.schemaId, schemaId), eq(examples.status, 'completed'), eq(examples.lessonVersion, LESSON_VERSION));
  const others = await tx
    .select({ id: examples.documentId })
    .from(examples)
    .where(and(learned, ne(examples.documentId, documentId)));
  const sketches = new Map(known.map((one) => [one.id, one.sketch]));
  const missing = others.filter((other) => !sketches.has(other.id)).map((other) => other.id);
  if (missing.length > 0) {
    const rows = await tx
      .select({ id: examples.documentId, sketch: examples.sketch })
      .from(examples)
      .where(and(learned, inArray(examples.documentId, missing)));
    for (const row of rows) if (row.sketch) sketches.set(row.id, row.sketch);
  }
  const there = others.flatMap((other): Sketched[] => {
    const its = sketches.get(other.id);
    return its ? [{ id: other.id, sketch: its }] : [];
  });
  const alike = findAlike(sketch, there, MOST_ASKED)
    .filter(({ likeness }) => likeness >= LAYOUT_LIKENESS)
    .map((other) => other.id);
  if (alike.length === 0) return id;
  const rows = await tx
    .select({ documentId: examples.documentId, layoutId: examples.layoutId })
    .from(examples)
    .where(and(learned, inArray(examples.documentId, alike)));
  const layouts = new Map(rows.map((row) => [row.documentId, row.layoutId]));
  return alike.flatMap((other) => layouts.get(other) ?? [])[0] ?? id;
}
