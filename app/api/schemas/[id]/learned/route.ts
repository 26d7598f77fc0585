import { forgetQuerySchema } from '#lib/contract/desk/learned.ts';
import { forget } from '#lib/desk/learning/operations/forget.ts';
import { getLearned } from '#lib/desk/learning/operations/get-learned.ts';
import { createRoute, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend }) => getLearned(backend.desk, params.id));

export const DELETE = createRoute<{ id: string }>('schema_owner', async ({ params, query, backend, user }) => {
  await forget(backend.desk, { id: user.id, name: user.name }, params.id, readQuery(query, forgetQuerySchema));
  return new Response(null, { status: 204 });
});
