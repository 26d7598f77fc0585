import type { Executor } from '#lib/platform/database/database.ts';
import { COUNT_QUEUE, type CountJob, type Desk } from './desk.ts';

/**
 * Has the worker bring the sums of the insights to where a document is now, or open flags to what a schema’s thresholds say. The job looks when it runs, so that asking again, late or in
 * another order is harmless.
 */
export async function sendCount(desk: Pick<Desk, 'queue'>, job: CountJob, { tx }: { tx?: Executor } = {}): Promise<void> {
  const singletonKey = 'documentId' in job ? job.documentId : 'schemaId' in job ? `schema.${job.schemaId}` : 'rest';
  await desk.queue.send(COUNT_QUEUE, job, { singletonKey, ...(tx ? { tx } : { priority: -1 }) });
}
