import { recordEvent } from '#lib/desk/audit/operations/record-event.ts';
import { createOpenRoute, readJson } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

/** Anyone may ask; a name, an address and a password are far smaller. */
const MAX_BODY_BYTES = 64 * 1024;

export const POST = createOpenRoute(async ({ request, backend }) => {
  backend.sessions.requireSameOrigin(request);
  const response = await backend.sessions.setUp(request, await readJson(request, MAX_BODY_BYTES));
  const { user } = (await response.clone().json()) as { user: { id: string; name: string } };
  await recordEvent(backend.desk, user, 'user.created', { role: 'admin' });
  return response;
});
