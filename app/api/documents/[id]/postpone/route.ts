import { postponeSchema } from '#lib/contract/desk/queue.ts';
import { postponeDocument } from '#lib/desk/queues/operations/postpone-document.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  postponeDocument(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, postponeSchema)),
);
