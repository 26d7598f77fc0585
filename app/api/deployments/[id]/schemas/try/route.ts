import { newTrialSchema } from '#lib/contract/desk/deployment.ts';
import { listTrials } from '#lib/desk/deployment-settings/operations/list-trials.ts';
import { tryMapping } from '#lib/desk/deployment-settings/operations/try-mapping.ts';
import { createRoute, json, readBody } from '../../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('admin', async ({ params, backend }) => ({
  items: await listTrials(backend.desk, params.id),
}));

export const POST = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  json(await tryMapping(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, newTrialSchema)), 202),
);
