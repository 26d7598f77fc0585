import { acceptSplitSchema } from '#lib/contract/desk/splitting.ts';
import { acceptSplit } from '#lib/desk/splitting/operations/accept-split.ts';
import { createRoute, json, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) => {
  const body = await readBody(request, acceptSplitSchema);
  return json(await acceptSplit(backend.desk, { id: user.id, name: user.name }, params.id, body), 201);
});
