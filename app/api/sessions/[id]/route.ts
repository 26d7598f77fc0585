import { endSession } from '#lib/session/account/account.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const DELETE = createRoute<{ id: string }>('viewer', async ({ params, backend, user }) => {
  await endSession(backend.sessions.context, user, params.id);
  return new Response(null, { status: 204 });
});
