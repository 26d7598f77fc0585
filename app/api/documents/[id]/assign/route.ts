import { assignSchema } from '#lib/contract/desk/queue.ts';
import { assignDocument } from '#lib/desk/queues/operations/assign-document.ts';
import { requireReviewer } from '#lib/session/people/list-people-names.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const { person_id: personId, expected } = await readBody(request, assignSchema);
  const person = personId === null ? null : await requireReviewer(backend.desk.database, personId);
  return assignDocument(backend.desk, { id: user.id, name: user.name }, params.id, person, expected);
});
