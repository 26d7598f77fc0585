import { eq } from 'drizzle-orm';
import { ProblemError } from '#lib/contract/problems/problem-error.ts';
import type { ExtractionResult } from '#lib/contract/service/extraction.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import { newId } from '#lib/platform/clock.ts';
import { isUuid } from '#lib/platform/is-uuid.ts';
import type { Desk } from '../context/desk.ts';
import { getDocumentRow } from '../documents/desk-document.ts';
import { submissions } from '../documents/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import { type ExtractAtOptions, extractAt } from './extract-at.ts';

const LONGEST_MS = 60_000;

/**
 * What the deployment of a document extracts with a draft. Nothing is saved there or here; what the schema has learned is used.
 * @param of.schemaId null for a schema that was never saved, or to use nothing of what was learned
 * @throws ProblemError `conflict` where the document is not at a deployment of ours that knows drafts, `not_found`, `extraction_failed` where nothing came of it or it took
 * too long, what `DeploymentError` says else
 */
export async function extractWithDraft(
  desk: Desk,
  of: { documentId: string; schemaId: string | null; draft: SchemaDraft },
  options: Omit<ExtractAtOptions, 'longestMs'>,
): Promise<ExtractionResult> {
  const { documentId, schemaId, draft } = of;
  const row = await getDocumentRow(desk.database, documentId);
  const [submission] = await desk.database.select().from(submissions).where(eq(submissions.documentId, row.id));
  if (!submission?.remoteDocumentId) throw new ProblemError('conflict', 'This document was not sent to a document service yet.');
  const deployment = await desk.getDeployment(submission.deploymentId);
  const told = schemaId === null ? null : await findRemoteSchemaId(desk.database, deployment.id, schemaId);
  const known = [told, schemaId].find((id) => id !== null && isUuid(id));
  const asked = { remoteDocumentId: submission.remoteDocumentId, schemaId: known ?? newId(), draft };
  return extractAt(deployment, asked, { ...options, longestMs: LONGEST_MS });
}
