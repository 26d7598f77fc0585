import type { Again } from '#lib/platform/queue/queue.ts';
import { type Desk, MAINTAIN_QUEUE } from '../context/desk.ts';
import { removeOldHours } from '../deployments/deployment-hours.ts';
import { removeExpired } from '../documents/operations/retention.ts';
import { maintainInbox } from '../inbox/maintain-inbox.ts';
import { planMails } from '../inbox/plan-mails.ts';
import { escalateWaiting } from './escalate.ts';
import { shareOutWaiting } from './receive-in-queues.ts';

const AGAIN_MS = 15_000;

/** Makes sure that the one job is there that maintains the queues; of no effect while it is. */
export async function sendMaintenance(desk: Pick<Desk, 'queue'>): Promise<void> {
  await desk.queue.send(MAINTAIN_QUEUE, {}, { singletonKey: 'tend' });
}

/**
 * Shares out, escalates, removes what its schema's days are over for, and old counts, and writes
 * into the inboxes what happened by itself; then again a moment later, whichever worker it is.
 */
export async function maintainQueues(desk: Desk): Promise<Again> {
  await shareOutWaiting(desk);
  await escalateWaiting(desk);
  await removeExpired(desk);
  await removeOldHours(desk.database);
  await maintainInbox(desk);
  await planMails(desk);
  return { againInMs: AGAIN_MS };
}
