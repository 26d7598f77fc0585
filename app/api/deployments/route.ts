import { newDeploymentSchema } from '#lib/contract/desk/deployment.ts';
import { createDeployment, listDeployments } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { createRoute, json, readBody } from '../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('admin', async ({ backend }) => ({ items: await listDeployments(backend.desk) }));

export const POST = createRoute('admin', async ({ request, backend, user }) =>
  json(await createDeployment(backend.desk, { id: user.id, name: user.name }, await readBody(request, newDeploymentSchema)), 201),
);
