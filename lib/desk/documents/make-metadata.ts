import { eq } from 'drizzle-orm';
import type { FilledMetadata } from '#lib/contract/desk/deployment-metadata.ts';
import { fillMetadata } from '#lib/document/values/fill-metadata.ts';
import type { Executor } from '#lib/platform/database/database.ts';
import { deployments } from '../deployments/tables.ts';
import { findRemoteSchemaId } from '../schemas/find-remote-schema-id.ts';
import type { DocumentRow } from './desk-document.ts';

/** What metadata may tell of a document. */
export type DescribedDocument = Pick<DocumentRow, 'id' | 'name' | 'folder' | 'schemaId' | 'schemaName' | 'createdByName'>;

/**
 * What goes with a document to a deployment, by the template that is there now. Made once for each sending and kept in its submission,
 * so that every try sends the same.
 * @param trialId the schema's ID that is tried with it; null = the one that a person gave
 * @returns null when nothing is to go with it
 */
export async function makeMetadata(
  executor: Executor,
  deploymentId: string,
  document: DescribedDocument,
  trialId: string | null = null,
): Promise<FilledMetadata | null> {
  const [row] = await executor.select({ template: deployments.metadata }).from(deployments).where(eq(deployments.id, deploymentId));
  if (!row?.template?.length) return null;
  const { schemaId } = document;
  return fillMetadata(row.template, {
    document_name: document.name,
    folder: document.folder,
    document_id: document.id,
    schema_name: document.schemaName,
    schema_id: trialId ?? (schemaId === null ? null : await findRemoteSchemaId(executor, deploymentId, schemaId)),
    submitter_name: document.createdByName,
  });
}
