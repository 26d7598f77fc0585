import { testDeployment } from '#lib/desk/deployments/deployments.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const POST = createRoute<{ id: string }>('admin', ({ params, backend }) => testDeployment(backend.desk, params.id));
