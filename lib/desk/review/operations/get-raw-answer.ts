import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { RawAnswer } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { getDocumentRow } from '../../documents/desk-document.ts';
import { remoteJobs, submissions } from '../../documents/tables.ts';
import { extractions } from '../tables.ts';

/**
 * The deployment's last answer about the extraction, word for word; while there is none, the last one that could not be understood.
 * @throws ProblemError `not_found`
 */
export async function getRawAnswer(desk: Desk, id: string): Promise<RawAnswer> {
  const row = await getDocumentRow(desk.database, id);
  const [found] = await desk.database
    .select({ raw: extractions.raw, at: extractions.at, deploymentId: deployments.id, name: deployments.name })
    .from(extractions)
    .innerJoin(submissions, eq(submissions.documentId, extractions.documentId))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(extractions.documentId, row.id));
  const isUnderWay = ['received', 'indexing', 'classifying', 'extracting', 'failed'].includes(row.state);
  const unread = isUnderWay ? await findUnread(desk, row.id) : null;
  const last = unread ?? found;
  if (!last) throw new ProblemError('not_found', 'The document service has not answered about this document yet.');
  const { deploymentId, name, at, raw } = last;
  return { deployment: { id: deploymentId, name }, at: at.toISOString(), is_understood: unread === null, raw };
}

async function findUnread(desk: Desk, documentId: string) {
  const [found] = await desk.database
    .select({ raw: remoteJobs.lastAnswer, at: remoteJobs.lastAnswerAt, deploymentId: deployments.id, name: deployments.name })
    .from(remoteJobs)
    .innerJoin(deployments, eq(deployments.id, remoteJobs.deploymentId))
    .where(and(eq(remoteJobs.documentId, documentId), isNotNull(remoteJobs.lastAnswer), isNotNull(remoteJobs.lastAnswerAt)))
    .orderBy(desc(remoteJobs.lastAnswerAt))
    .limit(1);
  return found?.at ? { ...found, at: found.at } : null;
}
