import type { PreviewedDocument } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { getReadableRow } from '../../documents/quality-samples/get-readable-row.ts';
import { extractWithDraft } from '../extract-with-draft.ts';

/**
 * What would come out of a document with a draft that nobody saved.
 * @throws ProblemError `conflict` where the document's values are withheld from whoever asks; else as `extractWithDraft`
 */
export async function previewDocument(
  desk: Desk,
  actor: NonNullable<Actor>,
  of: { documentId: string; schemaId: string | null; draft: SchemaDraft },
  signal: AbortSignal,
): Promise<PreviewedDocument> {
  await getReadableRow(desk.database, of.documentId, actor.id);
  return { result: await extractWithDraft(desk, of, { signal, submitter: actor.id }) };
}
