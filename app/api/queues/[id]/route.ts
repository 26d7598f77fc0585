import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { getQueue } from '#lib/desk/queues/operations/list-queues.ts';
import { removeQueue, saveQueue } from '#lib/desk/queues/operations/save-queue.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend, user }) => getQueue(backend.desk, user, params.id));

export const PUT = createRoute<{ id: string }>('schema_owner', async ({ request, params, backend, user }) => {
  const id = await saveQueue(backend.desk, { id: user.id, name: user.name }, await readBody(request, queueDraftSchema), params.id);
  return getQueue(backend.desk, user, id);
});

export const DELETE = createRoute<{ id: string }>('schema_owner', async ({ params, backend, user }) => {
  await removeQueue(backend.desk, { id: user.id, name: user.name }, params.id);
  return new Response(null, { status: 204 });
});
