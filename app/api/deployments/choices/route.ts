import { listDeploymentChoices } from '#lib/desk/deployments/deployments.ts';
import { createRoute } from '../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute('viewer', async ({ backend }) => ({ items: await listDeploymentChoices(backend.desk) }));
