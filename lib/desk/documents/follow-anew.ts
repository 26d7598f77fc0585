import { eq, sql } from 'drizzle-orm';
import type { Transaction } from '#lib/platform/database/database.ts';
import type { Desk } from '../context/desk.ts';
import { sendFollow } from '../context/send-follow.ts';
import { submissions } from './tables.ts';

/** Begins to follow a document up anew, with a new job; what an earlier run still answers has nothing to say any more. */
export async function followAnew(desk: Pick<Desk, 'queue'>, transaction: Transaction, documentId: string): Promise<void> {
  const [submission] = await transaction
    .update(submissions)
    .set({ run: sql`${submissions.run} + 1` })
    .where(eq(submissions.documentId, documentId))
    .returning({ run: submissions.run });
  await sendFollow(desk, { documentId, run: submission!.run }, { tx: transaction });
}
