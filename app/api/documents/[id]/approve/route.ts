import { approveSchema } from '#lib/contract/desk/decision.ts';
import { approve } from '#lib/desk/review/operations/decide.ts';
import { createRoute, readBody } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  approve(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, approveSchema)),
);
