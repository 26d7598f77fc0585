import { startExtractionSchema } from '#lib/contract/desk/desk-document.ts';
import { startExtraction } from '#lib/desk/review/operations/start-extraction.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { schema_id, ...options } = await readBody(request, startExtractionSchema);
  return startExtraction(backend.desk, { id: user.id, name: user.name }, params.id, schema_id, options);
});
