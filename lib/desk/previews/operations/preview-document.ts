import type { PreviewedDocument } from '#lib/contract/desk/schemas/schema-preview.ts';
import type { SchemaDraft } from '#lib/contract/service/extraction-schema.ts';
import type { Actor, Desk } from '../../context/desk.ts';
import { extractWithDraft } from '../extract-with-draft.ts';

/** What would come out of a document with a draft that nobody saved. @throws ProblemError as `extractWithDraft` */
export async function previewDocument(
  desk: Desk,
  actor: NonNullable<Actor>,
  of: { documentId: string; schemaId: string | null; draft: SchemaDraft },
  signal: AbortSignal,
): Promise<PreviewedDocument> {
  return { result: await extractWithDraft(desk, of, { signal, submitter: actor.id }) };
}
