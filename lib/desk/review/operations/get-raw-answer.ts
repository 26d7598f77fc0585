import { eq } from 'drizzle-orm';
import type { RawAnswer } from '#lib/contract/desk/deployment.ts';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { Desk } from '../../context/desk.ts';
import { deployments } from '../../deployments/tables.ts';
import { getDocumentRow } from '../../documents/desk-document.ts';
import { submissions } from '../../documents/tables.ts';
import { extractions } from '../tables.ts';

/** The deployment's last answer about the extraction, word for word. @throws ProblemError `not_found` */
export async function getRawAnswer(desk: Desk, id: string): Promise<RawAnswer> {
  const row = await getDocumentRow(desk.database, id);
  const [found] = await desk.database
    .select({ raw: extractions.raw, at: extractions.at, deploymentId: deployments.id, name: deployments.name })
    .from(extractions)
    .innerJoin(submissions, eq(submissions.documentId, extractions.documentId))
    .innerJoin(deployments, eq(deployments.id, submissions.deploymentId))
    .where(eq(extractions.documentId, row.id));
  if (!found) throw new ProblemError('not_found', 'The document service has not answered about this document yet.');
  return { deployment: { id: found.deploymentId, name: found.name }, at: found.at.toISOString(), raw: found.raw };
}
