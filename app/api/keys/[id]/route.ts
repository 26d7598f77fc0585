import { revokeServiceKey } from '#lib/desk/deployments/operations/service-keys.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  await revokeServiceKey(backend.desk, user, params.id);
  return new Response(null, { status: 204 });
});
