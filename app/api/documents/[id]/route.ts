import { removeDocument } from '#lib/desk/documents/operations/remove-document.ts';
import { getDocument } from '#lib/desk/review/operations/get-document.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend, user }) => getDocument(backend.desk, params.id, user.id));

export const DELETE = createRoute<{ id: string }>('reviewer', async ({ params, backend, user }) => {
  await removeDocument(backend.desk, user, params.id);
  return new Response(null, { status: 204 });
});
