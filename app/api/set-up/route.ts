import { noteEvent } from '#lib/desk/operations/note-event.ts';
import { createOpenRoute, readJson } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createOpenRoute(async ({ request, backend }) => {
  backend.sessions.requireSameOrigin(request);
  const response = await backend.sessions.setUp(request, await readJson(request));
  const { user } = (await response.clone().json()) as { user: { id: string; name: string } };
  await noteEvent(backend.desk, user, 'user.created', { role: 'admin' });
  return response;
});
