import { hasRole } from '#lib/contract/desk/has-role.ts';
import { queueDraftSchema } from '#lib/contract/desk/queue.ts';
import { getQueue, listQueues } from '#lib/desk/queues/operations/list-queues.ts';
import { saveQueue } from '#lib/desk/queues/operations/save-queue.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', ({ backend, user }) =>
  listQueues(backend.desk, user, { withUnqueued: hasRole(user.role, 'schema_owner') }),
);

export const POST = createRoute('schema_owner', async ({ request, backend, user }) => {
  const id = await saveQueue(backend.desk, { id: user.id, name: user.name }, await readBody(request, queueDraftSchema));
  return json(await getQueue(backend.desk, user, id), 201);
});
