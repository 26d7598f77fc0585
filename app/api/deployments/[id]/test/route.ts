import { testDeployment } from '#lib/desk/deployment-settings/operations/deployments.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('admin', ({ params, backend }) => testDeployment(backend.desk, params.id));
