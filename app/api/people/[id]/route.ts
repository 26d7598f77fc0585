import { hasRole } from '#lib/contract/desk/has-role.ts';
import { changePersonSchema } from '#lib/contract/desk/people.ts';
import { forgetFormerPeople } from '#lib/desk/insights/operations/forget-former-people.ts';
import { releaseAssignments } from '#lib/desk/queues/operations/release-assignments.ts';
import { changePerson, removePerson } from '#lib/session/people/people.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) => {
  const person = await changePerson(backend.sessions.context, user, params.id, await readBody(request, changePersonSchema));
  const actor = { id: user.id, name: user.name };
  if (!person.active || !hasRole(person.role, 'reviewer')) await releaseAssignments(backend.desk, actor, params.id);
  return person;
});

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  await removePerson(backend.sessions.context, user, params.id);
  await releaseAssignments(backend.desk, { id: user.id, name: user.name }, params.id);
  await forgetFormerPeople(backend.desk);
  return new Response(null, { status: 204 });
});
