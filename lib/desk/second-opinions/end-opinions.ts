import { eq } from 'drizzle-orm';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';
import { removeLeftCopies } from '../previews/remove-copy.ts';
import { schemas } from '../schemas/tables.ts';
import { endOpinion, listLeftOver } from './end-opinion.ts';

const AT_ONCE = 100;

/** Makes the second opinions of a schema's documents fit to its settings, after these were saved. May be repeated. */
export async function endOpinions(
  desk: Desk,
  { data, signal }: Pick<QueueJob<{ schemaId: string }>, 'data' | 'signal'>,
): Promise<Again | undefined> {
  const { schemaId } = data;
  // whoever saves its settings now asked for this job, perhaps while it was still waiting: it must see what was saved
  await desk.database.select({ id: schemas.id }).from(schemas).where(eq(schemas.id, schemaId)).for('key share');
  let after: string | undefined;
  for (;;) {
    const portion = await listLeftOver(desk.database, { schemaId, ...(after ? { after } : {}), limit: AT_ONCE });
    for (const id of portion) {
      if (signal.aborted) return { againInMs: 0 };
      await endOpinion(desk, id);
    }
    after = portion.at(-1);
    if (!after || portion.length < AT_ONCE) break;
  }
  // the first ones now, the others minute by minute
  await removeLeftCopies(desk);
  return undefined;
}
