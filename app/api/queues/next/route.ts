import { pullNextSchema } from '#lib/contract/desk/queue.ts';
import { pullNext } from '#lib/desk/queues/operations/pull-next.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute('reviewer', async ({ request, backend, user }) =>
  pullNext(backend.desk, { id: user.id, name: user.name }, null, await readBody(request, pullNextSchema)),
);
