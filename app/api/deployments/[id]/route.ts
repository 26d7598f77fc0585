import { deploymentChangeSchema } from '#lib/contract/desk/deployment.ts';
import { changeDeployment, getDeployment, removeDeployment } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { createRoute, readBody } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('admin', ({ params, backend }) => getDeployment(backend.desk, params.id));

export const PUT = createRoute<{ id: string }>('admin', async ({ request, params, backend, user }) =>
  changeDeployment(backend.desk, { id: user.id, name: user.name }, params.id, await readBody(request, deploymentChangeSchema)),
);

export const DELETE = createRoute<{ id: string }>('admin', async ({ params, backend, user }) => {
  await removeDeployment(backend.desk, { id: user.id, name: user.name }, params.id);
  return new Response(null, { status: 204 });
});
