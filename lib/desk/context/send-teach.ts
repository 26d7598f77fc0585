import type { Executor } from '#lib/platform/database/database.ts';
import { type Desk, TEACH_QUEUE, type TeachJob } from './desk.ts';

/**
 * Has the worker tell the deployment what is approved of a document now, or take back what is not approved any more. The job
 * looks when it runs, so that asking again, late or in another order is harmless.
 * @param options.later milliseconds to wait: of many documents at once, behind what people decide meanwhile
 */
export async function sendTeach(
  desk: Pick<Desk, 'queue'>,
  job: TeachJob,
  { tx, later }: { tx?: Executor; later?: number } = {},
): Promise<void> {
  const key =
    'schemaId' in job ? `schema.${job.schemaId}${job.forgetsAll ? '.forget' : ''}` : `${job.documentId}${job.isChecked ? '.checked' : ''}`;
  await desk.queue.send(TEACH_QUEUE, job, {
    singletonKey: later === undefined ? key : `${key}.later`,
    ...(tx ? { tx } : {}),
    ...(later === undefined ? {} : { priority: -1, startAfter: new Date(Date.now() + later) }),
  });
}
