import { and, desc, eq, inArray, isNull, ne, or } from 'drizzle-orm';
import { logTrouble } from '#lib/platform/log-trouble.ts';
import type { Again, QueueJob } from '#lib/platform/queue/queue.ts';
import type { Desk } from '../context/desk.ts';
import { documents } from '../documents/tables.ts';
import { countDocument } from './count-document.ts';
import { countedDocuments } from './tables.ts';

const AT_ONCE = 100;
/** Between two portions: what people decide meanwhile goes first. */
const PAUSE_MS = 100;

/** Counts a portion of the decided documents that the sums do not have, the newest first; again until there is none. */
export async function countRest(
  desk: Pick<Desk, 'database' | 'log'>,
  { signal }: Pick<QueueJob<object>, 'signal'>,
): Promise<Again | undefined> {
  const uncounted = await desk.database
    .select({ id: documents.id })
    .from(documents)
    .leftJoin(countedDocuments, eq(countedDocuments.documentId, documents.id))
    .where(
      and(
        inArray(documents.state, ['approved', 'rejected']),
        or(isNull(countedDocuments.documentId), ne(countedDocuments.revision, documents.revision)),
      ),
    )
    .orderBy(desc(documents.createdAt))
    .limit(AT_ONCE);
  let counted = 0;
  for (const { id } of uncounted) {
    if (signal.aborted) break;
    await countDocument(desk, id).then(
      () => {
        counted += 1;
      },
      (error: unknown) => logTrouble(desk.log, 'a decision could not be counted', error),
    );
  }
  return uncounted.length === AT_ONCE && counted > 0 ? { againInMs: PAUSE_MS } : undefined;
}
