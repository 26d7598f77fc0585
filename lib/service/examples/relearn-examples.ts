import { and, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { LESSON_VERSION } from '#lib/extraction/memory/lesson.ts';
import { LEARN_QUEUE } from '../context/queues.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { examples } from '../context/tables.ts';

/** Examples that are sent in one transaction. */
const BATCH = 100;

/**
 * Has examples learned anew whose lessons are of another version than this engine makes, or that no layout was found for yet; they teach
 * nothing until then. Several workers may do it at once, and one that ends in between has the rest done by its next start.
 * @returns how many there were
 */
export async function relearnExamples(
  { database, queue }: Pick<ServiceContext, 'database' | 'queue'>,
  signal: AbortSignal,
): Promise<number> {
  for (let total = 0; ; ) {
    if (signal.aborted) return total;
    const count = await database.transaction(async (tx) => {
      const old = tx
        .select({ id: examples.id })
        .from(examples)
        .where(and(eq(examples.status, 'completed'), or(ne(examples.lessonVersion, LESSON_VERSION), isNull(examples.layoutId))))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      const taken = await tx
        .update(examples)
        .set({
          status: 'pending',
          lesson: null,
          lessonVersion: null,
          sketch: null,
          layoutId: null,
          attempt: sql`${examples.attempt} + 1`,
          updatedAt: sql`now()`,
        })
        .where(inArray(examples.id, old))
        .returning({ id: examples.id, draft: examples.attempt });
      for (const { id, draft } of taken) await queue.send(LEARN_QUEUE, { exampleId: id, draft }, { tx });
      return taken.length;
    });
    if (count === 0) return total;
    total += count;
  }
}
