import { endOtherSessions, listOwnSessions } from '#lib/session/account/account.ts';
import { createRoute } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend, user }) => ({
  items: await listOwnSessions(backend.sessions.context, user, user.sessionId),
}));

/** Ends all others of the same person. */
export const DELETE = createRoute('viewer', async ({ backend, user }) => {
  await endOtherSessions(backend.sessions.context, user, user.sessionId);
  return new Response(null, { status: 204 });
});
