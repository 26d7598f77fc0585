import { releaseLockSchema, takeLockSchema } from '#lib/contract/desk/desk-document.ts';
import { releaseLock, takeLock } from '#lib/desk/documents/operations/take-lock.ts';
import { createRoute, readBody, readQuery } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  takeLock(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, takeLockSchema)),
);

export const DELETE = createRoute<{ id: string }>('reviewer', async ({ params, query, backend, user }) => {
  await releaseLock(backend.desk, user, params.id, readQuery(query, releaseLockSchema));
  return new Response(null, { status: 204 });
});
