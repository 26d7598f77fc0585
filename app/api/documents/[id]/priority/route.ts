import { prioritiseSchema } from '#lib/contract/desk/queue.ts';
import { prioritiseDocument } from '#lib/desk/documents/operations/prioritise-document.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  prioritiseDocument(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, prioritiseSchema)),
);
