import { listDeploymentChoices } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend }) => ({ items: await listDeploymentChoices(backend.desk) }));
