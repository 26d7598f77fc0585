import { saveSecondLookSchema } from '#lib/contract/desk/second-look.ts';
import { saveSecondLook } from '#lib/desk/review/second-looks.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const PUT = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  await saveSecondLook(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, saveSecondLookSchema));
  return new Response(null, { status: 204 });
});
