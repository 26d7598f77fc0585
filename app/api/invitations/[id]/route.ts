import { removeInvitation } from '#lib/session/links/one-time-links.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  await removeInvitation(backend.sessions.context, user, params.id);
  return new Response(null, { status: 204 });
});
