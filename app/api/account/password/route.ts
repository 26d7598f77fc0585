import { changePasswordSchema } from '#lib/contract/desk/account.ts';
import { changePassword } from '#lib/session/account/account.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute('viewer', async ({ request, backend, user }) => {
  await changePassword(backend.sessions.context, user, user.sessionId, await readBody(request, changePasswordSchema));
  return new Response(null, { status: 204 });
});
