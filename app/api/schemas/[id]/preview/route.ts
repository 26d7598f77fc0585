import { compareDraftSchema, previewDocumentsQuerySchema } from '#lib/contract/desk/schemas/schema-preview.ts';
import { compareDraft } from '#lib/desk/previews/operations/compare-draft.ts';
import { listPreviewDocuments } from '#lib/desk/previews/operations/list-preview-documents.ts';
import { createRoute, readBody, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('schema_owner', ({ params, query, backend }) => {
  const { limit, deployment_id: deploymentId } = readQuery(query, previewDocumentsQuerySchema);
  return listPreviewDocuments(backend.desk, params.id, { limit, deploymentId });
});

export const POST = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) => {
  const { draft, document_id: documentId, deployment_id: deploymentId } = await readBody(request, compareDraftSchema);
  const actor = { id: user.id, name: user.name };
  return compareDraft(backend.desk, actor, { schemaId: params.id, documentId, draft, deploymentId }, request.signal);
});
