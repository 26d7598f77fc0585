import { noteEvent } from '#lib/desk/operations/note-event.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  const { name, prefix } = await backend.keys.revoke(params.id);
  await noteEvent(backend.desk, user, 'api_key.revoked', { key: name, prefix });
  return new Response(null, { status: 204 });
});
