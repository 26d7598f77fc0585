import { previewDocumentSchema } from '#lib/contract/desk/schemas/schema-preview.ts';
import { previewDocument } from '#lib/desk/previews/operations/preview-document.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) => {
  const { draft, schema_id: schemaId } = await readBody(request, previewDocumentSchema);
  const actor = { id: user.id, name: user.name };
  return previewDocument(backend.desk, actor, { documentId: params.id, schemaId, draft }, request.signal);
});
