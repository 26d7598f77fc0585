import { and, eq, ne, sql } from 'drizzle-orm';
import { DeploymentError } from '#lib/deployment/deployment-error.ts';
import type { ConnectedDeployment, Desk } from '../context/desk.ts';
import { documents, submissions } from './tables.ts';

/**
 * Sends a file, which may be what ends the embedded service. A document whose connection broke there is under suspicion
 * (`trouble.cut_offs` is a number): it is sent alone, and no other is until it is settled. So the next cut-off tells. When
 * the connection breaks, `cutOff` and `sentAlone` of the error say what it means.
 * @param work sends the file
 * @returns null when it is not the document's turn: nothing was done
 */
export async function sendInTurn<T>(
  desk: Desk,
  deployment: ConnectedDeployment,
  documentId: string,
  work: () => Promise<T>,
): Promise<T | null> {
  const suspects = deployment.embedded ? await findSuspects(desk, deployment.id) : [];
  const isSuspect = suspects.includes(documentId);
  if (isSuspect ? desk.sendings.size > 0 : suspects.length > 0) return null;
  const sending = { isAlone: desk.sendings.size === 0 };
  if (deployment.embedded) {
    for (const other of desk.sendings) other.isAlone = false;
    desk.sendings.add(sending);
  }
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeploymentError && error.cutOff) {
      // what ends a service elsewhere, or something in between, is not known here
      error.cutOff = deployment.embedded;
      error.sentAlone = sending.isAlone && (isSuspect || !(await isAnotherReceived(desk, deployment.id, documentId)));
    }
    throw error;
  } finally {
    desk.sendings.delete(sending);
  }
}

async function findSuspects(desk: Desk, deploymentId: string): Promise<string[]> {
  const isSuspect = sql`${documents.trouble} ->> 'cut_offs' is not null`;
  const rows = await desk.database
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(and(eq(documents.state, 'received'), eq(submissions.deploymentId, deploymentId), isSuspect));
  return rows.map(({ id }) => id);
}

/** Whether another document waits to be sent or is being sent, perhaps by another program. */
async function isAnotherReceived(desk: Desk, deploymentId: string, documentId: string): Promise<boolean> {
  const [other] = await desk.database
    .select({ id: documents.id })
    .from(documents)
    .innerJoin(submissions, eq(submissions.documentId, documents.id))
    .where(and(eq(documents.state, 'received'), eq(submissions.deploymentId, deploymentId), ne(documents.id, documentId)))
    .limit(1);
  return other !== undefined;
}
