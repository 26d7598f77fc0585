import { checkSampleSchema } from '#lib/contract/desk/quality-sample.ts';
import { checkSample } from '#lib/desk/review/operations/check-sample.ts';
import { createRoute, readBody } from '../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('reviewer', async ({ request, params, backend, user }) =>
  checkSample(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, checkSampleSchema)),
);
