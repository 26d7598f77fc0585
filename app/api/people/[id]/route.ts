import { changePersonSchema } from '#lib/contract/people.ts';
import { changePerson, removePerson } from '#lib/session/people.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  changePerson(backend.sessions.context, user, params.id, await readBody(request, changePersonSchema)),
);

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  await removePerson(backend.sessions.context, user, params.id);
  return new Response(null, { status: 204 });
});
