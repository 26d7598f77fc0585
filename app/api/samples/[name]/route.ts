import { submitSample } from '#lib/desk/review/operations/samples.ts';
import { createRoute, json } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ name: string }>('reviewer', async ({ params, backend, user }) =>
  json(await submitSample(backend.desk, { id: user.id, name: user.name }, params.name), 201),
);
