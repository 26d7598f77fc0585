import { and, eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Desk } from '../context/desk.ts';
import { submissions } from '../documents/tables.ts';
import type { Followed } from './followed.ts';

/** How long whoever handed something over may still be waiting for the answer: the limit of an upload's answer, and some. */
const STILL_WAITING_MS = 150_000;

/**
 * Notes that something is about to be handed to a deployment, unless it is ours: then repeating is harmless. Call before
 * each request that must not be carried out twice; null when it is known how it went.
 * @throws ProblemError with `unsure` when something was handed over before and nobody knows how that went; with `temporary` while another program waits for the answer
 */
export async function noteHandedOver(desk: Desk, { row, submission, deployment }: Followed, at: Date | null): Promise<void> {
  if (at !== null) {
    if (deployment.embedded || (await deployment.client.isOurs())) return;
    const [present] = await desk.database.select().from(submissions).where(eq(submissions.documentId, row.id));
    if (present?.handedOverAt) {
      const waiting = Date.now() - present.handedOverAt.getTime() < STILL_WAITING_MS;
      throw Object.assign(new ProblemError('sending_unsure', 'The answer of the document service is still awaited.'), {
        unsure: !waiting,
        temporary: waiting,
      });
    }
  }
  await desk.database
    .update(submissions)
    .set({ handedOverAt: at })
    .where(and(eq(submissions.documentId, row.id), eq(submissions.run, submission.run)));
  submission.handedOverAt = at;
}
