import { signInRulesSchema } from '#lib/contract/desk/people.ts';
import { listPeople, saveSignInRules } from '#lib/session/people/people.ts';
import { createRoute, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', ({ backend }) => listPeople(backend.sessions.context));

export const PUT = createRoute('admin', async ({ request, backend, user }) => {
  await saveSignInRules(backend.sessions.context, user, await readBody(request, signInRulesSchema));
  return listPeople(backend.sessions.context);
});
