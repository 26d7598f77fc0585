import { viewDraftSchema } from '#lib/contract/desk/search/saved-view.ts';
import { removeView, saveView } from '#lib/desk/search/operations/saved-views.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('viewer', async ({ request, params, backend, user }) =>
  saveView(backend.desk, user, await readBody(request, viewDraftSchema), params.id),
);

export const DELETE = createRoute<{ id: string }>('viewer', async ({ params, backend, user }) => {
  await removeView(backend.desk, user, params.id);
  return new Response(null, { status: 204 });
});
