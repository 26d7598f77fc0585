import { getOutline } from '#lib/desk/documents/operations/get-outline.ts';
import { createRoute } from '../../../../create-route.ts';

export const dynamic = 'force-dynamic';

export const GET = createRoute<{ id: string }>('viewer', ({ params, backend }) => getOutline(backend.desk, params.id));
