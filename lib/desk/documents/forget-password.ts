import { and, eq } from 'drizzle-orm';
import type { Desk } from '../context/desk.ts';
import { documents, submissions } from './tables.ts';

/**
 * Forgets the password of a protected file once nobody needs it any more: the deployment has read the file, and so has the desk,
 * which keeps a copy that opens without one, or has told why it cannot. Does nothing before that.
 */
export async function forgetPassword(desk: Desk, documentId: string): Promise<void> {
  const [row] = await desk.database
    .select({
      password: submissions.password,
      sending: submissions.sending,
      sha256: documents.sha256,
      state: documents.state,
      serviceStatus: documents.serviceStatus,
      failure: documents.readingFailure,
    })
    .from(submissions)
    .innerJoin(documents, eq(documents.id, submissions.documentId))
    .where(eq(submissions.documentId, documentId));
  if (!row?.password || row.state === 'received' || row.state === 'indexing') return;
  // it was out of reach, or late: it still needs the password
  if (row.state === 'failed' && row.serviceStatus !== 'completed') return;
  const isRead = row.failure !== null || (await desk.reader.find(row.sha256)) !== null;
  if (!isRead) return;
  // not one that was given, or is to be sent again, meanwhile
  const sameSending = and(eq(submissions.documentId, documentId), eq(submissions.sending, row.sending));
  await desk.database.update(submissions).set({ password: null }).where(sameSending);
}
